import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  countSeries,
  emptyAggregation,
  missingFor,
  seriesOf,
  valuesPivot,
} from '../../../view-document/model/aggregation-config.ts'
import { drawSvg } from '../../export/draw-picture.ts'
import { pivotSample } from '../../testing/pivot-samples.ts'
import { plainTheme as theme, plainWords as words } from '../../testing/plain-charts.ts'
import { chartData } from '../chart-data.ts'
import { flowPaths, flowsIn } from './flows.ts'
import { sankeyOption } from './sankey-option.ts'

// ECharts then estimates the widths of texts.
beforeAll(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})
afterAll(() => vi.restoreAllMocks())

const config: AggregationConfig = {
  ...emptyAggregation,
  visualization: 'sankey',
  row_pivots: [valuesPivot('source'), valuesPivot('path'), valuesPivot('status')],
  series: [countSeries],
}
const ROWS: readonly (readonly [string, string, string, number | null])[] = [
  ['web', '/login', '200', 70],
  ['web', '/login', '500', 10],
  ['web', '/cart', '200', 15],
  ['api', '/login', '500', 5],
  ['api', '/cart', '', 0],
  ['api', '/cart', '404', null],
]
const sizes = new Map(ROWS.map(([source, path, status, size]) => [`${source} ${path} ${status}`, size]))
const pivot = pivotSample(
  config,
  ROWS.map(([source, path, status]) => [source, path, status]),
  [],
  (row) => sizes.get(row.join(' ')),
)
const paths = flowPaths(chartData(pivot, config), config)
const told = ({ flows }: ReturnType<typeof flowsIn>) =>
  [...flows.values()].map(({ from, to, size }) => `${from.value} > ${to.value}: ${size}`).sort()

test('a flow has the sum of all groups that have both values, and each node what flows through it', () => {
  const all = flowsIn(paths, 3, 400)
  expect(told(all)).toEqual([
    '/cart > 200: 15',
    '/login > 200: 70',
    '/login > 500: 15',
    'api > /login: 5',
    'web > /cart: 15',
    'web > /login: 80',
  ])
  expect([...all.nodes.values()].map(({ depth, value, size }) => `${depth} ${value}: ${size}`)).toEqual([
    '0 web: 95',
    '0 api: 5',
    '1 /login: 85',
    '1 /cart: 15',
    '2 200: 85',
    '2 500: 15',
  ])
})

test('the values without room are one node, with their number and sum', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ values: ['web', `/page/${index}`], size: 100 - index }))
  const { nodes, flows } = flowsIn(many, 2, 10_000)
  expect(nodes.size).toBe(1 + 20)
  const others = [...nodes.values()].at(-1)
  expect(others).toMatchObject({ value: undefined, valueCount: 31 })
  expect([...flows.values()].reduce((sum, { size }) => sum + size, 0)).toBe(nodes.get('0:0')?.size)
  expect(flowsIn(many, 2, 80).nodes.size).toBe(1 + 4)
})

test('the columns of an aggregation are further groupings', () => {
  const withColumns = { ...config, row_pivots: [valuesPivot('source')], column_pivots: [valuesPivot('status')] }
  const result = pivotSample(withColumns, [['web'], ['api']], [['200'], ['500']], ([source], [status]) =>
    source === 'web' || status === '500' ? 4 : undefined,
  )
  expect(told(flowsIn(flowPaths(chartData(result, withColumns), withColumns), 2, 400))).toEqual([
    'api > 500: 4',
    'web > 200: 4',
    'web > 500: 4',
  ])
})

test('it says what a diagram needs', () => {
  const [first, ...others] = config.row_pivots
  expect(missingFor({ ...config, row_pivots: first === undefined ? [] : [first] })).toBe('two-groupings')
  expect(missingFor({ ...config, series: [] })).toBe('series')
  expect(missingFor({ ...config, series: [seriesOf('avg(took_ms)')] })).toBe('sum')
  expect(missingFor({ ...config, row_pivots: others, series: [seriesOf('sum(bytes)')] })).toBeUndefined()
})

test('the picture has all names below the field that they belong to', async () => {
  const size = { width: 600, height: 300 }
  const texts = { others: (count: number) => `Other (${count})`, shareOf: (node: string) => `of ${node}` }
  const option = sankeyOption({ paths, config, colorOf: () => '#123456', theme, words, ...texts, ...size })
  const picture = { option: () => option, ...size, legend: [] }
  const svg = await (await drawSvg({ title: 'Requests', picture, theme })).text()
  for (const name of ['Requests', 'source', 'path', 'status', 'web', 'api', '/login', '/cart', '200', '500'])
    expect(svg).toContain(`>${name}</text>`)
  const tooltip: Element = Object(option.tooltip).formatter({ name: '0:0 > 1:0' })
  expect(tooltip.textContent).toBe('web → /logincount()80of web84.2%of /login94.1%')
})
