import { Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import type { SampledMetrics } from './use-sampled-metrics.ts'

/** How many lookups a second a cache or a data adapter is asked for. */
export function RateCell({ metrics, name }: { metrics: SampledMetrics; name: string }) {
  const t = useText()
  const { formatNumber } = useIntl()
  if (!metrics.isReady) {
    return (
      <Text span inherit c="dimmed">
        {t('lookup.calculating')}
      </Text>
    )
  }
  const rate = formatNumber(metrics.rate(name) ?? 0, { maximumSignificantDigits: 3 })
  return <span>{t('lookup.throughput.value', { rate })}</span>
}
