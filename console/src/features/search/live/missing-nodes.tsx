import { Alert } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useRichText } from '../../../base/text/text.tsx'
import { nodesQuery } from '../../../cluster/cluster-queries.ts'
import { NodeLink } from '../../../cluster/node-link.tsx'
import type { TailState } from './tail-session.ts'

/** Names the nodes whose messages the tail lacks, until they are back. */
export function MissingNodes({ missing, missingBefore }: Pick<TailState, 'missing' | 'missingBefore'>) {
  const rich = useRichText()
  const nodes = useQuery({ ...nodesQuery(useCall()), enabled: missingBefore.length > 0 })
  // The tail of this connection includes all nodes that were active when it began.
  const isBack = (nodeId: string) => nodes.data?.some(({ node_id }) => node_id === nodeId) === true
  const ids = [...new Set([...missing, ...missingBefore.filter((nodeId) => !isBack(nodeId))])]
  if (ids.length === 0) return null
  const links = ids.map((nodeId, at) => (
    <Fragment key={nodeId}>
      {at > 0 && ', '}
      <NodeLink nodeId={nodeId} />
    </Fragment>
  ))
  return (
    <Alert color="amber" radius={0} py="xs" role="status" icon={<IconPlugConnectedX size={16} />}>
      {rich('searchTools.live.missing', { count: ids.length, nodes: <span>{links}</span> })}
    </Alert>
  )
}
