/** One donut per series, up to four beside each other. */
import type { ChartOption } from '../charts/chart-option.ts'
import { tooltipElement, tooltipStyle } from '../charts/tooltip-content.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartInput } from './chart-input.ts'
import { keyText } from './key-text.ts'

const PER_ROW = 4
const TITLE_HEIGHT = 22
/** With more slices only the borders would be visible. */
const MOST_BORDERED = 60

/** Colours and hidden slices are identified by the text of a row's key. */
export function pieOption({ data, config, colorOf, hidden, theme, words, width, height }: ChartInput): ChartOption {
  const count = data.series.length
  const columns = Math.min(count, PER_ROW)
  const rows = Math.ceil(count / PER_ROW)
  const cell = { width: width / Math.max(columns, 1), height: height / Math.max(rows, 1) }
  const title = count > 1 ? TITLE_HEIGHT : 0
  const outer = Math.max(Math.min(cell.width, cell.height - title) / 2 - 8, 8)
  const names = data.rows.map((key) => keyText(key, config, words))
  const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    title: centres(data, columns, cell).map(({ x, top }, index) => ({
      show: count > 1,
      text: data.series[index]?.name ?? '',
      left: x,
      top: top + 4,
      textAlign: 'center',
      padding: 0,
      textStyle: { color: theme.dimmed, fontSize: 12, fontWeight: 500, width: cell.width - 12, overflow: 'truncate' },
    })),
    tooltip: {
      trigger: 'item',
      ...tooltipStyle(theme),
      formatter: (params) => {
        const [one] = Array.isArray(params) ? params : [params]
        const series = data.series[one?.seriesIndex ?? 0]
        if (one === undefined || series === undefined) return ''
        const share = 'percent' in one && typeof one.percent === 'number' ? percent.format(one.percent / 100) : ''
        const value = typeof one.value === 'number' ? words.metric(one.value, series.series) : ''
        return tooltipElement({
          title: series.name,
          rows: [{ name: one.name, color: colorOf(one.name), value: `${value} (${share})` }],
        })
      },
    },
    series: centres(data, columns, cell).map(({ x, top }, index) => ({
      type: 'pie',
      center: [x, top + title + (cell.height - title) / 2],
      radius: [outer * 0.4, outer],
      itemStyle: { borderColor: theme.surface, borderWidth: names.length > MOST_BORDERED ? 0 : 1.5 },
      label: {
        show: outer > 64,
        position: 'inside',
        // Slices are dark on light surfaces and light on dark ones.
        color: theme.surface,
        fontSize: 11,
        formatter: ({ percent: share }) => (share !== undefined && share >= 8 ? percent.format(share / 100) : ''),
      },
      labelLine: { show: false },
      // Negative values have no share of a whole.
      data: names.flatMap((name, row) => {
        const value = data.series[index]?.values[row] ?? null
        if (value === null || value <= 0 || hidden.has(name)) return []
        return [{ name, value, itemStyle: { color: colorOf(name) } }]
      }),
    })),
  }
}

function centres(data: ChartData, columns: number, cell: { readonly width: number; readonly height: number }) {
  return data.series.map((_, index) => ({
    x: ((index % columns) + 0.5) * cell.width,
    top: Math.floor(index / columns) * cell.height,
  }))
}
