import { listPipelineConnections } from '@logyard/contract/pipelines/pipeline-connections'
import { createPipeline, type PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { IconArrowFork, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { pageInMemory } from '../../../ui/data-table/rows-in-memory.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { AreaLinks } from '../area-links.tsx'
import { pipelineExecuted, stageExecuted } from '../metrics/metric-names.ts'
import { useLiveRates } from '../metrics/use-live-rates.ts'
import { stageNumbers } from '../model/pipeline-source.ts'
import { connectionsQuery, pipelinesQuery, processedStreamsQuery } from '../pipeline-queries.ts'
import { usePipelineColumns } from './use-pipeline-columns.tsx'
import { usePipelineRowActions } from './use-pipeline-row-actions.tsx'

const NONE: readonly PipelineSource[] = []
const titleOf = ({ title }: PipelineSource) => title
const IN_MEMORY = { text: (pipeline: PipelineSource) => titleOf(pipeline) ?? '', sort: { title: titleOf } }

/** All pipelines with their streams, stages and live throughput. */
export function PipelinesScreen() {
  const t = useText()
  const may = useMay()
  const go = useGo()
  const call = useCall()
  const list = useListState({ sort: 'title' })
  const pipelines = useQuery(pipelinesQuery(call))
  const connections = useQuery({ ...connectionsQuery(call), enabled: may(listPipelineConnections) })
  const streams = useQuery(processedStreamsQuery(call))
  const all = pipelines.data ?? NONE
  const rates = useLiveRates(useMemo(() => all.flatMap(metricsOf), [all]))
  const columns = usePipelineColumns({
    stages: stageNumbers(all),
    connections: connections.data ?? [],
    streams: streams.data ?? [],
    rates,
  })
  const canCreate = may(createPipeline)
  useFailureToast(
    pipelines.error ?? connections.error ?? streams.error,
    (status) => t('pipelines.toast.listFailed', { status }),
    t('pipelines.toast.listFailed.title'),
  )
  useCommand('pipelines.create', t('pipelines.add'), () => go(routes.pipelines.create()), canCreate)
  const isPending = pipelines.isPending || connections.isLoading || streams.isPending
  const add = canCreate && (
    <LinkButton to={routes.pipelines.create()} leftSection={<IconPlus size={16} />}>
      {t('pipelines.add')}
    </LinkButton>
  )
  const rowActions = usePipelineRowActions()
  return (
    <Page title={t('pipelines.title')} description={t('pipelines.description')} action={add}>
      <AreaLinks />
      <DataTable
        label={t('pipelines.title')}
        list={list}
        result={{
          data: isPending || pipelines.data === undefined ? undefined : pageInMemory(pipelines.data, list, IN_MEMORY),
          error: pipelines.error ?? connections.error ?? streams.error,
          isFetching: pipelines.isFetching,
          refetch: () => Promise.all([pipelines.refetch(), connections.refetch(), streams.refetch()]),
        }}
        columns={columns}
        rowId={({ id }) => id ?? ''}
        rowName={({ title }) => title ?? ''}
        rowActions={rowActions}
        searchHelp="words"
        empty={{
          icon: <IconArrowFork />,
          title: t('pipelines.none'),
          text: t('pipelines.none.text'),
          action: add,
        }}
      />
    </Page>
  )
}

const metricsOf = ({ id, stages }: PipelineSource) => [
  pipelineExecuted(id ?? ''),
  ...stages.map(({ stage }) => stageExecuted(id ?? '', stage)),
]
