import type { SchedulerContext } from '@logyard/contract/events/event-definitions'
import { useText } from '../../../base/text/text.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'

/** Whether a definition runs, and whether its last run failed. */
export function ScheduleState({ scheduler }: { scheduler: SchedulerContext }) {
  const t = useText()
  if (!scheduler.is_scheduled) return <StatusDot tone="off">{t('definitions.status.disabled')}</StatusDot>
  if (scheduler.problem !== null || scheduler.status === 'error') {
    return (
      <Tooltip label={<span translate="no">{scheduler.problem ?? t('definitions.status.failed')}</span>}>
        <span>
          <StatusDot tone="bad">{t('definitions.status.failed')}</StatusDot>
        </span>
      </Tooltip>
    )
  }
  return <StatusDot tone="ok">{t('definitions.status.enabled')}</StatusDot>
}
