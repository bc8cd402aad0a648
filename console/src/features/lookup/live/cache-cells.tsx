import { Text } from '@mantine/core'
import { FormattedNumber } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { hitRateOf } from './hit-rate.ts'
import { cacheMetric } from './metric-names.ts'
import type { SampledMetrics } from './use-sampled-metrics.ts'

function NotAvailable() {
  const t = useText()
  return (
    <Text span inherit c="dimmed">
      {t('lookup.notAvailable')}
    </Text>
  )
}

export function EntriesCell({ metrics, id }: { metrics: SampledMetrics; id: string }) {
  const entries = metrics.total(cacheMetric(id, 'entries'))
  return entries === undefined || entries < 0 ? <NotAvailable /> : <FormattedNumber value={entries} />
}

export function HitRateCell({ metrics, id }: { metrics: SampledMetrics; id: string }) {
  const rate = hitRateOf(metrics.total(cacheMetric(id, 'hits')), metrics.total(cacheMetric(id, 'misses')))
  return rate === undefined ? (
    <NotAvailable />
  ) : (
    <FormattedNumber value={rate} style="percent" maximumSignificantDigits={3} />
  )
}
