import type { AccountStatus as Status } from '@logyard/contract/identity/users'
import { useText } from '../../base/text/text.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'

const TONES = { enabled: 'ok', disabled: 'off', deleted: 'bad' } as const

export function AccountStatus({ status }: { status: Status }) {
  const t = useText()
  return <StatusDot tone={TONES[status]}>{t(`users.status.${status}`)}</StatusDot>
}
