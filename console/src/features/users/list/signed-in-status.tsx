import { useText } from '../../../base/text/text.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Instant } from '../../../ui/time/instant.tsx'

export interface SignedInStatusProps {
  readonly isActive: boolean | null
  readonly lastActivity: string | null
}

/** Whether a user has a session, and when it was last used. */
export function SignedInStatus({ isActive, lastActivity }: SignedInStatusProps) {
  const t = useText()
  if (isActive !== true) return <StatusDot tone="off">{t('users.notLoggedIn')}</StatusDot>
  return (
    <StatusDot tone="ok">
      <span title={t('users.loggedIn')}>
        {lastActivity === null ? t('users.loggedIn') : <Instant instant={lastActivity} />}
      </span>
    </StatusDot>
  )
}
