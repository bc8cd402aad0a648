import { describe, expect, test } from 'vitest'
import { aggregationWidget, countingIds, messagesWidget, viewState } from '../../widgets/testing/widget-samples.ts'
import { layoutOf, moved, placedFree, positionsOf } from '../model/widget-positions.ts'
import { histogram, newAggregation, newMessageTable } from './new-widgets.ts'
import {
  emptyViewState,
  highlightingOf,
  withDuplicate,
  withHighlight,
  withNewWidget,
  withoutHighlight,
  withoutWidget,
  withTitle,
} from './view-changes.ts'

const twoWidgets = viewState({
  widgets: [aggregationWidget('chart'), messagesWidget('all')],
  positions: {
    chart: { col: 1, row: 1, height: 2, width: 'Infinity' },
    all: { col: 1, row: 3, height: 6, width: 'Infinity' },
  },
})

describe('new widgets', () => {
  test('come first and push the others down, which keep their order', () => {
    const { state, id } = withNewWidget(twoWidgets, newAggregation(), countingIds('new'))
    expect(id).toBe('new-1')
    expect(state.positions).toEqual({
      'new-1': { col: 1, row: 1, height: 3, width: 'Infinity' },
      chart: { col: 1, row: 4, height: 2, width: 'Infinity' },
      all: { col: 1, row: 6, height: 6, width: 'Infinity' },
    })
  })

  test('copy filter, query, streams and range of the widget they come from, unless they have their own query', () => {
    const like = {
      ...messagesWidget('m'),
      filter: 'f',
      streams: ['s'],
      timerange: { type: 'relative', range: 60 } as const,
    }
    const { state } = withNewWidget(
      twoWidgets,
      { ...newMessageTable(), like, query: 'a:b', title: 'Of a' },
      countingIds(),
    )
    expect(state.widgets.at(-1)).toMatchObject({
      filter: 'f',
      streams: ['s'],
      timerange: { range: 60 },
      query: { type: 'elasticsearch', query_string: 'a:b' },
    })
    expect(state.titles.widget).toEqual({ 'id-1': 'Of a' })
  })

  test('can take the first free place, so that no other widget moves', () => {
    const ids = countingIds('new')
    const count = { ...histogram(), position: undefined }
    const one = withNewWidget(emptyViewState, count, ids, placedFree).state
    const two = withNewWidget(one, count, ids, placedFree).state
    const three = withNewWidget(two, newMessageTable(), ids, placedFree).state
    expect(withNewWidget(three, count, ids, placedFree).state.positions).toEqual({
      'new-1': { col: 1, row: 1, height: 4, width: 4 },
      'new-2': { col: 5, row: 1, height: 4, width: 4 },
      'new-3': { col: 1, row: 5, height: 5, width: 'Infinity' },
      'new-4': { col: 9, row: 1, height: 4, width: 4 },
    })
  })

  test('can be placed beside each other', () => {
    const { state } = withNewWidget(
      viewState(),
      { ...histogram(), position: { col: 1, row: 1, height: 2, width: 12 } },
      countingIds(),
    )
    expect(state.positions).toEqual({ 'id-1': { col: 1, row: 1, height: 2, width: 'Infinity' } })
  })
})

describe('positions', () => {
  test('do not drift however often they are read and stored', () => {
    let positions = { ...twoWidgets.positions, chart: { col: 1, row: 40, height: 2, width: 'Infinity' as const } }
    const once = positionsOf(layoutOf(twoWidgets.widgets, positions))
    positions = { ...positions, ...once }
    expect(positionsOf(layoutOf(twoWidgets.widgets, positions))).toEqual(once)
  })

  test('of widgets without a position are below the others', () => {
    const layout = layoutOf(twoWidgets.widgets, { chart: { col: 1, row: 1, height: 2, width: 6 } })
    expect(layout).toContainEqual({ i: 'all', x: 0, y: 2, w: 12, h: 5 })
  })

  test.each([
    ['down', 'chart', { chart: 7, all: 1 }],
    ['up', 'all', { chart: 7, all: 1 }],
  ] as const)('change places when a widget moves %s', (move, id, rows) => {
    const positions = moved(twoWidgets.widgets, twoWidgets.positions, id, move)
    expect(positions?.['chart']?.row).toBe(rows.chart)
    expect(positions?.['all']?.row).toBe(rows.all)
  })

  test('stay if there is no room to move', () => {
    expect(moved(twoWidgets.widgets, twoWidgets.positions, 'chart', 'up')).toBeUndefined()
    expect(moved(twoWidgets.widgets, twoWidgets.positions, 'chart', 'wider')).toBeUndefined()
  })

  test('make room for a widget that grows', () => {
    const positions = moved(twoWidgets.widgets, twoWidgets.positions, 'chart', 'taller')
    expect(positions).toMatchObject({ chart: { row: 1, height: 3 }, all: { row: 4 } })
  })
})

describe('a page of widgets', () => {
  test('loses everything that belongs to a removed widget', () => {
    const titled = withTitle({ ...twoWidgets, widget_mapping: { chart: ['x'], all: ['y'] } }, 'chart', 'Chart')
    expect(withoutWidget(titled, 'chart')).toMatchObject({
      widgets: [{ id: 'all' }],
      positions: { all: { row: 1 } },
      widget_mapping: { all: ['y'] },
      titles: { widget: {} },
    })
    expect(withoutWidget(titled, 'chart').positions).not.toHaveProperty('chart')
  })

  test('duplicates a widget at the same size', () => {
    const copied = withDuplicate(twoWidgets, 'all', 'All Messages (copy)', countingIds('copy'))
    expect(copied?.state.titles.widget).toEqual({ 'copy-1': 'All Messages (copy)' })
    expect(copied?.state.positions['copy-1']).toEqual({ col: 1, row: 1, height: 6, width: 'Infinity' })
  })

  test('has one highlighting rule per field and value', () => {
    const rule = { field: 'level', value: '3', color: '#ff0000' }
    const state = withHighlight(withHighlight(viewState(), rule), { ...rule, color: '#00ff00' })
    expect(highlightingOf(state)).toEqual([{ ...rule, color: '#00ff00' }])
    expect(highlightingOf(withoutHighlight(state, rule))).toEqual([])
  })
})
