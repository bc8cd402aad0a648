import type { AlertState } from '@logyard/contract/alerts/alerts'
import { useText } from '../../../base/text/text.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'

const TONES = { open: 'bad', acknowledged: 'warn', resolved: 'ok' } as const

export function StateMark({ state }: { state: AlertState }) {
  return <StatusDot tone={TONES[state]}>{useText()(`alerts.state.${state}`)}</StatusDot>
}
