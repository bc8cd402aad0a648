import { createUser } from '@logyard/contract/identity/users'
import { Text, Title } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCommand } from '../../../base/page/commands.tsx'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { usersQuery } from '../user-queries.ts'
import { RootUserSection } from './root-user-section.tsx'
import { useUserBulkActions } from './use-user-bulk-actions.tsx'
import { useUserRowActions } from './use-user-row-actions.tsx'
import { useUserColumns } from './user-columns.tsx'

const SEARCH_HELP = { fields: ['full_name', 'username', 'email'], example: 'email:example.org -username:backup' }

/** All accounts: the administrator from the configuration, then the stored users. */
export function UsersScreen() {
  const t = useText()
  const may = useMay()
  const go = useGo()
  const self = useCurrentUser()
  const list = useListState({ sort: 'full_name' })
  const users = useQuery(usersQuery(useCall(), list))
  const rowActions = useUserRowActions(() => list.goTo(1))
  const bulkActions = useUserBulkActions()
  const columns = useUserColumns()
  useFailureToast(users.error, (status) => t('users.toast.loadFailed', { status }))

  useCommand('users.create', t('users.create'), () => go(routes.users.create()), may(createUser))
  const create = may(createUser) && (
    <LinkButton to={routes.users.create()} leftSection={<IconUserPlus size={16} />}>
      {t('users.create')}
    </LinkButton>
  )
  return (
    <Page
      title={t('users.overview')}
      documentTitle={t('users.overview.documentTitle')}
      description={t('users.overview.description')}
      action={create}
      crumbs={[{ label: t('shell.system') }]}
    >
      {users.data?.root && <RootUserSection root={users.data.root} />}
      <Title order={2}>{t('users.stored')}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {users.data === undefined ? t('ui.loading') : t('users.found', { total: users.data.total })}
      </Text>
      <DataTable
        label={t('users.stored')}
        list={list}
        result={users}
        columns={columns}
        rowId={(user) => user.id}
        rowName={(user) => user.full_name}
        rowActions={rowActions}
        bulkActions={bulkActions}
        isHighlighted={(user) => user.id === self.id}
        searchHelp={SEARCH_HELP}
        empty={{ icon: <IconUsers />, title: t('users.none'), text: t('users.none.text'), action: create }}
      />
    </Page>
  )
}
