/** What a tooltip tells about one position of the axis: its values, the previous period, alerts. */
import type { TooltipContent, TooltipRow } from '../../charts/tooltip-content.ts'
import type { ChartSeries } from '../chart-data.ts'
import type { Bucket } from '../time-buckets.ts'
import { shownSeries, type XyData } from './xy-input.ts'
import { beforeBuckets, eventsByInstant } from './xy-marks.ts'
import { isUnfinished } from './xy-unfinished.ts'

/** More entries could not be read at a glance. */
const TOOLTIP_ROWS = 12

/** A drawn value. */
export interface DrawnPoint {
  readonly name: string
  readonly dataIndex: number
  readonly x: unknown
  readonly value: unknown
}

/** How the positions of an axis are named. */
interface AxisWords {
  readonly titleOf: (dataIndex: number) => string
  /** The start and end of a position, on a time axis. */
  readonly spanOf?: (dataIndex: number) => Bucket | undefined
}

export function xyTooltipContent(
  input: XyData,
  { titleOf, spanOf }: AxisWords,
  points: readonly DrawnPoint[],
): TooltipContent {
  const { words, events, hidden } = input
  const shown = new Map(shownSeries(input).map((series) => [series.name, series]))
  const drawn = points.filter(({ name, value }) => shown.has(name) && typeof value === 'number')
  // The dashed part of a line repeats the point that it begins at.
  const measured = [...new Map(drawn.map((point) => [point.name, point])).values()]
  const rows: (TooltipRow & { size: number })[] = measured.map(({ name, value }) => ({
    name,
    color: input.colorOf(name),
    size: Number(value),
    value: metricText(input, Number(value), shown.get(name)),
  }))
  rows.sort((a, b) => b.size - a.size)
  const span = spanOf?.(measured[0]?.dataIndex ?? -1)
  const pointed = points.find(({ name }) => name === words.alertsName)?.x
  const alerts = [...eventsByInstant(events)]
    .filter(([ms]) => ms === pointed || (span !== undefined && ms >= span.from && ms < span.to))
    .map(([ms, messages]) => ({
      name: words.alerts(messages),
      color: input.colorOf(words.alertsName),
      value: words.instant(ms),
    }))
  const before = points.flatMap((point) => beforeRow(input, point))
  return {
    title: titleOf(measured[0]?.dataIndex ?? -1),
    rows: [...rows.slice(0, TOOLTIP_ROWS), ...before, ...(hidden.has(words.alertsName) ? [] : alerts)],
    note: noteOf(input, span, rows.length - TOOLTIP_ROWS),
  }
}

function noteOf({ pivot, words }: XyData, span: Bucket | undefined, cut: number): string | undefined {
  if (cut > 0) return words.more(cut)
  return span !== undefined && isUnfinished(span, pivot.effective_timerange) ? words.unfinished : undefined
}

/** The earlier value, with its own dates: the axis shows those of the current period. */
function beforeRow({ before, config, theme, words }: XyData, { name, dataIndex, value }: DrawnPoint): TooltipRow[] {
  if (before === undefined || name !== before.name || typeof value !== 'number') return []
  const bucket = beforeBuckets(before)[dataIndex]
  const when = bucket === undefined ? '' : ` (${words.bucket(bucket.from, bucket.to)})`
  const [metric] = config.series
  return [
    {
      name: `${name}${when}`,
      color: theme.dimmed,
      value: metric === undefined ? String(value) : words.metric(value, metric),
    },
  ]
}

const metricText = ({ words }: XyData, value: number, series: ChartSeries | undefined): string =>
  series === undefined ? String(value) : words.metric(value, series.series)
