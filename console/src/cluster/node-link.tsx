import { Text, Tooltip } from '@mantine/core'
import { IconBinaryTree2, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../base/routes/app-link.tsx'
import { routes } from '../base/routes/routes.ts'
import { useCall } from '../base/services/services.tsx'
import { useText } from '../base/text/text.tsx'
import { goneNodesQuery, nodeNameAmong, nodesQuery } from './cluster-queries.ts'
import classes from './node-link.module.css'

/** A link to a node's page, with the node's short id and host, and a mark on the master. */
export function NodeLink({ nodeId }: { nodeId: string }) {
  const t = useText()
  const call = useCall()
  const nodes = useQuery(nodesQuery(call))
  const active = nodes.data?.find((candidate) => candidate.node_id === nodeId)
  const gone = useQuery({ ...goneNodesQuery(call), enabled: nodes.isSuccess && active === undefined })
  const node = active ?? gone.data?.find((candidate) => candidate.node_id === nodeId)
  if (node === undefined) {
    return (
      <Text span inherit fs="italic" c="dimmed" title={nodeId} translate={nodes.isPending ? 'no' : 'yes'}>
        {nodes.isPending ? nodeId.slice(0, 8) : t('ui.node.unknown')}
      </Text>
    )
  }
  const name = <span translate="no">{nodeNameAmong(node, nodes.data ?? [])}</span>
  return (
    <span className={classes['node']}>
      {node.is_master ? (
        <Tooltip label={t('ui.node.master')}>
          <IconStarFilled size={13} role="img" aria-label={t('ui.node.master')} color="var(--ly-accent-text)" />
        </Tooltip>
      ) : (
        <IconBinaryTree2 size={13} aria-hidden />
      )}
      <AppLink to={routes.node(nodeId)}>{name}</AppLink>
    </span>
  )
}
