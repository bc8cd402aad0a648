import type { ErrorStates } from '@logyard/contract/lookup/lookup-errors'
import { FormattedNumber, useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { textColumn } from '../../../ui/data-table/ready-columns.tsx'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import { type SampledMetrics, useSampledMetrics } from '../live/use-sampled-metrics.ts'
import { useLookupColumns } from '../lookup-columns.tsx'
import type { Part, PartKind } from './part-kind.ts'
import { usePartTypes } from './use-part-types.ts'

const CACHE_FIGURES = ['requests', 'hits', 'misses', 'entries'] as const

const cacheMetric = (id: string, name: 'requests' | 'hits' | 'misses' | 'entries'): string =>
  `org.graylog2.lookup.caches.${id}.${name}`

const adapterRequests = (id: string): string => `org.graylog2.lookup.adapters.${id}.requests`

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
  const { title, description, name } = useLookupColumns<Part>({
    kind,
    to: routes.show,
    problems: states,
    off: kind === 'cache' ? [] : errors?.off.data_adapters,
  })
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

const Unknown = ({ text }: { text: 'lookup.notAvailable' | 'lookup.calculating' }) => (
  <DimmedWords>{useText()(text)}</DimmedWords>
)

interface CacheCellProps {
  readonly metrics: SampledMetrics
  readonly id: string
}

function EntriesCell({ metrics, id }: CacheCellProps) {
  const entries = metrics.total(cacheMetric(id, 'entries'))
  return entries === undefined || entries < 0 ? (
    <Unknown text="lookup.notAvailable" />
  ) : (
    <FormattedNumber value={entries} />
  )
}

function HitRateCell({ metrics, id }: CacheCellProps) {
  const hits = metrics.total(cacheMetric(id, 'hits')) ?? 0
  const all = hits + (metrics.total(cacheMetric(id, 'misses')) ?? 0)
  // Before the first lookup there is no rate.
  if (all < 1) return <Unknown text="lookup.notAvailable" />
  return <FormattedNumber value={hits / all} style="percent" maximumSignificantDigits={3} />
}

/** Lookups per second of a cache or a data adapter. */
function RateCell({ metrics, name }: { metrics: SampledMetrics; name: string }) {
  const t = useText()
  const { formatNumber } = useIntl()
  if (!metrics.isReady) return <Unknown text="lookup.calculating" />
  const rate = formatNumber(metrics.rate(name) ?? 0, { maximumSignificantDigits: 3 })
  return <span>{t('lookup.throughput.value', { rate })}</span>
}
