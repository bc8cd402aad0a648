import { getClusterOverview, getRuntimeInfoOfNode, type SystemOverview } from '@logyard/contract/cluster/cluster'
import type { Lifecycle } from '@logyard/contract/cluster/lifecycle'
import { Progress, Table, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { polledQuery } from '../../api/call-query.ts'
import { productVersion } from '../../base/server/product-version.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { ScrollingTable } from '../../ui/scrolling-table/scrolling-table.tsx'
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

export function NodesSection() {
  const t = useText()
  const call = useCall()
  const result = useQuery(polledQuery(call, ['cluster-overview'], POLL_MS, getClusterOverview))
  const nodes = Object.entries(result.data ?? {})
  return (
    <Section
      title={result.data === undefined ? t('overview.nodes') : t('overview.nodes.count', { count: nodes.length })}
    >
      <Loaded query={result} lines={3}>
        {() => (
          <ScrollingTable
            label={t('overview.nodes')}
            headings={[
              t('overview.nodes.name'),
              t('overview.nodes.state'),
              t('overview.nodes.processing'),
              t('overview.nodes.memory'),
              t('overview.nodes.version'),
              t('overview.nodes.system'),
              t('overview.nodes.started'),
            ]}
          >
            {nodes.map(([id, node]) => (
              <NodeRow key={id} id={id} node={node} />
            ))}
          </ScrollingTable>
        )}
      </Loaded>
    </Section>
  )
}

function NodeRow({ id, node }: { id: string; node: SystemOverview | null }) {
  const t = useText()
  const may = useMay()
  if (node === null) {
    return (
      <Table.Tr>
        <Table.Td ff="monospace" translate="no">
          {id}
        </Table.Td>
        <Table.Td colSpan={6}>
          <StatusDot tone="off">{t('overview.nodes.silent')}</StatusDot>
        </Table.Td>
      </Table.Tr>
    )
  }
  return (
    <Table.Tr>
      <Table.Td translate="no">
        <Text size="sm" fw={550}>
          {node.hostname}
        </Text>
      </Table.Td>
      <Table.Td>
        <StatusDot tone={TONES[node.lifecycle] ?? 'off'}>{t(`overview.lifecycle.${node.lifecycle}`)}</StatusDot>
      </Table.Td>
      <Table.Td>
        <StatusDot tone={node.is_processing ? 'ok' : 'warn'}>
          {node.is_processing ? t('overview.nodes.processing.on') : t('overview.nodes.processing.off')}
        </StatusDot>
      </Table.Td>
      <Table.Td miw={140}>{may(getRuntimeInfoOfNode, { nodeId: id }) ? <Memory nodeId={id} /> : '-'}</Table.Td>
      <Table.Td translate="no">{productVersion(node.version)}</Table.Td>
      <Table.Td translate="no">{node.operating_system}</Table.Td>
      <Table.Td>
        <RelativeTime instant={node.started_at} />
      </Table.Td>
    </Table.Tr>
  )
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
      <div>
        <Text size="xs">{label}</Text>
        <Progress value={(used / max) * 100} size="sm" aria-label={label} />
      </div>
    </Tooltip>
  )
}
