import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { theme } from '../../base/theme/theme.ts'
import { createRowsInSight, RowsInSightProvider } from '../../messages-table/rows/rows-in-sight.ts'
import { installBrowserShims } from '../../testing/browser-shims.ts'
import { countSeries, valuesPivot } from '../../view-document/model/aggregation-config.ts'
import { chartData } from '../aggregation/chart-data.ts'
import type { XyInput } from '../aggregation/xy/xy-input.ts'
import type { ChartClick } from '../charts/chart-click.ts'
import { pivotSample } from '../testing/pivot-samples.ts'
import { plainTheme, plainWords } from '../testing/plain-charts.ts'
import { aggregationWidget } from '../testing/widget-samples.ts'
import { HistogramChart } from './histogram-chart.tsx'
import { countSteps, histogramPlot } from './histogram-plot.ts'

installBrowserShims()
afterEach(cleanup)

const minute = (at: string) => Date.parse(`2026-03-01T${at}:00.000Z`)

/** An hour with errors and warnings in its first, second and last minute. */
function sample(extra: Partial<XyInput> = {}): XyInput {
  const { config } = aggregationWidget('h', {
    row_pivots: [{ field: 'timestamp', type: 'time', config: { interval: { type: 'auto', scaling: 1 } } }],
    column_pivots: [valuesPivot('level')],
    series: [countSeries],
    visualization: 'bar',
  })
  const rows = ['08:00', '08:01', '08:59'].map((at) => [new Date(minute(at)).toISOString()])
  const pivot = pivotSample(config, rows, [['3'], ['4']], (_row, [level]) => (level === '3' ? 30 : 10))
  const data = chartData(pivot, config)
  const colorOf = (name: string) => (name === '3' ? 'red' : 'orange')
  const size = { width: 640, height: 100 }
  return { config, pivot, data, colorOf, hidden: new Set(), theme: plainTheme, words: plainWords, ...size, ...extra }
}

function show(input: XyInput) {
  const asked: unknown[] = []
  const onRange = (from: number, to: number) => asked.push([from, to])
  const onClick = (click: ChartClick) => asked.push(click.mark?.name)
  render(
    <MantineProvider theme={theme} env="test">
      <HistogramChart input={input} label="Bars" onRange={onRange} onClick={onClick} />
    </MantineProvider>,
  )
  const plot = histogramPlot(input)
  return { asked, plot, bars: screen.getByRole('img', { name: 'Bars' }) }
}

test('bars are stacked from the axis upwards, inside of the plot', () => {
  const plot = histogramPlot(sample())
  const { bars } = plot
  expect(bars.map(({ parts }) => parts.map(({ name, value }) => [name, value]))).toEqual(
    Array.from({ length: 3 }, () => [
      ['3', 30],
      ['4', 10],
    ]),
  )
  const [error, warning] = bars[0]?.parts ?? []
  expect(error?.bottom).toBe(plot.bottom)
  expect(warning?.bottom).toBe(error?.top)
  expect(plot.yOf(40)).toBe(warning?.top)
  expect(plot.xAt(plot.xOf(minute('08:30')))).toBeCloseTo(minute('08:30'))
})

test.each([
  { most: 0, height: 60, steps: [0, 1] },
  { most: 1, height: 200, steps: [0, 1] },
  { most: 300, height: 90, steps: [0, 100, 200, 300] },
  { most: 301, height: 90, steps: [0, 200, 400] },
  { most: 70_000, height: 60, steps: [0, 100_000] },
])('counts up to $most have round steps', ({ most, height, steps }) => {
  expect(countSteps(most, height)).toEqual(steps)
})

test('the pointer is told the counts of the nearest bar', () => {
  const { bars, plot } = show(sample())
  fireEvent.pointerMove(bars, { clientX: plot.xOf(minute('08:20')), clientY: 50 })
  const told = document.querySelector('.ly-chart-tooltip')
  expect(told?.textContent).toContain(`${minute('08:01')}`)
  expect([...(told?.querySelectorAll('tr') ?? [])].map(({ textContent }) => textContent)).toEqual(['330', '410'])
  fireEvent.pointerLeave(bars)
  expect(document.querySelector('.ly-chart-tooltip')).toBeNull()
})

test('the times of the rows in sight are shaded', () => {
  const rows = createRowsInSight()
  const input = sample()
  render(
    <MantineProvider theme={theme} env="test">
      <RowsInSightProvider value={rows}>
        <HistogramChart input={input} label="Bars" onRange={() => undefined} onClick={() => undefined} />
      </RowsInSightProvider>
    </MantineProvider>,
  )
  const shade = () => document.querySelector<HTMLElement>('[data-in-sight]')
  expect(shade()).toBeNull()
  act(() => rows.show({ fromMs: minute('08:10'), toMs: minute('08:40'), isAtTop: true }))
  const { xOf } = histogramPlot(input)
  expect(Number.parseFloat(shade()?.style.left ?? '')).toBeCloseTo(xOf(minute('08:10')))
  expect(Number.parseFloat(shade()?.style.width ?? '')).toBeCloseTo(xOf(minute('08:40')) - xOf(minute('08:10')))
  act(() => rows.show(undefined))
  expect(shade()).toBeNull()
})

test('a drag selects a range, a click a part of a bar', () => {
  HTMLElement.prototype.setPointerCapture = vi.fn()
  const { bars, plot, asked } = show(sample())
  const at = (time: string) => ({ clientX: plot.xOf(minute(time)), clientY: 50, button: 0 })
  fireEvent.pointerDown(bars, at('08:10'))
  fireEvent.pointerMove(bars, at('08:40'))
  fireEvent.pointerUp(bars, at('08:40'))
  fireEvent.click(bars, at('08:40'))
  expect(asked).toEqual([[minute('08:10'), minute('08:40')]])
  const [first] = plot.bars
  const inFirst = { clientX: ((first?.left ?? 0) + (first?.right ?? 0)) / 2, clientY: plot.bottom - 2, button: 0 }
  fireEvent.pointerDown(bars, inFirst)
  fireEvent.pointerUp(bars, inFirst)
  fireEvent.click(bars, inFirst)
  expect(asked.at(-1)).toBe('3')
})

test('the earlier period, alerts and thresholds are drawn with it', () => {
  const { config, pivot, data } = sample()
  const range = { type: 'absolute', from: '2026-03-01T07:00:00.000Z', to: '2026-03-01T08:00:00.000Z' } as const
  const earlier = pivotSample(config, [['2026-03-01T07:00:00.000Z']], [['3']], () => 80)
  const event = { id: '1', message: 'too many', timestamp: '2026-03-01T08:20:00.000Z', streams: [], alert: true }
  const input = sample({
    pivot,
    data,
    config: { ...config, thresholds: [{ value: 150, color: 'blue', label: 'Limit' }] },
    before: { name: 'before', data: chartData(earlier, config), range },
    events: { id: 'e', type: 'events', name: 'events', events: [event] },
  })
  const { bars, plot } = show(input)
  const names = [...bars.querySelectorAll('[data-series]')].map((each) => each.getAttribute('data-series'))
  expect(names).toEqual(['before', '3', '4', 'Alerts'])
  expect(bars.querySelector('[data-threshold]')?.textContent).toBe('Limit 150')
  expect(plot.yOf(150)).toBeGreaterThanOrEqual(plot.top)
  fireEvent.pointerMove(bars, { clientX: plot.xOf(minute('08:20')), clientY: 50 })
  expect(document.querySelector('.ly-chart-tooltip')?.textContent).toContain('too many')
})
