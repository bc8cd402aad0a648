/** The tooltip of one position of the axis: its values, the previous period, alerts. */
import type { ChartOption } from '../../charts/chart-option.ts'
import { type TooltipRow, tooltipElement, tooltipStyle } from '../../charts/tooltip-content.ts'
import type { ChartSeries } from '../chart-data.ts'
import type { Bucket } from '../time-buckets.ts'
import type { Axis } from './xy-axes.ts'
import { shownSeries, type XyInput } from './xy-input.ts'
import { beforeBuckets, eventsByInstant } from './xy-marks.ts'
import { isUnfinished, nameOfDrawn } from './xy-unfinished.ts'

/** More entries could not be read at a glance. */
const TOOLTIP_ROWS = 12

export function xyTooltip(input: XyInput, { titleOf, spanOf }: Axis): NonNullable<ChartOption['tooltip']> {
  const { theme, words, events, hidden } = input
  const byInstant = eventsByInstant(events)
  const shown = new Map(shownSeries(input).map((series) => [series.name, series]))
  return {
    trigger: 'axis',
    ...tooltipStyle(theme),
    axisPointer: { type: 'line', lineStyle: { color: theme.dimmed, type: 'dashed' } },
    formatter: (params) => {
      const points = (Array.isArray(params) ? params : [params]).map(({ seriesName = '', dataIndex, value }) => ({
        name: nameOfDrawn(seriesName),
        dataIndex,
        value: Array.isArray(value) ? value[1] : value,
        x: Array.isArray(value) ? value[0] : undefined,
      }))
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
      const alerts = [...byInstant]
        .filter(([ms]) => ms === pointed || (span !== undefined && ms >= span.from && ms < span.to))
        .map(([ms, messages]) => ({
          name: words.alerts(messages),
          color: input.colorOf(words.alertsName),
          value: words.instant(ms),
        }))
      const before = points.flatMap((point) => beforeRow(input, point))
      const cut = rows.length - TOOLTIP_ROWS
      return tooltipElement({
        title: titleOf(measured[0]?.dataIndex ?? -1),
        rows: [...rows.slice(0, TOOLTIP_ROWS), ...before, ...(hidden.has(words.alertsName) ? [] : alerts)],
        note: noteOf(input, span, cut),
      })
    },
  }
}

function noteOf({ pivot, words }: XyInput, span: Bucket | undefined, cut: number): string | undefined {
  if (cut > 0) return words.more(cut)
  return span !== undefined && isUnfinished(span, pivot.effective_timerange) ? words.unfinished : undefined
}

interface Pointed {
  readonly name: string
  readonly dataIndex: number
  readonly value: unknown
}

/** The earlier value, with its own dates: the axis shows those of the current period. */
function beforeRow({ before, config, theme, words }: XyInput, { name, dataIndex, value }: Pointed): TooltipRow[] {
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

const metricText = ({ words }: XyInput, value: number, series: ChartSeries | undefined): string =>
  series === undefined ? String(value) : words.metric(value, series.series)
