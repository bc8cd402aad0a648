import { listPipelineConnections } from '@logyard/contract/pipelines/pipeline-connections'
import {
  createPipeline,
  deletePipeline,
  type PipelineSource,
  updatePipeline,
} from '@logyard/contract/pipelines/pipelines'
import { IconArrowFork } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { pageInMemory } from '../../../ui/data-table/rows-in-memory.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { AreaLinks } from '../area-links.tsx'
import { pipelineExecuted, stageExecuted } from '../metrics/metric-names.ts'
import { useLiveRates } from '../metrics/use-live-rates.ts'
import { stageNumbers } from '../model/pipeline-source.ts'
import { ConnectionsDialog } from '../pipeline/connections-dialog.tsx'
import { useDeletePipeline } from '../pipeline-actions.tsx'
import { connectionsQuery, pipelinesQuery, processedStreamsQuery } from '../pipeline-queries.ts'
import { usePipelineColumns } from './use-pipeline-columns.tsx'

const NONE: readonly PipelineSource[] = []
const titleOf = ({ title }: PipelineSource) => title
const IN_MEMORY = { text: (pipeline: PipelineSource) => titleOf(pipeline) ?? '', sort: { title: titleOf } }

/** All pipelines with their streams, stages and live throughput. */
export function PipelinesScreen() {
  const t = useText()
  const may = useMay()
  const call = useCall()
  const dialog = useFormDialog<PipelineSource>()
  const list = useListState({ sort: 'title' })
  const pipelines = useQuery(pipelinesQuery(call))
  const connections = useQuery({ ...connectionsQuery(call), enabled: may(listPipelineConnections) })
  const streams = useQuery(processedStreamsQuery(call))
  const all = pipelines.data ?? NONE
  const rates = useLiveRates(useMemo(() => all.flatMap(metricsOf), [all]))
  const columns = usePipelineColumns({
    stages: stageNumbers(all),
    connections: connections.data,
    streams: streams.data ?? [],
    rates,
    onConnect: dialog.open,
  })
  const error = pipelines.error ?? connections.error ?? streams.error
  useFailureToast(error, 'pipelines.toast.listFailed')
  const isPending = pipelines.isPending || connections.isLoading || streams.isPending
  const add = useCreateButton({
    label: 'pipelines.add',
    target: routes.pipelines.create(),
    isAllowed: may(createPipeline),
  })
  return (
    <Page title={t('pipelines.title')} description={t('pipelines.description')} action={add}>
      <AreaLinks />
      <DataTable
        label={t('pipelines.title')}
        list={list}
        result={{
          data: isPending || pipelines.data === undefined ? undefined : pageInMemory(pipelines.data, list, IN_MEMORY),
          error,
          isFetching: pipelines.isFetching,
          refetch: () => Promise.all([pipelines.refetch(), connections.refetch(), streams.refetch()]),
        }}
        columns={columns}
        rowId={({ id }) => id ?? ''}
        rowName={({ title }) => title ?? ''}
        hasHistory
        rowActions={usePipelineRowActions()}
        searchHelp="words"
        empty={{ icon: <IconArrowFork />, title: t('pipelines.none'), text: t('pipelines.none.text'), action: add }}
      />
      <ConnectionsDialog {...dialog} connections={connections.data ?? []} streams={streams.data ?? []} />
    </Page>
  )
}

function usePipelineRowActions() {
  const t = useText()
  const may = useMay()
  const remove = useDeletePipeline()
  return (pipeline: PipelineSource) => {
    const { id } = pipeline
    return allowed(
      may(updatePipeline, { id }) && editAction(t('pipelines.edit'), { to: routes.pipelines.show(id ?? '') }),
      may(deletePipeline, { id }) && deleteAction(t('pipelines.delete'), () => remove(pipeline)),
    )
  }
}

const metricsOf = ({ id, stages }: PipelineSource) => [
  pipelineExecuted(id ?? ''),
  ...stages.map(({ stage }) => stageExecuted(id ?? '', stage)),
]
