import type { QueryTable } from '@logyard/contract/search/tables'
import { expect, test } from 'vitest'
import { chartData } from '../aggregation/chart-data.ts'
import { drawnTable } from './drawn-table.ts'
import { nextSort, sortedRows } from './sorted-rows.ts'

const table = (more: Partial<QueryTable>): QueryTable => ({
  columns: [],
  datarows: [],
  chart: null,
  is_complete: true,
  effective_timerange: { type: 'absolute', from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T11:00:00.000Z' },
  ...more,
})

test('figures over time are a line for each value of the second column', () => {
  const drawn = drawnTable(
    table({
      columns: [
        { name: 'timestamp', type: 'time' },
        { name: 'source', type: 'text' },
        { name: 'count', type: 'number' },
      ],
      chart: { over: 'time', keys: 2 },
      datarows: [
        ['2026-03-01T10:00:00.000Z', 'web-1', 3],
        ['2026-03-01T10:00:00.000Z', 'web-2', 1],
        ['2026-03-01T10:05:00.000Z', 'web-1', 4],
      ],
    }),
    'line',
  )
  if (drawn === undefined) throw new Error('nothing was drawn')
  const data = chartData(drawn.pivot, drawn.widget.config)
  expect(data.rows).toEqual([['2026-03-01T10:00:00.000Z'], ['2026-03-01T10:05:00.000Z']])
  expect(data.series.map(({ name, values }) => [name, values])).toEqual([
    ['web-1', [3, 4]],
    ['web-2', [1, null]],
  ])
})

test('each figure is a series of its own, and texts are not drawn', () => {
  const drawn = drawnTable(
    table({
      columns: [
        { name: 'source', type: 'text' },
        { name: 'count', type: 'number' },
        { name: 'mean (ms)', type: 'number' },
        { name: 'newest', type: 'text' },
      ],
      chart: { over: 'values', keys: 1 },
      datarows: [
        ['web-1', 3, 1.5, 'a'],
        [null, 2, null, 'b'],
      ],
    }),
    'bar',
  )
  if (drawn === undefined) throw new Error('nothing was drawn')
  const { rows, series } = chartData(drawn.pivot, drawn.widget.config)
  expect(rows).toEqual([['web-1'], ['–']])
  expect(series.map(({ name, values }) => [name, values])).toEqual([
    ['count', [3, 2]],
    ['mean (ms)', [1.5, null]],
  ])
})

test('rows without figures are not drawn', () => {
  expect(drawnTable(table({}), 'line')).toBeUndefined()
  const columns = [{ name: 'message', type: 'text' as const }]
  expect(drawnTable(table({ columns, chart: { over: 'values', keys: 1 } }), 'bar')).toBeUndefined()
})

test('rows are sorted by a column, up, down and back, with missing values last', () => {
  const rows = [
    ['b', 2],
    ['a', null],
    ['c', 1],
  ]
  const order = (sort: Parameters<typeof sortedRows>[1]) => sortedRows(rows, sort).map(([name]) => name)
  const first = nextSort(undefined, 1)
  expect(order(first)).toEqual(['c', 'b', 'a'])
  const second = nextSort(first, 1)
  expect(order(second)).toEqual(['b', 'c', 'a'])
  expect(order(nextSort(second, 1))).toEqual(['b', 'a', 'c'])
  expect(order(nextSort(second, 0))).toEqual(['a', 'b', 'c'])
})
