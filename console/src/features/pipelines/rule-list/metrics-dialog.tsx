import { Alert, Button, Group, List, Radio, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { type DialogForm, FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { TIMER_NAMES } from '../metrics/metric-names.ts'
import { useSetMetricsConfig } from '../rule-actions.ts'

type MetricsDialogProps = Omit<ReturnType<typeof useFormDialog<boolean>>, 'open'>

/** Switches the timers of all rules on or off. */
export function MetricsDialog({ subject, ...dialog }: MetricsDialogProps) {
  const t = useText()
  if (subject === undefined) return null
  return (
    <FormDialog {...dialog} title={t('pipelines.metrics.title')} leaveText={t('ui.form.leave.text')}>
      {(form) => <MetricsForm isOn={subject} {...form} />}
    </FormDialog>
  )
}

function MetricsForm({ isOn, onDirty, onSaved, onCancel }: DialogForm & { isOn: boolean }) {
  const t = useText()
  const save = useSetMetricsConfig()
  const [choice, setChoice] = useState(isOn ? 'on' : 'off')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ metrics_enabled: choice === 'on' }, { onSuccess: onSaved })
      }}
    >
      <Stack gap="md">
        <Alert color="amber" variant="light" icon={<IconAlertTriangle />}>
          {t('pipelines.metrics.warning')}
        </Alert>
        <Radio.Group
          aria-label={t('pipelines.metrics.title')}
          value={choice}
          onChange={(next) => {
            setChoice(next)
            onDirty((next === 'on') !== isOn)
          }}
        >
          <Stack gap="xs">
            <Radio value="on" label={t('pipelines.metrics.on')} />
            <Radio value="off" label={t('pipelines.metrics.off')} />
          </Stack>
        </Radio.Group>
        <div>
          <Text size="sm">{t('pipelines.metrics.help')}</Text>
          <List size="xs" mt="xs" translate="no">
            {TIMER_NAMES.map((name) => (
              <List.Item key={name}>
                <Text span inherit ff="monospace">
                  {name}
                </Text>
              </List.Item>
            ))}
          </List>
        </div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={t('pipelines.metrics.save')} isSaving={save.isPending} />
        </Group>
      </Stack>
    </form>
  )
}
