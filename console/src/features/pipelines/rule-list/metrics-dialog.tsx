import { Alert, List, Radio, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { TIMER_NAMES } from '../metrics/metric-names.ts'
import { useSetMetricsConfig } from '../rule-actions.tsx'

/** Switches the timers of all rules on or off. */
export function MetricsDialog({ subject, isOpen, close }: ReturnType<typeof useFormDialog<boolean>>) {
  const t = useText()
  if (subject === undefined) return null
  return (
    <FormDialog isOpen={isOpen} close={close} title={t('pipelines.metrics.title')}>
      <MetricsForm isOn={subject} />
    </FormDialog>
  )
}

function MetricsForm({ isOn }: { isOn: boolean }) {
  const t = useText()
  const save = useSetMetricsConfig()
  const form = useEntityForm({
    isNew: false,
    initial: { choice: isOn ? 'on' : 'off' },
    labels: {},
    save: ({ choice }) => save.mutateAsync({ metrics_enabled: choice === 'on' }),
  })
  return (
    <EntityForm form={form} saveLabel={t('pipelines.metrics.save')}>
      <Alert color="amber" icon={<IconAlertTriangle />}>
        {t('pipelines.metrics.warning')}
      </Alert>
      <Radio.Group aria-label={t('pipelines.metrics.title')} {...form.choice('choice')}>
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
    </EntityForm>
  )
}
