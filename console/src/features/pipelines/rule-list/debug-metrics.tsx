import { setRuleMetricsConfig } from '@logyard/contract/pipelines/rules'
import { Alert, Button, List, Radio, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconBug } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { TIMER_NAMES } from '../metrics/metric-names.ts'
import { metricsConfigQuery } from '../pipeline-queries.ts'
import { useSetMetricsConfig } from '../rule-actions.tsx'

/** Whether rules are measured, and the dialog that switches the timers of all rules on or off. */
export function DebugMetrics() {
  const t = useText()
  const canEdit = useMay()(setRuleMetricsConfig)
  const config = useQuery(metricsConfigQuery(useCall()))
  const dialog = useFormDialog<true>()
  useFailureToast(config.error, 'pipelines.toast.metricsFailed')
  if (!canEdit || config.data === undefined) return null
  const { metrics_enabled: isOn } = config.data
  return (
    <>
      <Button
        variant={isOn ? 'light' : 'default'}
        {...(isOn ? { color: 'amber' } : {})}
        leftSection={<IconBug size={16} />}
        onClick={() => dialog.open(true)}
      >
        {t(isOn ? 'pipelines.rules.debugOn' : 'pipelines.rules.debug')}
      </Button>
      <FormDialog isOpen={dialog.isOpen} close={dialog.close} title={t('pipelines.metrics.title')}>
        <MetricsForm isOn={isOn} />
      </FormDialog>
    </>
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
    <EntityForm form={form}>
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
