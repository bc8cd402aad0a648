import type { UserOverview } from '@logyard/contract/identity/users'
import { Text, Tooltip } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { useMemo } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { RowTitle } from '../../../ui/data-table/row-title.tsx'
import { AccountStatus } from '../account-status.tsx'
import { RoleBadges } from '../role-badges.tsx'
import { mayEdit } from '../user-permissions.ts'
import { SignedInStatus } from './signed-in-status.tsx'
import classes from './user-columns.module.css'

/** The columns of the user list. A name links to the details if the current user may edit that user. */
export function useUserColumns(): readonly Column<UserOverview>[] {
  const t = useText()
  const may = useMay()
  return useMemo(
    () => [
      {
        id: 'full_name',
        header: t('users.fullName'),
        isWide: true,
        sortKey: 'full_name',
        cell: (user) => {
          const name = (
            <Text span inherit fw={500} translate="no">
              {user.full_name}
            </Text>
          )
          return (
            <RowTitle badges={user.service_account && <ServiceAccountMark />}>
              {mayEdit(may, user.username) ? <AppLink to={routes.users.show(user.id)}>{name}</AppLink> : name}
            </RowTitle>
          )
        },
      },
      {
        id: 'username',
        header: t('users.username'),
        sortKey: 'username',
        cell: (user) => <Data text={user.username} />,
      },
      {
        id: 'email',
        header: t('users.email'),
        sortKey: 'email',
        cell: (user) =>
          user.service_account ? (
            <Text span inherit c="dimmed">
              {t('users.serviceAccount')}
            </Text>
          ) : (
            <Data text={user.email} />
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
        cell: (user) => <SignedInStatus isActive={user.session_active} lastActivity={user.last_activity} />,
      },
      {
        id: 'client_address',
        header: t('users.clientAddress'),
        help: t('users.clientAddress.help'),
        cell: (user) => <Data text={user.client_address} isMono />,
      },
      { id: 'roles', header: t('users.role'), cell: (user) => <RoleBadges names={user.roles} isOneLine /> },
    ],
    [t, may],
  )
}

/** Beside the name, where a badge would be cut. */
function ServiceAccountMark() {
  const t = useText()
  return (
    <Tooltip label={t('users.serviceAccount.help')}>
      <IconRobot size={15} role="img" aria-label={t('users.serviceAccount')} className={classes['mark'] ?? ''} />
    </Tooltip>
  )
}

function Data({ text, isMono = false }: { text: string | null; isMono?: boolean }) {
  return (
    <Text span inherit translate="no" {...(isMono ? { ff: 'monospace', fz: 'xs' } : {})}>
      {text === null || text === '' ? '-' : text}
    </Text>
  )
}
