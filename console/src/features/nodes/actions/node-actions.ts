/** The changes of a node. */
import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { overrideLoadBalancerStatusOfNode, shutDownNode } from '@logyard/contract/cluster/lifecycle'
import { pauseProcessingOfNode, resumeProcessingOfNode } from '@logyard/contract/processing/processing'
import { nodeName } from '../../../cluster/cluster-queries.ts'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import { CLUSTER_KEY } from '../node-queries.ts'

const CHANGED = [CLUSTER_KEY, ['nodes']] as const

/** Pauses or resumes the message processing of a node. */
export const useSetProcessing = (command: 'pause' | 'resume') =>
  useAskedAction({
    run: (call, { node_id: nodeId }: NodeSummary) =>
      call(command === 'pause' ? pauseProcessingOfNode : resumeProcessingOfNode, { params: { nodeId } }),
    texts: `nodes.toast.${command}`,
    question: `nodes.${command}`,
    confirmLabel: `nodes.${command}.title`,
    isHarmless: true,
    values: (node) => ({ node: nodeName(node) }),
    changes: CHANGED,
  })

/** Overrides the status that a node reports to load balancers. */
export const useOverrideStatus = (status: 'ALIVE' | 'DEAD') =>
  useAskedAction({
    run: (call, { node_id: nodeId }: NodeSummary) =>
      call(overrideLoadBalancerStatusOfNode, { params: { nodeId, status } }),
    texts: 'nodes.toast.override',
    question: 'nodes.override',
    confirmLabel: 'nodes.override.title',
    isHarmless: status === 'ALIVE',
    values: (node) => ({ override: status, node: nodeName(node) }),
    changes: CHANGED,
  })

export const useShutDown = () =>
  useAction({
    run: (call, { node_id: nodeId }: NodeSummary) => call(shutDownNode, { params: { nodeId } }),
    texts: 'nodes.toast.shutdown',
    values: (node) => ({ node: nodeName(node) }),
    changes: CHANGED,
  })
