import type { LegacyAlert } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { useText } from '../../../base/text/text.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'

/** An alert that lasts no time counts as resolved. */
export const isResolved = ({ is_interval: isInterval, resolved_at: resolvedAt }: LegacyAlert): boolean =>
  !isInterval || resolvedAt !== null

export function AlertState({ alert }: { readonly alert: LegacyAlert }) {
  const t = useText()
  return isResolved(alert) ? (
    <StatusDot tone="ok">{t('legacyAlerts.resolved')}</StatusDot>
  ) : (
    <StatusDot tone="bad">{t('legacyAlerts.unresolved')}</StatusDot>
  )
}
