import { useElementSize } from '@mantine/hooks'
import { useIntl } from 'react-intl'
import type { Rates } from '../../app/frame/use-throughput.ts'
import { niceTop } from './nice-top.ts'
import classes from './overview.module.css'

const HEIGHT = 168
const LEFT = 44
const BOTTOM = 20
const TOP = 8

interface ChartProps {
  readonly history: readonly Rates[]
  /** How much time the width stands for; the newest point is at the right. */
  readonly spanMs: number
  readonly label: string
}

/** Two lines of messages per second over the last minutes, drawn as plain SVG. The figures beside it say the same. */
export function ThroughputChart({ history, spanMs, label }: ChartProps) {
  const intl = useIntl()
  const { ref, width } = useElementSize()
  const now = history.at(-1)?.at ?? 0
  const top = niceTop(Math.max(1, ...history.flatMap(({ input, output }) => [input, output])))
  const x = (at: number) => LEFT + (1 - (now - at) / spanMs) * (width - LEFT)
  const y = (rate: number) => TOP + (1 - rate / top) * (HEIGHT - TOP - BOTTOM)
  const line = (rateOf: (rates: Rates) => number) =>
    history.map((rates) => `${x(rates.at).toFixed(1)},${y(rateOf(rates)).toFixed(1)}`).join(' ')
  const minutes = Array.from({ length: spanMs / 60_000 + 1 }, (_, minute) => minute)
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
          {minutes.map((minute) => (
            <text
              key={minute}
              x={Math.min(width, x(now - minute * 60_000))}
              y={HEIGHT - 4}
              textAnchor={minute === 0 ? 'end' : 'middle'}
            >
              {intl.formatRelativeTime(-minute, 'minute', { numeric: 'auto', style: 'narrow' })}
            </text>
          ))}
          <polyline points={line((rates) => rates.output)} className={classes['out']} />
          <polyline points={line((rates) => rates.input)} className={classes['in']} />
        </svg>
      )}
    </div>
  )
}
