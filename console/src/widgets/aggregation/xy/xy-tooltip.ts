/** The tooltip of one position of the axis: its values, the previous period, alerts. */
import type { ChartOption } from '../../charts/chart-option.ts'
import { type TooltipRow, tooltipElement } from '../../charts/tooltip-content.ts'
import { tooltipStyle } from '../../charts/tooltip-style.ts'
import type { Axis } from './xy-axes.ts'
import { shownSeries, type XyInput } from './xy-input.ts'
import { eventsByInstant } from './xy-marks.ts'

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
        name: seriesName,
        dataIndex,
        value: Array.isArray(value) ? value[1] : value,
        x: Array.isArray(value) ? value[0] : undefined,
      }))
      const measured = points.filter(({ name, value }) => shown.has(name) && typeof value === 'number')
      const rows: (TooltipRow & { size: number })[] = measured.map(({ name, value }) => ({
        name,
        color: input.colorOf(name),
        size: Number(value),
        value: words.metric(Number(value), shown.get(name)?.series.function ?? ''),
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
      const before = points.flatMap(({ name, value }): TooltipRow[] => {
        if (name === words.before && typeof value === 'number')
          return [{ name, color: theme.dimmed, value: words.axis(value) }]
        return []
      })
      const cut = rows.length - TOOLTIP_ROWS
      return tooltipElement({
        title: titleOf(measured[0]?.dataIndex ?? -1),
        rows: [...rows.slice(0, TOOLTIP_ROWS), ...before, ...(hidden.has(words.alertsName) ? [] : alerts)],
        note: cut > 0 ? words.more(cut) : undefined,
      })
    },
  }
}
