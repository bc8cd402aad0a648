import type { PipelineConnections } from '@logyard/contract/pipelines/pipeline-connections'
import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import { pipelineExecuted } from '../metrics/metric-names.ts'
import { Throughput } from '../metrics/rate-text.tsx'
import type { LiveRates } from '../metrics/use-live-rates.ts'
import { type ProcessedStream, streamsOf } from '../pipeline-queries.ts'
import { SourceErrorsBadge, useReasons } from '../source-editor/source-errors-badge.tsx'
import { Timeline } from './timeline.tsx'

interface PipelineColumnsInput {
  /** The stage numbers of all pipelines. */
  readonly stages: readonly number[]
  readonly connections: readonly PipelineConnections[]
  readonly streams: readonly ProcessedStream[]
  readonly rates: LiveRates
}

export function usePipelineColumns(input: PipelineColumnsInput): readonly Column<PipelineSource>[] {
  const { stages, connections, streams, rates } = input
  const t = useText()
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
      cell: ({ id }) => <ConnectedStreams titles={streamsOf(id, connections, streams).map(({ title }) => title)} />,
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

function ConnectedStreams({ titles }: { titles: readonly string[] }) {
  const t = useText()
  if (titles.length === 0) {
    return <DimmedWords>{t('pipelines.notConnected')}</DimmedWords>
  }
  const all = titles.join(', ')
  return (
    <span title={all} translate="no">
      {all}
    </span>
  )
}
