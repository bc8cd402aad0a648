import type { AlertFigures } from '@logyard/contract/alerts/alert-evidence'
import { useText } from '../../../base/text/text.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { seriesText, useFigureWords } from '../../../widgets/figures/use-figure-words.ts'
import classes from './figure-chart.module.css'

interface FigureChartProps {
  readonly figures: AlertFigures
  readonly openedAt: string
}

const WIDTH = 600
const HEIGHT = 72

/** The figure of the condition against its limit, and when the alert opened. */
export function FigureChart({ figures: { series, limit, points }, openedAt }: FigureChartProps) {
  const t = useText()
  const { valueText } = useFigureWords()
  const known = points.flatMap(({ value }) => value ?? [])
  const [first, last] = [points[0], points.at(-1)]
  if (series === null || first === undefined || last === undefined || known.length === 0) return null
  const [startMs, endMs] = [Date.parse(first.at), Date.parse(last.at)]
  const greatest = Math.max(...known)
  const top = Math.max(greatest, limit ?? 0, 0) || 1
  const bottom = Math.min(...known, limit ?? 0, 0)
  const xOf = (at: string) => ((Date.parse(at) - startMs) / Math.max(1, endMs - startMs)) * WIDTH
  const yOf = (value: number) => HEIGHT - 2 - ((value - bottom) / (top - bottom)) * (HEIGHT - 4)
  const facts = { series: seriesText(series), greatest: valueText(series, greatest) }
  const text =
    limit === null ? t('alerts.figure', facts) : t('alerts.figure.limit', { ...facts, limit: valueText(series, limit) })
  return (
    <figure className={classes['figure']}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text}>
        <line className={classes['opened']} x1={xOf(openedAt)} x2={xOf(openedAt)} y1={0} y2={HEIGHT} />
        {limit !== null && <line className={classes['limit']} x1={0} x2={WIDTH} y1={yOf(limit)} y2={yOf(limit)} />}
        {linesOf(points).map((line) => (
          <polyline
            key={line[0]?.at}
            className={classes['line']}
            points={line.map(({ at, value }) => `${xOf(at).toFixed(1)},${yOf(value).toFixed(1)}`).join(' ')}
          />
        ))}
      </svg>
      <span className={classes['openedLabel']} style={{ insetInlineStart: `${(xOf(openedAt) / WIDTH) * 100}%` }}>
        {t('alerts.opened')}
      </span>
      <figcaption className={classes['caption']}>
        <Instant instant={first.at} />
        <span>{text}</span>
        <Instant instant={last.at} />
      </figcaption>
    </figure>
  )
}

interface Point {
  readonly at: string
  readonly value: number
}

/** Interrupted where there is no value. */
function linesOf(points: AlertFigures['points']): readonly (readonly Point[])[] {
  const lines: Point[][] = [[]]
  for (const { at, value } of points) {
    if (value === null) lines.push([])
    else lines.at(-1)?.push({ at, value })
  }
  return lines.filter(({ length }) => length > 0)
}
