import { listStoreServers, type StoreServer } from '@logyard/contract/store/indexer'
import { Box, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { polledQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { type PlainColumn, PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { StatusDot, type StatusTone } from '../../ui/status-dot.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { Section } from './section.tsx'

const POLL_MS = 10_000

const STATES: Readonly<Record<StoreServer['state'], StatusTone>> = { up: 'ok', starting: 'warn', down: 'bad' }
const MESSAGES: Readonly<Record<StoreServer['messages'], StatusTone>> = {
  complete: 'ok',
  joining: 'warn',
  behind: 'bad',
  unknown: 'off',
}

/** The ClickHouse servers that store messages. Nothing is shown for the embedded engine. */
export function ServersSection() {
  const t = useText()
  const result = useQuery(polledQuery(useCall(), ['store-servers'], POLL_MS, listStoreServers))
  const columns = useServerColumns(result.data?.servers.some(({ shard }) => shard > 1) === true)
  if (result.data === undefined ? !result.isError : result.data.is_embedded) return null
  return (
    <Section title={t('overview.servers')}>
      <Loaded query={result} lines={3}>
        {({ servers }) => (
          <PlainTable
            label={t('overview.servers')}
            columns={columns}
            rows={servers.toSorted(byShard)}
            rowId={({ address }) => address}
          />
        )}
      </Loaded>
    </Section>
  )
}

const byShard = (a: StoreServer, b: StoreServer) => a.shard - b.shard || a.address.localeCompare(b.address)

function useServerColumns(hasShards: boolean): readonly PlainColumn<StoreServer>[] {
  const t = useText()
  return [
    {
      header: t('overview.servers.address'),
      isData: true,
      cell: ({ address }) => (
        <Text size="sm" fw={550}>
          {address.replace(/^https?:\/\//, '')}
        </Text>
      ),
    },
    ...(hasShards ? [{ header: t('overview.servers.shard'), cell: ({ shard }: StoreServer) => shard }] : []),
    {
      header: t('overview.servers.state'),
      cell: ({ state }) => <StatusDot tone={STATES[state]}>{t(`overview.servers.state.${state}`)}</StatusDot>,
    },
    {
      header: t('overview.servers.messages'),
      cell: ({ messages }) => (
        <StatusDot tone={MESSAGES[messages]}>{t(`overview.servers.messages.${messages}`)}</StatusDot>
      ),
    },
    { header: t('overview.servers.version'), isData: true, cell: ({ version }) => version ?? '-' },
    {
      header: t('overview.servers.rows'),
      align: 'right',
      cell: ({ rows }) => (rows === null ? '-' : t('overview.servers.rows.value', { rows })),
    },
    { header: t('overview.servers.disk'), cell: (server) => <Disk {...server} /> },
  ]
}

function Disk({ disk_total: total, disk_free: free }: StoreServer) {
  const t = useText()
  const bytes = useBytes()
  if (total === null || free === null || total === 0) return '-'
  const label = t('overview.servers.disk.value', { free: bytes(free), total: bytes(total) })
  return (
    <Box miw={120}>
      <Text size="xs">{label}</Text>
      <Progress value={((total - free) / total) * 100} size="sm" aria-label={label} />
    </Box>
  )
}
