import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNodeName } from '../../cluster/use-node-name.ts'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { nodeQuery } from './node-queries.ts'

interface NodePageProps {
  readonly nodeId: string
  /** Title of a subpage, which links back to the node's page. */
  readonly title?: string
  readonly description?: ReactNode
  readonly action?: (node: NodeSummary) => ReactNode
  readonly children: (node: NodeSummary) => ReactNode
}

/** The layout of the pages about one node; shows an error if the node is unknown. */
export function NodePage({ nodeId, title, description, action, children }: NodePageProps) {
  const t = useText()
  const nameOf = useNodeName()
  const found = useQuery(nodeQuery(useCall(), nodeId))
  const crumbsOf = (name: string) =>
    title === undefined ? [] : [{ label: name, to: routes.node(nodeId), isData: true }]
  return (
    <Loaded query={found} isPageEntity>
      {(node) => (
        <Page
          title={title ?? t('nodes.node')}
          subject={nameOf(node)}
          crumbs={crumbsOf(nameOf(node))}
          description={description}
          action={action?.(node)}
        >
          {children(node)}
        </Page>
      )}
    </Loaded>
  )
}
