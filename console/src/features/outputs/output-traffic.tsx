import type { OutputDelivery } from '@logyard/contract/outputs/outputs'
import { useRichText, useText } from '../../base/text/text.tsx'
import { answered, type LiveMetrics } from '../../cluster/live-metrics.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { useRate } from '../../ui/use-rate.ts'
import { figuresOf } from './output-figures.ts'
import classes from './outputs.module.css'

interface OutputTrafficProps {
  readonly outputId: string
  readonly metrics: LiveMetrics | undefined
  readonly delivery: OutputDelivery | undefined
}

/** An output's traffic, summed over all nodes, and what waits for it on this node. */
export function OutputTraffic({ outputId, metrics, delivery }: OutputTrafficProps) {
  const t = useText()
  const rich = useRichText()
  const rate = useRate()
  const bytes = useBytes()
  if (metrics === undefined) return <LoadingLines lines={3} />
  const figures = figuresOf(outputId, answered(metrics))
  if (figures === undefined) {
    return <Dimmed>{t('outputs.traffic.none')}</Dimmed>
  }
  const { written, minuteRate, dropped, faults, queuedMessages, queuedBytes } = figures
  return (
    <ul className={classes['figures']} aria-label={t('outputs.traffic')}>
      <li data-main>{t('outputs.traffic.rate', { rate: rate(minuteRate) })}</li>
      <li>{t('outputs.traffic.written', { count: written })}</li>
      <li data-tone={queuedMessages > 0 && faults > 0 ? 'warn' : undefined}>
        {t('outputs.traffic.queued', { count: queuedMessages, size: bytes(queuedBytes) })}
      </li>
      {delivery?.oldest_at != null && (
        <li>
          {rich('outputs.traffic.oldest', { time: <RelativeTime every="second" instant={delivery.oldest_at} /> })}
        </li>
      )}
      {dropped > 0 && <li data-tone="warn">{t('outputs.traffic.dropped', { count: dropped })}</li>}
      {faults > 0 && <li>{t('outputs.traffic.faults', { count: faults })}</li>}
      {delivery?.last_failure != null && (
        <li data-tone={delivery.is_failing ? 'warn' : undefined}>
          {rich('outputs.traffic.lastFailure', {
            time: <RelativeTime every="second" instant={delivery.last_failure.at} />,
            reason: <span translate="no">{delivery.last_failure.reason}</span>,
          })}
        </li>
      )}
    </ul>
  )
}
