import { describe, expect, test } from 'vitest'
import {
  countSeries,
  emptyAggregation,
  timePivot,
  valuesPivot,
} from '../../../view-document/model/aggregation-config.ts'
import { anHour, pivotSample } from '../../testing/pivot-samples.ts'
import { plainTheme as theme, plainWords as words } from '../../testing/plain-charts.ts'
import { chartData } from '../chart-data.ts'
import { timeBuckets } from '../time-buckets.ts'
import type { XyInput } from './xy-input.ts'
import { eventsByInstant } from './xy-marks.ts'
import { xyOption } from './xy-option.ts'

const histogram = {
  ...emptyAggregation,
  visualization: 'bar',
  row_pivots: [timePivot('timestamp')],
  series: [countSeries],
} as const
const minutes = ['2026-03-01T08:02:00.000Z', '2026-03-01T08:01:00.000Z'].map((key) => [key])

function drawn(
  changes: Partial<XyInput> & { readonly config?: XyInput['config'] },
  rows = minutes,
  columns: string[][] = [],
) {
  const config = changes.config ?? {
    ...histogram,
    row_pivots: [...histogram.row_pivots],
    series: [...histogram.series],
  }
  const pivot = pivotSample(config, rows, columns, () => 3)
  const data = chartData(pivot, config)
  const input = {
    pivot,
    data,
    config,
    colorOf: () => '#123456',
    hidden: new Set<string>(),
    theme,
    words,
    width: 600,
    height: 200,
  }
  const option = xyOption({ ...input, ...changes })
  return { option, series: Array.isArray(option.series) ? option.series : [] }
}
const bars = (config: Partial<XyInput['config']>) => ({
  ...emptyAggregation,
  ...histogram,
  row_pivots: [timePivot('timestamp')],
  series: [countSeries],
  ...config,
})

describe('a chart over time', () => {
  test('covers the searched range, and its bars cover their buckets', () => {
    const { option, series } = drawn({})
    expect(option.xAxis).toMatchObject({ type: 'time', min: Date.parse(anHour.from), max: Date.parse(anHour.to) })
    const at = (text: string) => Date.parse(`2026-03-01T${text}Z`)
    // Sorted by time, whatever the order of the rows.
    expect(series[0]).toMatchObject({
      type: 'bar',
      data: [
        [at('08:01:30'), 3],
        [at('08:02:30'), 3],
      ],
    })
  })

  test('draws a single bucket over three percent of the range', () => {
    const [bucket] = timeBuckets([['2026-03-01T08:30:00.000Z']], anHour)
    expect(bucket).toMatchObject({ to: Date.parse('2026-03-01T08:31:48.000Z') })
    expect(drawn({}, [['2026-03-01T08:30:00.000Z']]).series[0]).toMatchObject({ barWidth: 18 })
  })

  test('draws a single bucket that starts before the range at the start of the range', () => {
    const [bucket] = timeBuckets([['2026-03-01T00:00:00.000Z']], anHour)
    expect(bucket?.from).toBe(Date.parse(anHour.from))
  })

  test('draws thresholds across, on an axis that reaches them', () => {
    const config = bars({ thresholds: [{ value: 1200, color: '#d14343', label: 'budget' }] })
    const { option, series } = drawn({ config })
    expect(series.at(-1)).toMatchObject({
      data: [],
      markLine: { data: [{ yAxis: 1200 }], lineStyle: { color: '#d14343' }, label: { formatter: 'budget 1200' } },
    })
    const axis = Array.isArray(option.yAxis) ? undefined : option.yAxis
    const ends = (max: number) => (typeof axis?.max === 'function' ? axis.max({ min: 0, max }) : undefined)
    expect([ends(900), ends(2000)]).toEqual([1500, undefined])
  })

  test('extends step lines to the end of the last bucket', () => {
    const config = bars({ visualization: 'line', visualization_config: { interpolation: 'step-after' } })
    const [line] = drawn({ config }).series
    expect(line).toMatchObject({ type: 'line', step: 'end' })
    expect(line?.data).toHaveLength(3)
  })

  test('draws the previous period over the current one', () => {
    const config = bars({})
    const range = { type: 'absolute', from: '2026-03-01T07:00:00.000Z', to: '2026-03-01T08:00:00.000Z' } as const
    const earlier = pivotSample(config, [['2026-03-01T07:01:00.000Z'], ['2026-03-01T07:02:00.000Z']], [], () => 9)
    const before = { name: 'before', data: chartData(earlier, config), range }
    const { option, series } = drawn({ config, before })
    expect(series.map(({ name }) => name)).toEqual(['before', 'count()'])
    expect(series[0]?.data).toEqual([
      [Date.parse('2026-03-01T08:01:30.000Z'), 9],
      [Date.parse('2026-03-01T08:02:30.000Z'), 9],
    ])
    const { formatter } = Object(option.tooltip)
    const told: Element = formatter([{ seriesName: 'before', dataIndex: 1, value: [0, 9] }])
    // The axis shows the current period, so the earlier value is told with its own time.
    const minute = Date.parse('2026-03-01T07:02:00.000Z')
    expect(told.textContent).toContain(`before (${minute}-${minute + 60_000})`)
  })

  test.each(['line', 'area'] as const)('dashes the intervals of a %s that the range cuts', (visualization) => {
    const config = bars({ visualization })
    const rows = ['07:59:30', '08:19:30', '08:39:30', '08:59:30'].map((time) => [`2026-03-01T${time}.000Z`])
    const { option, series } = drawn({ config }, rows)
    const values = series.map(({ data }) => Array.isArray(data) && data.map((point) => Object(point)[1]))
    expect(values).toEqual([
      [null, 3, 3, null],
      [3, 3, 3, 3],
    ])
    expect(series.map((one) => Object(Object(one).lineStyle).type)).toEqual([undefined, [3, 2]])
    const { formatter } = Object(option.tooltip)
    const told: Element = formatter([{ seriesName: series[1]?.name, dataIndex: 3, value: [0, 3] }])
    expect(told.textContent).toContain('count()3unfinished')
    const whole = ['08:00', '08:20', '08:40'].map((time) => [`2026-03-01T${time}:00.000Z`])
    expect(drawn({ config }, whole).series).toHaveLength(1)
  })

  test('marks alerts once per instant', () => {
    const timestamp = '2026-03-01T08:20:00.000Z'
    const event = { timestamp, streams: [], alert: true }
    const events = {
      id: 'e',
      type: 'events',
      name: 'events',
      events: [
        { ...event, id: '1', message: 'first' },
        { ...event, id: '2', message: 'second' },
      ],
    } as const
    const list = { ...events, events: events.events.map((one) => ({ ...one, streams: [] })) }
    expect(eventsByInstant(list)).toEqual(new Map([[Date.parse(timestamp), ['first', 'second']]]))
    const { series } = drawn({ events: list })
    expect(series.at(-1)).toMatchObject({ name: 'Alerts', data: [[Date.parse(timestamp), 0]] })
  })

  test('lists the alerts of a bucket in its tooltip', () => {
    const alert = (message: string, timestamp: string) => ({
      id: message,
      message,
      timestamp,
      alert: true,
      streams: [],
    })
    const events = [alert('in time', '2026-03-01T08:01:20.000Z'), alert('later', '2026-03-01T08:02:20.000Z')]
    const { option } = drawn({ events: { id: 'e', type: 'events', name: 'events', events } })
    const { formatter } = Object(option.tooltip)
    const told: Element = formatter([{ seriesName: 'count()', dataIndex: 0, value: [0, 3] }])
    expect(told.textContent).toContain('in time')
    expect(told.textContent).not.toContain('later')
  })
})

describe('other charts', () => {
  test('keep the order of the result on a category axis', () => {
    const config = bars({ row_pivots: [valuesPivot('source'), valuesPivot('app')] })
    const { option } = drawn({ config }, [
      ['web', 'b'],
      ['web', 'a'],
    ])
    expect(option.xAxis).toMatchObject({ type: 'category', data: ['web-b', 'web-a'] })
  })

  test.each([
    ['stack', { stack: 'all', stackStrategy: 'all' }],
    ['relative', { stack: 'all', stackStrategy: 'samesign' }],
    ['overlay', { barGap: '-100%', itemStyle: { opacity: 0.75 } }],
    ['group', { barGap: '0%' }],
  ] as const)('draw bars in the mode %s', (barmode, expected) => {
    const config = bars({ visualization_config: { barmode }, column_pivots: [valuesPivot('level')] })
    expect(drawn({ config }, minutes, [['3'], ['4']]).series[1]).toMatchObject(expected)
  })

  test('leave out hidden series', () => {
    const config = bars({ column_pivots: [valuesPivot('level')] })
    const { series } = drawn({ config, hidden: new Set(['3']) }, minutes, [['3'], ['4']])
    expect(series.map(({ name }) => name)).toEqual(['4'])
  })
})
