import { getClusterOverview, getRuntimeInfoOfNode, type SystemOverview } from '@logyard/contract/cluster/cluster'
import type { Lifecycle } from '@logyard/contract/cluster/lifecycle'
import { Box, Progress, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { polledQuery } from '../../api/call-query.ts'
import { productVersion } from '../../base/server/product-version.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { type PlainColumn, PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { StatusDot, type StatusTone } from '../../ui/status-dot.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { Section } from './section.tsx'

const POLL_MS = 5_000

const TONES: Partial<Record<Lifecycle, StatusTone>> = {
  running: 'ok',
  'override lb:alive': 'ok',
  starting: 'warn',
  paused: 'warn',
  throttled: 'warn',
  'override lb:throttled': 'warn',
  halting: 'bad',
  failed: 'bad',
  'override lb:dead': 'bad',
}

interface NodeRow {
  readonly id: string
  /** Null: the node does not answer, or the user may not read it. */
  readonly node: SystemOverview | null
}

export function NodesSection() {
  const t = useText()
  const columns = useNodeColumns()
  const result = useQuery(polledQuery(useCall(), ['cluster-overview'], POLL_MS, getClusterOverview))
  const rows = Object.entries(result.data ?? {}).map(([id, node]) => ({ id, node }))
  return (
    <Section
      title={result.data === undefined ? t('overview.nodes') : t('overview.nodes.count', { count: rows.length })}
    >
      <Loaded query={result} lines={3}>
        {() => (
          <PlainTable
            label={t('overview.nodes')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            rowNote={({ node }) => node === null && <StatusDot tone="off">{t('overview.nodes.silent')}</StatusDot>}
            minWidth={0}
          />
        )}
      </Loaded>
    </Section>
  )
}

function useNodeColumns(): readonly PlainColumn<NodeRow>[] {
  const t = useText()
  const may = useMay()
  const answered = (cell: (node: SystemOverview, id: string) => ReactNode) => (row: NodeRow) =>
    row.node !== null && cell(row.node, row.id)
  return [
    {
      header: t('overview.nodes.name'),
      isData: true,
      cell: ({ id, node }) => (
        <Text size="sm" {...(node === null ? { ff: 'monospace' } : { fw: 550 })}>
          {node === null ? id : node.hostname}
        </Text>
      ),
    },
    {
      header: t('overview.nodes.state'),
      cell: answered(({ lifecycle }) => (
        <StatusDot tone={TONES[lifecycle] ?? 'off'}>{t(`overview.lifecycle.${lifecycle}`)}</StatusDot>
      )),
    },
    {
      header: t('overview.nodes.processing'),
      cell: answered(({ is_processing: isOn }) => (
        <StatusDot tone={isOn ? 'ok' : 'warn'}>
          {t(isOn ? 'overview.nodes.processing.on' : 'overview.nodes.processing.off')}
        </StatusDot>
      )),
    },
    {
      header: t('overview.nodes.memory'),
      cell: answered((_, id) => (may(getRuntimeInfoOfNode, { nodeId: id }) ? <Memory nodeId={id} /> : '-')),
    },
    {
      header: t('overview.nodes.version'),
      isData: true,
      cell: answered(({ version }) => productVersion(version)),
    },
    {
      header: t('overview.nodes.system'),
      isData: true,
      cell: answered(({ operating_system: system }) => system),
    },
    {
      header: t('overview.nodes.started'),
      cell: answered(({ started_at: instant }) => <RelativeTime instant={instant} />),
    },
  ]
}

function Memory({ nodeId }: { nodeId: string }) {
  const t = useText()
  const call = useCall()
  const { data } = useQuery(
    polledQuery(call, ['node-runtime', nodeId], POLL_MS, getRuntimeInfoOfNode, { params: { nodeId } }),
  )
  if (data === undefined) return '-'
  const [used, max] = [data.used_memory.megabytes, data.max_memory.megabytes]
  const label = t('overview.nodes.memory.value', { used, max })
  return (
    <Tooltip label={<span translate="no">{data.info}</span>}>
      <Box miw={120}>
        <Text size="xs">{label}</Text>
        <Progress value={(used / max) * 100} size="sm" aria-label={label} />
      </Box>
    </Tooltip>
  )
}
