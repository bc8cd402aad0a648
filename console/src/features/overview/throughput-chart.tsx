import { useElementSize } from '@mantine/hooks'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import type { RatesAt } from '../../cluster/use-throughput.ts'
import { axisMaximum } from './axis-maximum.ts'
import classes from './overview.module.css'

const HEIGHT = 168
const LEFT = 44
const BOTTOM = 20
const TOP = 8

/** Incoming and outgoing messages per second over the last hours, as plain SVG; figures beside it say the same. */
export function ThroughputChart({ history, label }: { readonly history: readonly RatesAt[]; readonly label: string }) {
  const t = useText()
  const intl = useIntl()
  const { ref, width } = useElementSize()
  const now = history.at(-1)?.at ?? 0
  const spanMs = spanFor(now - (history[0]?.at ?? 0))
  const top = axisMaximum(Math.max(1, ...history.flatMap(({ input, output }) => [input, output])))
  const x = (at: number) => LEFT + (1 - (now - at) / spanMs) * (width - LEFT)
  const y = (rate: number) => TOP + (1 - rate / top) * (HEIGHT - TOP - BOTTOM)
  const agoText = (ms: number) =>
    intl.formatNumber(ms >= HOUR_MS ? ms / HOUR_MS : ms / 60_000, {
      style: 'unit',
      unit: ms >= HOUR_MS ? 'hour' : 'minute',
      unitDisplay: 'narrow',
      maximumFractionDigits: 1,
    })
  const runs = withoutGaps(history)
  const lines = (rateOf: (rates: RatesAt) => number, className: string | undefined) =>
    runs.map((run) => (
      <polyline
        key={run[0]?.at}
        points={run.map((rates) => `${x(rates.at).toFixed(1)},${y(rateOf(rates)).toFixed(1)}`).join(' ')}
        className={className}
      />
    ))
  const marks = [0, 1, 2, 3, 4].filter((mark) => mark % 2 === 0 || width > 480)
  return (
    <div ref={ref} className={classes['chart']}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          {[0, top / 2, top].map((rate) => (
            <g key={rate}>
              <line x1={LEFT} x2={width} y1={y(rate)} y2={y(rate)} className={classes['grid']} />
              <text x={LEFT - 8} y={y(rate) + 4} textAnchor="end">
                {intl.formatNumber(rate, { notation: 'compact' })}
              </text>
            </g>
          ))}
          {marks.map((mark) => (
            <text
              key={mark}
              x={x(now - (mark * spanMs) / 4)}
              y={HEIGHT - 4}
              textAnchor={mark === 0 ? 'end' : mark === 4 ? 'start' : 'middle'}
            >
              {mark === 0
                ? t('overview.throughput.now')
                : t('overview.throughput.ago', { ago: agoText((mark * spanMs) / 4) })}
            </text>
          ))}
          {lines(({ output }) => output, classes['out'])}
          {lines(({ input }) => input, classes['in'])}
        </svg>
      )}
    </div>
  )
}

const HOUR_MS = 3_600_000
/** There is a point for each minute, except while the server did not run. */
const GAP_MS = 150_000
const SPANS_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]

/** The shortest of these spans that holds all points; the newest point is at the right edge. */
const spanFor = (heldMs: number) => SPANS_MS.find((span) => span >= heldMs) ?? 24 * HOUR_MS

/** The runs of points that the server measured one after another. */
function withoutGaps(history: readonly RatesAt[]): readonly (readonly RatesAt[])[] {
  const runs: RatesAt[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const rates of history) {
    if (rates.at - last > GAP_MS) runs.push([])
    runs.at(-1)?.push(rates)
    last = rates.at
  }
  return runs
}
