import type { Token } from '@logyard/contract/identity/tokens'
import { Code } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { textColumn, timeColumn } from '../../../ui/data-table/ready-columns.tsx'
import { rowsInMemory } from '../../../ui/data-table/rows-in-memory.ts'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import { deleteAction } from '../../../ui/menu/ready-actions.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { instantMs } from '../../../ui/time/relative-time.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import { useDeleteToken } from '../user-actions.ts'
import { tokensQuery } from '../user-queries.ts'
import { TOKENS_IN_MEMORY } from './token-rows.ts'

/** A user's tokens. Only the last characters of each value are known. */
export function TokenList({ userId, canDelete }: { userId: string; canDelete: boolean }) {
  const t = useText()
  const list = useListState({ sort: 'name' })
  const tokens = useQuery(tokensQuery(useCall(), userId))
  const remove = useDeleteToken(userId)
  const columns = useTokenColumns()
  useFailureToast(tokens.error, 'users.toast.tokensLoadFailed', { id: userId })
  return (
    <DataTable
      label={t('users.tokens')}
      list={list}
      result={rowsInMemory(tokens, list, TOKENS_IN_MEMORY)}
      columns={columns}
      rowId={(token) => token.id}
      rowName={(token) => token.name}
      rowActions={canDelete ? (token) => [deleteAction(t('users.tokens.delete'), () => remove(token))] : undefined}
      searchHelp="words"
      empty={{ icon: <IconKey />, title: t('users.tokens.none'), text: t('users.tokens.none.text') }}
    />
  )
}

function useTokenColumns(): readonly Column<Token>[] {
  const t = useText()
  return [
    textColumn({ id: 'name', header: t('users.tokens.name'), sortKey: 'name', text: ({ name }) => name }),
    {
      id: 'value',
      header: t('users.tokens.value'),
      help: t('users.tokens.value.help'),
      // The list answers the value of a new token to its creator.
      cell: ({ token }) => <Code translate="no">{`****${token.slice(-4)}`}</Code>,
    },
    timeColumn({
      id: 'created',
      header: t('users.tokens.createdAt'),
      sortKey: 'created_at',
      at: ({ created_at: at }) => at,
    }),
    {
      id: 'used',
      header: t('users.tokens.lastUsed'),
      sortKey: 'last_access',
      cell: ({ last_access }) =>
        instantMs(last_access) === 0 ? (
          <DimmedWords>{t('users.tokens.neverUsed')}</DimmedWords>
        ) : (
          <Instant instant={last_access} />
        ),
    },
    {
      id: 'expires',
      header: t('users.tokens.expires'),
      sortKey: 'expires_at',
      cell: ({ expires_at }) => <Expires at={expires_at} />,
    },
  ]
}

function Expires({ at }: { at: string | null }) {
  const t = useText()
  const now = useNow('minute')
  if (at === null) {
    return <DimmedWords>{t('users.tokens.noExpiry')}</DimmedWords>
  }
  const isOver = instantMs(at) <= now
  return isOver ? <StatusDot tone="bad">{t('users.tokens.expired')}</StatusDot> : <Instant instant={at} />
}
