import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { Paper, Stack } from '@mantine/core'
import { IconServer2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall, useServices } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { nodesQuery } from '../../cluster/cluster-queries.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ApiBrowserButton } from './api-browser-button.tsx'
import { GoneNodes } from './gone-nodes.tsx'
import { NodeCard } from './node-card.tsx'
import { figuresOfNode, useNodeMetrics } from './node-figures.ts'
import { clusterQuery } from './node-queries.ts'
import { VersionNotice } from './version-notice.tsx'

/** The nodes of the cluster, with their states and throughput. */
export function NodesScreen() {
  const t = useText()
  const call = useCall()
  const nodes = useQuery(nodesQuery(call))
  const cluster = useQuery(clusterQuery(call))
  const metrics = useNodeMetrics()
  useFailureToast(cluster.error, 'nodes.toast.clusterFailed')
  return (
    <Page
      title={t('nodes.title')}
      description={t('nodes.description')}
      action={<ClusterApiBrowser nodes={nodes.data ?? []} />}
    >
      <Loaded query={nodes} lines={5}>
        {(data) => (
          <Stack gap="sm">
            <Dimmed>{t('nodes.count', { count: data.length })}</Dimmed>
            <VersionNotice nodes={data} />
            {data.length === 0 && (
              <Paper>
                <EmptyState icon={<IconServer2 />} title={t('nodes.none')} />
              </Paper>
            )}
            {data.map((node) => (
              <NodeCard
                key={node.node_id}
                node={node}
                overview={cluster.data === undefined ? undefined : (cluster.data[node.node_id] ?? null)}
                figures={metrics === undefined ? undefined : figuresOfNode(metrics, node.node_id)}
              />
            ))}
            <GoneNodes />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

/** The browser whose requests go to any node: for an address that is not that of one node. */
function ClusterApiBrowser({ nodes }: { nodes: readonly NodeSummary[] }) {
  const t = useText()
  const { apiUrl } = useServices().config
  const used = new URL(apiUrl, location.href).href
  if (nodes.every(({ transport_address }) => transport_address === used)) return null
  return <ApiBrowserButton href={`${apiUrl}api-browser/global/index.html`} label={t('nodes.clusterApiBrowser')} />
}
