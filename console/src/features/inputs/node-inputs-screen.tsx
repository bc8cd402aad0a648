import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { nodeName, nodesQuery } from '../../cluster/cluster-queries.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { NotFoundPage } from '../../ui/page/not-found-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { InputLists } from './list/input-lists.tsx'

/** The inputs of one node: the global inputs with their state there, and the node's own inputs. */
export function NodeInputsScreen() {
  const t = useText()
  const { id: nodeId } = useRouteParams(routes.inputs.ofNode)
  const nodes = useQuery(nodesQuery(useCall()))
  if (nodes.isPending) return <Loading />
  if (nodes.data === undefined) return <LoadFailed error={nodes.error} onRetry={nodes.refetch} />
  const node = nodes.data.find(({ node_id }) => node_id === nodeId)
  if (node === undefined) return <NotFoundPage />
  return (
    <Page
      title={t('inputs.ofNode')}
      documentTitle={t('inputs.ofNode.documentTitle', { name: nodeName(node) })}
      subject={nodeName(node)}
      description={t('inputs.ofNode.description')}
      crumbs={[{ label: t('shell.system') }, { label: t('inputs.title'), to: routes.inputs.list() }]}
      action={
        <LinkButton variant="default" to={routes.inputs.list()}>
          {t('inputs.ofNode.all')}
        </LinkButton>
      }
    >
      <InputLists nodeId={nodeId} />
    </Page>
  )
}
