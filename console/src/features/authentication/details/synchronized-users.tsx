import { updateUser } from '@logyard/contract/identity/users'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { allowed, editAction } from '../../../ui/menu/ready-actions.tsx'
import { serviceUsersQuery } from '../authentication-queries.ts'

const SEARCH_HELP = { fields: ['username', 'full_name', 'email'], example: 'username:ada' }

/** The users that signed in through a service. */
export function SynchronizedUsers({ id }: { id: string }) {
  const t = useText()
  const may = useMay()
  const list = useListState({ sort: 'full_name' })
  const users = useQuery(serviceUsersQuery(useCall(), id, list))
  return (
    <>
      <Dimmed>
        {users.data === undefined ? t('ui.loading') : t('authentication.users.found', { total: users.data.total })}
      </Dimmed>
      <DataTable
        label={t('authentication.users')}
        list={list}
        result={users}
        columns={[
          {
            id: 'username',
            header: t('authentication.username'),
            sortKey: 'username',
            cell: ({ username }) => <span translate="no">{username}</span>,
            isTitle: true,
          },
          {
            id: 'full_name',
            header: t('authentication.fullName'),
            sortKey: 'full_name',
            isWide: true,
            cell: ({ full_name }) => <span translate="no">{full_name}</span>,
          },
          {
            id: 'roles',
            header: t('authentication.roles'),
            cell: ({ roles }) => <span translate="no">{roles.join(', ')}</span>,
          },
        ]}
        rowId={(user) => user.id}
        rowName={(user) => user.username}
        rowActions={({ id: userId, username }) =>
          allowed(
            may(updateUser, { username }) && editAction(t('authentication.edit'), { to: routes.users.edit(userId) }),
          )
        }
        searchHelp={SEARCH_HELP}
        empty={{
          icon: <IconUsers />,
          title: t('authentication.users.none'),
          text: t('authentication.users.none.text'),
        }}
      />
    </>
  )
}
