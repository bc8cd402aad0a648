import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Badge, Group, Text, Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMemo } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import classes from './role-columns.module.css'

interface RoleUser {
  readonly id: string
  readonly username: string
}
export interface RoleRow extends AuthzRole {
  readonly users: readonly RoleUser[]
}

const SHOWN_USERS = 10

export function useRoleColumns(): readonly Column<RoleRow>[] {
  const t = useText()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('roles.name'),
        sortKey: 'name',
        cell: (role) => (
          <Group gap="xs" wrap="nowrap">
            <AppLink to={routes.roles.show(role.id)}>
              <span className={classes['name']} translate="no">
                {role.name}
              </span>
            </AppLink>
            {role.read_only && <BuiltInMark />}
          </Group>
        ),
      },
      {
        id: 'description',
        header: t('roles.description'),
        cell: (role) => (
          <div className={classes['description']} title={role.description ?? ''} translate="no">
            {role.description ?? '-'}
          </div>
        ),
      },
      {
        id: 'permissions',
        header: t('roles.permissions'),
        align: 'right',
        cell: (role) =>
          role.permissions.includes('*')
            ? t('roles.permissions.all')
            : t('roles.count', { count: role.permissions.length }),
      },
      { id: 'users', header: t('roles.users'), cell: (role) => <RoleUsers users={role.users} /> },
    ],
    [t],
  )
}

function BuiltInMark() {
  const t = useText()
  return (
    <Tooltip label={t('roles.builtIn')}>
      <IconLock size={14} role="img" aria-label={t('roles.builtIn')} className={classes['mark'] ?? ''} />
    </Tooltip>
  )
}

function RoleUsers({ users }: { users: readonly RoleUser[] }) {
  const t = useText()
  const may = useMay()
  const names = users
    .filter(({ username }) => may(`users:read:${username}`))
    .toSorted((a, b) => a.username.localeCompare(b.username))
  const rest = names.length - SHOWN_USERS
  return (
    <Group gap="xs" wrap="nowrap" align="baseline">
      <Badge color="gray" className={classes['badge'] ?? ''}>
        {t('roles.count', { count: users.length })}
      </Badge>
      <Text span inherit>
        {names.slice(0, SHOWN_USERS).map(({ id, username }, index) => (
          <span key={id} translate="no">
            {index > 0 && ', '}
            {may(`users:edit:${username}`) ? <AppLink to={routes.users.show(id)}>{username}</AppLink> : username}
          </span>
        ))}
        {rest > 0 && ` ${t('roles.users.more', { count: rest })}`}
      </Text>
    </Group>
  )
}
