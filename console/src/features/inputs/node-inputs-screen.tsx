import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { goneNodesQuery, nodeNameAmong, nodesQuery } from '../../cluster/cluster-queries.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { NotFoundPage } from '../../ui/page/not-found-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { InputLists } from './list/input-lists.tsx'

/** The inputs of one node: the global inputs with their state there, and the node's own inputs. */
export function NodeInputsScreen() {
  const t = useText()
  const { id: nodeId } = useRouteParams(routes.inputs.ofNode)
  const call = useCall()
  const gone = useQuery(goneNodesQuery(call))
  const page = (name: string) => (
    <Page
      title={t('inputs.ofNode')}
      subject={name}
      description={t('inputs.ofNode.description')}
      action={
        <LinkButton variant="default" to={routes.inputs.list()}>
          {t('inputs.ofNode.all')}
        </LinkButton>
      }
    >
      <InputLists nodeId={nodeId} />
    </Page>
  )
  return (
    <Loaded query={useQuery(nodesQuery(call))}>
      {(nodes) => {
        const node = [...nodes, ...(gone.data ?? [])].find(({ node_id }) => node_id === nodeId)
        if (node !== undefined) return page(nodeNameAmong(node, nodes))
        return gone.isPending ? <Loading /> : <NotFoundPage />
      }}
    </Loaded>
  )
}
