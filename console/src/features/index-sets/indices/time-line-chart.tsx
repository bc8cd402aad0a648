import type { IndexSummary } from '@logyard/contract/store/deflector'
import { useElementSize } from '@mantine/hooks'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import { useBytes } from '../../../ui/use-bytes.ts'
import classes from '../index-sets.module.css'
import { type IndexState, type TimeLine, type TimeLineBar, timeLine } from './time-line.ts'

const HEIGHT = 190
const TOP = 20
const BOTTOM = 22
/** A closed index has no known size. */
const CLOSED_HEIGHT = 26
const MIN_HEIGHT = 4
const MIN_WIDTH = 3
const NAME_NEEDS = 74
const DAY_MS = 86_400_000
const STATES: readonly IndexState[] = ['active', 'open', 'reopened', 'closed']

interface PictureProps {
  readonly indices: Readonly<Record<string, IndexSummary>>
}

/** The time range and size of each index, as plain SVG. The list below the picture says the same in words. */
export function TimeLineChart({ indices }: PictureProps) {
  const t = useText()
  const bytes = useBytes()
  const now = useNow('minute')
  const { ref, width } = useElementSize()
  const line = timeLine(indices, now)
  const biggest = Math.max(1, ...line.bars.map((bar) => bar.bytes ?? 0))
  return (
    <>
      <div ref={ref} className={classes['picture']}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={t('indexSets.picture', { count: line.bars.length })}
          >
            {line.bars.map((bar) => (
              <Bar key={bar.name} bar={bar} line={line} width={width} biggest={biggest} />
            ))}
            <line x1={0} x2={width} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} className={classes['axis']} />
            <Ticks line={line} width={width} />
            <text x={0} y={11}>
              {bytes(biggest)}
            </text>
          </svg>
        )}
      </div>
      <Legend states={STATES.filter((state) => line.bars.some((bar) => bar.state === state))} />
    </>
  )
}

interface BarProps {
  readonly bar: TimeLineBar
  readonly line: TimeLine
  readonly width: number
  readonly biggest: number
}

const xOf = (line: TimeLine, width: number) => (at: number) =>
  ((at - line.fromMs) / Math.max(1, line.toMs - line.fromMs)) * width

function Bar({ bar, line, width, biggest }: BarProps) {
  const t = useText()
  const bytes = useBytes()
  const x = xOf(line, width)
  const room = HEIGHT - TOP - BOTTOM
  const height = bar.bytes === undefined ? CLOSED_HEIGHT : Math.max(MIN_HEIGHT, (bar.bytes / biggest) * room)
  const barWidth = Math.max(MIN_WIDTH, x(bar.toMs) - x(bar.fromMs))
  const left = Math.min(x(bar.fromMs), width - barWidth)
  const y = HEIGHT - BOTTOM - height
  const hint = [
    bar.name,
    t(`indexSets.state.${bar.state}`),
    bar.bytes === undefined ? '' : bytes(bar.bytes),
    bar.isRangeKnown || bar.state === 'active' ? '' : t('indexSets.picture.guessed'),
  ]
  return (
    <g>
      <title>{hint.filter((text) => text !== '').join(' · ')}</title>
      <rect x={left} y={y} width={barWidth} height={height} rx={2} className={classes['bar']} data-state={bar.state} />
      {barWidth > NAME_NEEDS && (
        <text x={left + barWidth / 2} y={y - 5} textAnchor="middle">
          {bar.name}
        </text>
      )}
    </g>
  )
}

function Ticks({ line, width }: { line: TimeLine; width: number }) {
  const intl = useIntl()
  const x = xOf(line, width)
  const spanMs = line.toMs - line.fromMs
  const shares = width > 480 ? [0, 0.25, 0.5, 0.75, 1] : [0, 1]
  const format = (at: number) =>
    spanMs > 3 * DAY_MS
      ? intl.formatDate(at, { year: 'numeric', month: 'short', day: 'numeric' })
      : intl.formatDate(at, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return shares.map((share) => {
    const at = line.fromMs + share * spanMs
    return (
      <text key={share} x={x(at)} y={HEIGHT - 6} textAnchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}>
        {format(at)}
      </text>
    )
  })
}

function Legend({ states }: { states: readonly IndexState[] }) {
  const t = useText()
  return (
    <ul className={classes['legend']}>
      {states.map((state) => (
        <li key={state}>
          <svg width={12} height={12} aria-hidden>
            <rect x={1} y={1} width={10} height={10} rx={2} className={classes['bar']} data-state={state} />
          </svg>
          {t(`indexSets.state.${state}`)}
        </li>
      ))}
    </ul>
  )
}
