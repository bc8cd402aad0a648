import type { ErrorStates } from '@logyard/contract/lookup/lookup-errors'
import { Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { EntriesCell, HitRateCell } from '../live/cache-cells.tsx'
import { adapterRequests, cacheMetric } from '../live/metric-names.ts'
import { ProblemMark } from '../live/problem-mark.tsx'
import { RateCell } from '../live/rate-cell.tsx'
import { useSampledMetrics } from '../live/use-sampled-metrics.ts'
import { LookupTitle } from '../lookup-title.tsx'
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
  const title: Column<Part> = {
    id: 'title',
    header: t('lookup.title'),
    sortKey: 'title',
    isTitle: true,
    cell: (part) => (
      <LookupTitle
        to={routes.show(part.name)}
        title={part.title}
        contentPack={part.content_pack}
        problem={<ProblemMark kind={kind} name={part.title} problem={states?.[part.name]} />}
      />
    ),
  }
  const description: Column<Part> = {
    id: 'description',
    header: t('lookup.description'),
    sortKey: 'description',
    isWide: true,
    cell: (part) => (part.description === '' ? null : <span translate="no">{part.description}</span>),
  }
  const name: Column<Part> = {
    id: 'name',
    header: t('lookup.name'),
    sortKey: 'name',
    cell: (part) => (
      <Text span inherit ff="monospace" fz="xs" translate="no">
        {part.name}
      </Text>
    ),
  }
  const type: Column<Part> = {
    id: 'type',
    header: t('lookup.type'),
    cell: ({ config }) => <span translate="no">{types?.[config.type]?.form.title ?? config.type}</span>,
  }
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
