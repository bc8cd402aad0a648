import type { IndexSummary } from '@logyard/contract/store/deflector'
import { useElementSize } from '@mantine/hooks'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { isoTime } from '../../../ui/time/iso-time.ts'
import { useNow } from '../../../ui/time/use-now.ts'
import { useBytes } from '../../../ui/use-bytes.ts'
import classes from '../index-sets.module.css'
import { type IndexState, type TimeLine, type TimeLineBar, timeLine } from './time-line.ts'

const HEIGHT = 54
const BAR_TOP = 18
const BAR_HEIGHT = 10
const MIN_WIDTH = 3
const GAP = 2
/** The mean width of a character of the labels, in pixels. */
const CHARACTER = 6.5
const LABEL_MARGIN = 8
const DAY_MS = 86_400_000
const STATES: readonly IndexState[] = ['active', 'open', 'reopened', 'closed']

interface PictureProps {
  readonly indices: Readonly<Record<string, IndexSummary>>
}

/** The time range of each index on one line, as plain SVG. The list below the picture says the same in words. */
export function TimeLineChart({ indices }: PictureProps) {
  const t = useText()
  const now = useNow('minute')
  const { ref, width } = useElementSize()
  const line = timeLine(indices, now)
  const states = STATES.filter((state) => line.bars.some((bar) => bar.state === state))
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
              <Bar key={bar.name} bar={bar} line={line} width={width} />
            ))}
            <Ticks line={line} width={width} />
          </svg>
        )}
      </div>
      {states.length > 1 && <Legend states={states} />}
    </>
  )
}

interface BarProps {
  readonly bar: TimeLineBar
  readonly line: TimeLine
  readonly width: number
}

const xOf = (line: TimeLine, width: number) => (at: number) =>
  ((at - line.fromMs) / Math.max(1, line.toMs - line.fromMs)) * width

function Bar({ bar, line, width }: BarProps) {
  const t = useText()
  const bytes = useBytes()
  const x = xOf(line, width)
  const barWidth = Math.max(MIN_WIDTH, x(bar.toMs) - x(bar.fromMs) - GAP)
  const left = Math.max(0, Math.min(x(bar.fromMs), width - barWidth))
  const size = bar.bytes === undefined ? '' : bytes(bar.bytes)
  const isGuessed = !bar.isRangeKnown && bar.state !== 'active'
  const hint = [bar.name, t(`indexSets.state.${bar.state}`), size, isGuessed ? t('indexSets.picture.guessed') : '']
  return (
    <g>
      <title>{joined(hint)}</title>
      <rect
        x={left}
        y={BAR_TOP}
        width={barWidth}
        height={BAR_HEIGHT}
        rx={3}
        className={classes['bar']}
        data-state={bar.state}
      />
      <text x={left} y={BAR_TOP - 6} data-state={bar.state}>
        {longestThatFits([joined([bar.name, size]), size], barWidth)}
      </text>
    </g>
  )
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

const longestThatFits = (labels: readonly string[], width: number) =>
  labels.find((label) => label.length * CHARACTER + LABEL_MARGIN < width) ?? ''

function Ticks({ line, width }: { line: TimeLine; width: number }) {
  const intl = useIntl()
  const x = xOf(line, width)
  const spanMs = line.toMs - line.fromMs
  // Without any known range the begin of the line is a guess, and only its end is a time.
  const isBeginKnown = line.bars.some(({ isRangeKnown }) => isRangeKnown)
  const shares = !isBeginKnown ? [1] : width > 480 ? [0, 0.25, 0.5, 0.75, 1] : [0, 1]
  const format = (at: number) => isoTime(at, intl.timeZone, spanMs > 3 * DAY_MS ? 'day' : 'minute')
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
            <rect x={1} y={1} width={10} height={10} rx={3} className={classes['bar']} data-state={state} />
          </svg>
          {t(`indexSets.state.${state}`)}
        </li>
      ))}
    </ul>
  )
}
