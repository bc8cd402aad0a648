import type { UserOverview } from '@logyard/contract/identity/users'
import { Tooltip } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { textColumn, titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { AccountStatus } from '../account-status.tsx'
import { RoleBadges } from '../role-badges.tsx'
import { mayEdit } from '../user-permissions.ts'

/** The columns of the user list. A name links to the details if the current user may edit that user. */
export function useUserColumns(): readonly Column<UserOverview>[] {
  const t = useText()
  const may = useMay()
  return [
    titleColumn({
      id: 'full_name',
      header: t('users.fullName'),
      sortKey: 'full_name',
      name: (user) => user.full_name,
      to: (user) => (mayEdit(may, user.username) ? routes.users.show(user.id) : undefined),
      badges: (user) => user.service_account && <ServiceAccountMark />,
    }),
    textColumn({
      id: 'username',
      header: t('users.username'),
      sortKey: 'username',
      text: (user) => user.username,
    }),
    {
      id: 'email',
      header: t('users.email'),
      sortKey: 'email',
      cell: (user) =>
        user.service_account ? (
          <DimmedWords>{t('users.serviceAccount')}</DimmedWords>
        ) : (
          <span translate="no">{user.email === '' ? '-' : user.email}</span>
        ),
    },
    {
      id: 'status',
      header: t('users.account'),
      help: t('users.account.help'),
      cell: (user) => <AccountStatus status={user.account_status} />,
    },
    {
      id: 'session',
      header: t('users.lastActivity'),
      help: t('users.lastActivity.help'),
      cell: (user) => <SignedInStatus user={user} />,
    },
    textColumn({
      id: 'client_address',
      header: t('users.clientAddress'),
      help: t('users.clientAddress.help'),
      text: (user) => user.client_address,
      isMono: true,
    }),
    { id: 'roles', header: t('users.role'), cell: (user) => <RoleBadges names={user.roles} isOneLine /> },
  ]
}

/** Beside the name, where a badge would be cut. */
function ServiceAccountMark() {
  const t = useText()
  return (
    <Tooltip label={t('users.serviceAccount.help')}>
      <IconRobot size={15} role="img" aria-label={t('users.serviceAccount')} />
    </Tooltip>
  )
}

/** Shows whether a user has a session, and when it was last used. */
function SignedInStatus({ user: { session_active, last_activity } }: { user: UserOverview }) {
  const t = useText()
  if (session_active !== true) return <StatusDot tone="off">{t('users.notLoggedIn')}</StatusDot>
  return (
    <StatusDot tone="ok">
      <span title={t('users.loggedIn')}>
        {last_activity === null ? t('users.loggedIn') : <Instant instant={last_activity} />}
      </span>
    </StatusDot>
  )
}
