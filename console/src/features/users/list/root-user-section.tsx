import type { UserOverview } from '@logyard/contract/identity/users'
import { Box, Text, Title } from '@mantine/core'
import { IconKey, IconLock } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useInnerListState } from '../../../ui/data-table/list-state.ts'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { mayCreateTokens, mayListTokens } from '../user-permissions.ts'
import { useUserColumns } from './user-columns.tsx'

/** The administrator from the configuration: one row, with only the tokens to manage. */
export function RootUserSection({ root }: { root: UserOverview }) {
  const t = useText()
  const may = useMay()
  const self = useCurrentUser()
  const list = useInnerListState()
  const columns = useUserColumns().map(({ sortKey: _, ...column }) => column)
  const hasTokens = mayListTokens(may, root.username) || mayCreateTokens(may, root.username)
  const actions: readonly RowAction[] = [
    { label: t('users.systemUser'), icon: <IconLock size={15} />, disabledBecause: t('users.systemUser.why') },
    ...(hasTokens
      ? [{ label: t('users.editTokens'), icon: <IconKey size={15} />, to: routes.users.tokens(root.id) }]
      : []),
  ]
  return (
    <Box mb="lg">
      <Title order={2}>{t('users.root')}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('users.root.description')}
      </Text>
      <DataTable
        label={t('users.root')}
        list={list}
        result={{ data: { rows: [root], total: 1 }, error: null, isFetching: false, refetch: () => undefined }}
        columns={columns}
        rowId={(user) => user.id}
        rowName={(user) => user.full_name}
        rowActions={() => actions}
        isHighlighted={(user) => user.id === self.id}
        empty={{ title: t('users.none') }}
      />
    </Box>
  )
}
