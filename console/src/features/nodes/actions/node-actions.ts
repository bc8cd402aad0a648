/** The mutations of a node, with their toasts. */
import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { overrideLoadBalancerStatusOfNode, shutDownNode } from '@logyard/contract/cluster/lifecycle'
import { pauseProcessingOfNode, resumeProcessingOfNode } from '@logyard/contract/processing/processing'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { nodeName } from '../../../cluster/cluster-queries.ts'
import { CLUSTER_KEY } from '../node-queries.ts'

const CHANGED = [CLUSTER_KEY, ['nodes']] as const

export function useSetProcessing(command: 'pause' | 'resume') {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ node_id: nodeId }: NodeSummary) =>
      call(command === 'pause' ? pauseProcessingOfNode : resumeProcessingOfNode, { params: { nodeId } }),
    succeeded: (node) => t(`nodes.toast.${command}`, { node: nodeName(node) }),
    failed: (node, status) => ({
      title: t(`nodes.toast.${command}Failed.title`, { node: nodeName(node) }),
      text: t(`nodes.toast.${command}Failed`, { node: nodeName(node), status }),
    }),
    changes: CHANGED,
  })
}

/** The statuses that a node can report to load balancers. */
export const OVERRIDES = ['ALIVE', 'DEAD'] as const
export type Override = (typeof OVERRIDES)[number]

export function useOverrideStatus() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ node, status }: { node: NodeSummary; status: Override }) =>
      call(overrideLoadBalancerStatusOfNode, { params: { nodeId: node.node_id, status } }),
    succeeded: ({ node, status }) => t('nodes.toast.override', { status, node: nodeName(node) }),
    failed: ({ node, status }, reason) => ({
      title: t('nodes.toast.overrideFailed.title', { status, node: nodeName(node) }),
      text: t('nodes.toast.overrideFailed', { status, node: nodeName(node), reason }),
    }),
    changes: CHANGED,
  })
}

export function useShutDown() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ node_id: nodeId }: NodeSummary) => call(shutDownNode, { params: { nodeId } }),
    succeeded: (node) => t('nodes.toast.shutdown', { node: nodeName(node) }),
    failed: (node, status) => ({
      title: t('nodes.toast.shutdownFailed.title', { node: nodeName(node) }),
      text: t('nodes.toast.shutdownFailed', { node: nodeName(node), status }),
    }),
    changes: CHANGED,
  })
}
