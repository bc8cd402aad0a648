/** The live figures of caches and data adapters. */
import { FormattedNumber, useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import { cacheMetric } from './metric-names.ts'
import type { SampledMetrics } from './use-sampled-metrics.ts'

const Unknown = ({ text }: { text: 'lookup.notAvailable' | 'lookup.calculating' }) => (
  <DimmedWords>{useText()(text)}</DimmedWords>
)

interface CacheCellProps {
  readonly metrics: SampledMetrics
  readonly id: string
}

export function EntriesCell({ metrics, id }: CacheCellProps) {
  const entries = metrics.total(cacheMetric(id, 'entries'))
  return entries === undefined || entries < 0 ? (
    <Unknown text="lookup.notAvailable" />
  ) : (
    <FormattedNumber value={entries} />
  )
}

export function HitRateCell({ metrics, id }: CacheCellProps) {
  const hits = metrics.total(cacheMetric(id, 'hits')) ?? 0
  const all = hits + (metrics.total(cacheMetric(id, 'misses')) ?? 0)
  // Before the first lookup there is no rate.
  if (all < 1) return <Unknown text="lookup.notAvailable" />
  return <FormattedNumber value={hits / all} style="percent" maximumSignificantDigits={3} />
}

/** Lookups per second of a cache or a data adapter. */
export function RateCell({ metrics, name }: { metrics: SampledMetrics; name: string }) {
  const t = useText()
  const { formatNumber } = useIntl()
  if (!metrics.isReady) return <Unknown text="lookup.calculating" />
  const rate = formatNumber(metrics.rate(name) ?? 0, { maximumSignificantDigits: 3 })
  return <span>{t('lookup.throughput.value', { rate })}</span>
}
