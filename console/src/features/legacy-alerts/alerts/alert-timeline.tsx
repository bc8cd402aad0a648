import type { AlarmCallbackHistory, LegacyAlert } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { Text, Timeline } from '@mantine/core'
import { IconAlertTriangle, IconBell, IconCheck, IconClock, IconSend } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { isResolved } from './alert-state.tsx'

interface AlertTimelineProps {
  readonly alert: LegacyAlert
  /** Oldest first. */
  readonly histories: readonly AlarmCallbackHistory[]
}

/** What happened since the condition was met. */
export function AlertTimeline({ alert, histories }: AlertTimelineProps) {
  const t = useText()
  const { triggered_at, resolved_at, is_interval, description, condition_parameters } = alert
  const EndIcon = isResolved(alert) ? IconCheck : IconClock
  const repeats = condition_parameters['repeat_notifications'] === true
  return (
    <Timeline bulletSize={22} lineWidth={1} color="gray">
      <Timeline.Item bullet={<IconBell size={12} aria-hidden />} title={t('legacyAlerts.timeline.triggered')}>
        <Text size="sm" translate="no">
          {description}
        </Text>
        <When instant={triggered_at} />
      </Timeline.Item>
      {histories.map(({ id, result, created_at, alarmcallbackconfiguration: callback }) => (
        <Timeline.Item
          key={id}
          bullet={
            result.type === 'success' ? (
              <IconSend size={12} aria-hidden />
            ) : (
              <IconAlertTriangle size={12} color="var(--ly-bad-text)" aria-hidden />
            )
          }
          title={t(`legacyAlerts.timeline.${result.type === 'success' ? 'sent' : 'failed'}`, {
            title: callback.title ?? t('legacyAlerts.untitled'),
          })}
        >
          <When instant={created_at} />
        </Timeline.Item>
      ))}
      <Timeline.Item bullet={<EndIcon size={12} aria-hidden />} title={endTitle()}>
        {resolved_at !== null && <When instant={resolved_at} />}
      </Timeline.Item>
    </Timeline>
  )

  function endTitle(): string {
    if (resolved_at !== null || !is_interval) return t('legacyAlerts.timeline.resolved')
    return t(repeats ? 'legacyAlerts.timeline.repeats' : 'legacyAlerts.timeline.open')
  }
}

const When = ({ instant }: { readonly instant: string }) => (
  <Dimmed size="xs">
    <Instant instant={instant} />
  </Dimmed>
)
