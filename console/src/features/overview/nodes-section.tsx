import { getClusterOverview, getRuntimeInfoOfNode, type SystemOverview } from '@logyard/contract/cluster/cluster'
import type { Lifecycle } from '@logyard/contract/cluster/lifecycle'
import { Progress, Table, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { productVersion } from '../../base/server/product-version.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { StatusDot, type StatusTone } from '../../ui/status-dot.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './overview.module.css'
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
  const result = useQuery({
    queryKey: ['cluster-overview'],
    queryFn: ({ signal }) => call(getClusterOverview, { signal, extendSession: false }),
    refetchInterval: POLL_MS,
  })
  const nodes = Object.entries(result.data ?? {})
  return (
    <Section
      title={result.data === undefined ? t('overview.nodes') : t('overview.nodes.count', { count: nodes.length })}
    >
      {result.isPending && <LoadingLines lines={3} />}
      {result.isError && result.data === undefined && <LoadFailed error={result.error} onRetry={result.refetch} />}
      {result.data !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={classes['scroll']} tabIndex={0} aria-label={t('overview.nodes')}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('overview.nodes.name')}</Table.Th>
                <Table.Th>{t('overview.nodes.state')}</Table.Th>
                <Table.Th>{t('overview.nodes.processing')}</Table.Th>
                <Table.Th>{t('overview.nodes.memory')}</Table.Th>
                <Table.Th>{t('overview.nodes.version')}</Table.Th>
                <Table.Th>{t('overview.nodes.system')}</Table.Th>
                <Table.Th>{t('overview.nodes.started')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {nodes.map(([id, node]) => (
                <NodeRow key={id} id={id} node={node} />
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
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
  const { data } = useQuery({
    queryKey: ['node-runtime', nodeId],
    queryFn: ({ signal }) => call(getRuntimeInfoOfNode, { params: { nodeId }, signal, extendSession: false }),
    refetchInterval: POLL_MS,
  })
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
