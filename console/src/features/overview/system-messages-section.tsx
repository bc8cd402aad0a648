import { listSystemMessages } from '@logyard/contract/notices/notifications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Column } from '../../ui/data-table/data-table-props.ts'
import { useListState } from '../../ui/data-table/list-state.ts'
import { Instant } from '../../ui/time/instant.tsx'
import { Section } from './section.tsx'
import { useNames } from './use-names.ts'

/** The server supports no other page size. */
const PAGE_SIZES = [30]
const POLL_MS = 5_000

interface MessageRow {
  readonly id: string
  readonly timestamp: string
  readonly node_id: string
  readonly content: string
}

/** `Input [Shop/6b0342ff2547f9471c26becd]` names both the title and the id. */
const withoutIds = (content: string) => content.replace(/\[(.+?)\/[0-9a-f]{24}\]/g, '[$1]')

export function SystemMessagesSection() {
  const t = useText()
  const call = useCall()
  const list = useListState({ pageSizes: PAGE_SIZES })
  const { page } = list
  const result = useQuery({
    queryKey: ['system-messages', page],
    queryFn: async ({ signal }) => {
      const answer = await call(listSystemMessages, { query: { page }, signal, extendSession: false })
      const rows = answer.messages.map((message, index) => ({ ...message, id: `${message.timestamp} ${index}` }))
      return { rows, total: answer.total }
    },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  const names = useNames()
  const nodeColumn: Column<MessageRow> = {
    id: 'node',
    header: t('overview.messages.node'),
    cell: (row) => <span translate="no">{names.nodes.get(row.node_id) ?? row.node_id.slice(0, 8)}</span>,
  }
  const columns: readonly Column<MessageRow>[] = [
    {
      id: 'timestamp',
      header: t('overview.messages.timestamp'),
      cell: (row) => <Instant instant={row.timestamp} />,
    },
    ...(names.nodes.size > 1 ? [nodeColumn] : []),
    {
      id: 'message',
      header: t('overview.messages.message'),
      isWide: true,
      cell: (row) => <span translate="no">{withoutIds(row.content)}</span>,
    },
  ]
  return (
    <Section title={t('overview.messages')}>
      <DataTable
        label={t('overview.messages')}
        list={list}
        result={{ ...result, isFetching: result.isPlaceholderData }}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.content}
        empty={{ title: t('overview.messages.none'), text: t('overview.messages.none.text') }}
      />
    </Section>
  )
}
