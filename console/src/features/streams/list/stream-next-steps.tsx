import { IconSearch, IconStethoscope } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { answered, sumOver, useLiveMetrics } from '../../../cluster/live-metrics.ts'
import { NextStep, NextSteps } from '../../../ui/next-steps/next-steps.tsx'
import { messagesMetric } from '../messages-metric.ts'

interface StreamNextStepsProps {
  readonly id: string
  readonly title: string
}

/** After a stream was created: what arrives in it, and why nothing does. */
export function StreamNextSteps({ id, title }: StreamNextStepsProps) {
  const t = useText()
  const metric = messagesMetric(id)
  const live = useLiveMetrics([metric])
  const count = live === undefined ? undefined : (sumOver(answered(live), metric) ?? 0)
  return (
    <NextSteps title={t('streams.next', { title })}>
      <NextStep Icon={IconSearch} label={t('streams.next.search')} to={routes.streamSearch(id)}>
        {count !== undefined && <span role="status">{t('streams.next.routed', { count })}</span>}
      </NextStep>
      {count === 0 && (
        <NextStep Icon={IconStethoscope} label={t('streams.next.diagnose')} to={routes.diagnosis({ stream: id })} />
      )}
    </NextSteps>
  )
}
