import { connectsPipelines } from '@logyard/contract/identity/rights'
import type { PipelineConnections } from '@logyard/contract/pipelines/pipeline-connections'
import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { pipelineExecuted } from '../metrics/metric-names.ts'
import { Throughput } from '../metrics/rate-text.tsx'
import type { LiveRates } from '../metrics/use-live-rates.ts'
import { type ProcessedStream, streamsOf } from '../pipeline-queries.ts'
import { NotRunning } from '../places/not-running.tsx'
import { SourceErrorsBadge, useReasons } from '../source-editor/source-errors-badge.tsx'
import { Timeline } from './timeline.tsx'

interface PipelineColumnsInput {
  /** The stage numbers of all pipelines. */
  readonly stages: readonly number[]
  /** Undefined for users who may not see them. */
  readonly connections: readonly PipelineConnections[] | undefined
  readonly streams: readonly ProcessedStream[]
  readonly rates: LiveRates
  readonly onConnect: (pipeline: PipelineSource) => void
}

export function usePipelineColumns(input: PipelineColumnsInput): readonly Column<PipelineSource>[] {
  const { stages, connections, streams, rates, onConnect } = input
  const t = useText()
  const mayConnect = useMay()(connectsPipelines)
  const reasons = useReasons()
  return [
    titleColumn({
      id: 'title',
      header: t('pipelines.column.pipeline'),
      sortKey: 'title',
      name: ({ title }) => title ?? '',
      to: ({ id }) => routes.pipelines.show(id ?? ''),
      badges: ({ errors }) => errors !== null && <SourceErrorsBadge />,
      description: ({ description, errors }) => (errors === null ? description : reasons(errors)),
    }),
    {
      id: 'streams',
      header: t('pipelines.column.streams'),
      cell: (pipeline) =>
        connections && (
          <ConnectedStreams
            titles={streamsOf(pipeline.id, connections, streams).map(({ title }) => title)}
            onConnect={mayConnect ? () => onConnect(pipeline) : undefined}
          />
        ),
    },
    {
      id: 'throughput',
      header: t('pipelines.column.throughput'),
      align: 'right',
      cell: ({ id }) => <Throughput rates={rates} metric={pipelineExecuted(id ?? '')} />,
    },
    {
      id: 'timeline',
      header: t('pipelines.column.timeline'),
      cell: (pipeline) => <Timeline pipeline={pipeline} stages={stages} rates={rates} />,
    },
  ]
}

interface ConnectedStreamsProps {
  readonly titles: readonly string[]
  readonly onConnect: (() => void) | undefined
}

function ConnectedStreams({ titles, onConnect }: ConnectedStreamsProps) {
  const t = useText()
  if (titles.length === 0) {
    return (
      <NotRunning {...(onConnect && { action: { label: t('pipelines.place.connect'), onClick: onConnect } })}>
        {t('pipelines.place.noStream')}
      </NotRunning>
    )
  }
  const all = titles.join(', ')
  return (
    <span title={all} translate="no">
      {all}
    </span>
  )
}
