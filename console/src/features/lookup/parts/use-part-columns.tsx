import type { ErrorStates } from '@logyard/contract/lookup/lookup-errors'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { textColumn } from '../../../ui/data-table/ready-columns.tsx'
import { EntriesCell, HitRateCell, RateCell } from '../live/figure-cells.tsx'
import { adapterRequests, cacheMetric } from '../live/metric-names.ts'
import { useSampledMetrics } from '../live/use-sampled-metrics.ts'
import { useLookupColumns } from '../lookup-columns.tsx'
import type { Part, PartKind } from './part-kind.ts'
import { usePartTypes } from './use-part-types.ts'

const CACHE_FIGURES = ['requests', 'hits', 'misses', 'entries'] as const

export function usePartColumns(
  partKind: PartKind,
  parts: readonly Part[],
  errors: ErrorStates | undefined,
): readonly Column<Part>[] {
  const { kind, routes } = partKind
  const types = usePartTypes(partKind).data
  const t = useText()
  const metrics = useSampledMetrics(
    parts.flatMap(({ id }) =>
      kind === 'cache' ? CACHE_FIGURES.map((figure) => cacheMetric(id, figure)) : [adapterRequests(id)],
    ),
  )
  const states = kind === 'cache' ? errors?.caches : errors?.data_adapters
  const { title, description, name } = useLookupColumns<Part>({ kind, to: routes.show, problems: states })
  const type = textColumn<Part>({
    id: 'type',
    header: t('lookup.type'),
    text: ({ config }) => types?.[config.type]?.form.title ?? config.type,
  })
  const throughput: Column<Part> = {
    id: 'throughput',
    header: t('lookup.throughput'),
    align: 'right',
    cell: ({ id }) => (
      <RateCell metrics={metrics} name={kind === 'cache' ? cacheMetric(id, 'requests') : adapterRequests(id)} />
    ),
  }
  const figures: readonly Column<Part>[] = [
    {
      id: 'entries',
      header: t('lookup.entries'),
      help: t('lookup.entries.help'),
      align: 'right',
      cell: ({ id }) => <EntriesCell metrics={metrics} id={id} />,
    },
    {
      id: 'hitRate',
      header: t('lookup.hitRate'),
      help: t('lookup.hitRate.help'),
      align: 'right',
      cell: ({ id }) => <HitRateCell metrics={metrics} id={id} />,
    },
  ]
  return [title, type, description, name, ...(kind === 'cache' ? figures : []), throughput]
}
