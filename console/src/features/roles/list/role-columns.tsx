import { seesUser } from '@logyard/contract/identity/rights'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { updateUser } from '@logyard/contract/identity/users'
import { Badge, Group, Text, Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { isRoleOfRoot } from '../console-roles.ts'

interface RoleUser {
  readonly id: string
  readonly username: string
}
export interface RoleRow extends AuthzRole {
  readonly users: readonly RoleUser[]
}

const SHOWN_USERS = 10

/** `root` is the local administrator, absent if the user may not list users. */
export function useRoleColumns(root: RoleUser | undefined): readonly Column<RoleRow>[] {
  const t = useText()
  return [
    titleColumn({
      id: 'name',
      header: t('roles.name'),
      sortKey: 'name',
      name: (role) => role.name,
      to: (role) => routes.roles.show(role.id),
      badges: (role) => role.read_only && <BuiltInMark />,
      description: (role) => role.description,
    }),
    {
      id: 'permissions',
      header: t('roles.permissions'),
      align: 'right',
      cell: (role) =>
        role.permissions.includes('*')
          ? t('roles.permissions.all')
          : t('roles.count', { count: role.permissions.length }),
    },
    { id: 'users', header: t('roles.users'), cell: (role) => <RoleUsers role={role} root={root} /> },
  ]
}

function BuiltInMark() {
  const t = useText()
  return (
    <Tooltip label={t('roles.builtIn')}>
      <IconLock size={14} role="img" aria-label={t('roles.builtIn')} />
    </Tooltip>
  )
}

function RoleUsers({ role, root }: { role: RoleRow; root: RoleUser | undefined }) {
  const t = useText()
  const may = useMay()
  const hasRoot = isRoleOfRoot(role)
  const names = (hasRoot && root !== undefined ? [root, ...role.users] : role.users)
    .filter(({ username }) => may(seesUser, { username }))
    .toSorted((a, b) => a.username.localeCompare(b.username))
  const rest = names.length - SHOWN_USERS
  return (
    <Group gap="xs" wrap="nowrap" align="baseline">
      <Badge color="gray" flex="none">
        {t('roles.count', { count: role.users.length + (hasRoot ? 1 : 0) })}
      </Badge>
      <Text span inherit>
        {names.slice(0, SHOWN_USERS).map(({ id, username }, index) => (
          <span key={id} translate="no">
            {index > 0 && ', '}
            {may(updateUser, { username }) ? <AppLink to={routes.users.show(id)}>{username}</AppLink> : username}
          </span>
        ))}
        {rest > 0 && ` ${t('roles.users.more', { count: rest })}`}
      </Text>
    </Group>
  )
}
