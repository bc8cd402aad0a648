import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { useInnerListState } from '../../../ui/data-table/list-state.ts'
import { userRolesQuery } from '../user-queries.ts'

const SEARCH_HELP = { fields: ['name', 'description'], example: 'description:dashboards' }

/** A user's roles, with their descriptions. */
export function UserRoleList({ username }: { username: string }) {
  const t = useText()
  const list = useInnerListState({ sort: 'name' })
  const roles = useQuery(userRolesQuery(useCall(), username, list))
  const columns: readonly Column<AuthzRole>[] = [
    {
      id: 'name',
      header: t('users.roles.name'),
      sortKey: 'name',
      cell: (role) => (
        <AppLink to={routes.roles.show(role.id)}>
          <span translate="no">{role.name}</span>
        </AppLink>
      ),
    },
    {
      id: 'description',
      header: t('users.roles.about'),
      cell: (role) => (
        <Text span inherit c="dimmed" translate="no">
          {role.description}
        </Text>
      ),
    },
  ]
  return (
    <DataTable
      label={t('users.roles')}
      list={list}
      result={roles}
      columns={columns}
      rowId={(role) => role.id}
      rowName={(role) => role.name}
      searchHelp={SEARCH_HELP}
      empty={{ title: t('users.roles.noneSelected') }}
    />
  )
}
