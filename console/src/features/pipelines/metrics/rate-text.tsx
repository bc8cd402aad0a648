import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { useRate } from '../../../ui/use-rate.ts'
import type { LiveRates } from './use-live-rates.ts'

const RATE_FORMAT = { maximumSignificantDigits: 3 } as const

/** Messages per second. */
export function Throughput({ rates, metric }: { rates: LiveRates; metric: string }) {
  const t = useText()
  const text = useRate()
  const rate = rates.rate(metric)
  return <span>{rate === undefined ? t('pipelines.rate.calculating') : text(rate)}</span>
}

/** Errors per second, and since the nodes started. */
export function ErrorRate({ rates, metric }: { rates: LiveRates; metric: string }) {
  const t = useText()
  const intl = useIntl()
  const rate = rates.rate(metric)
  const total = rates.total(metric)
  if (rate === undefined || total === undefined) return <span>{t('pipelines.rate.calculating')}</span>
  return (
    <span data-tone={total > 0 ? 'bad' : undefined}>
      {t('pipelines.errors.rate', { rate: intl.formatNumber(rate, RATE_FORMAT), total })}
    </span>
  )
}
