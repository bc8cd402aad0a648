import { createUser } from '@logyard/contract/identity/users'
import { Text, Title } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { usersQuery } from '../user-queries.ts'
import { InviteUser } from './invite-user.tsx'
import { RootUserSection } from './root-user-section.tsx'
import { useUserBulkActions } from './use-user-bulk-actions.tsx'
import { useUserRowActions } from './use-user-row-actions.tsx'
import { useUserColumns } from './user-columns.tsx'

const SEARCH_HELP = { fields: ['full_name', 'username', 'email'], example: 'email:example.org -username:backup' }

/** All accounts: the administrator from the configuration, then the stored users. */
export function UsersScreen() {
  const t = useText()
  const may = useMay()
  const self = useCurrentUser()
  const users = useEntityList({ query: usersQuery, failed: 'users.toast.loadFailed' }, { sort: 'full_name' })
  const { data } = users.result
  const create = useCreateButton({
    label: 'users.create.title',
    icon: <IconUserPlus size={16} />,
    target: routes.users.create(),
    isAllowed: may(createUser),
  })
  return (
    <Page title={t('users.overview')} description={t('users.overview.description')} action={create}>
      <InviteUser />
      {data?.root && <RootUserSection root={data.root} />}
      <Title order={2}>{t('users.stored')}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {data === undefined ? t('ui.loading') : t('users.found', { total: data.total })}
      </Text>
      <DataTable
        label={t('users.stored')}
        {...users}
        columns={useUserColumns()}
        rowId={(user) => user.id}
        rowName={(user) => user.full_name}
        hasHistory
        rowActions={useUserRowActions(() => users.list.goTo(1))}
        bulkActions={useUserBulkActions()}
        isHighlighted={(user) => user.id === self.id}
        searchHelp={SEARCH_HELP}
        empty={{ icon: <IconUsers />, title: t('users.none'), text: t('users.none.text'), action: create }}
      />
    </Page>
  )
}
