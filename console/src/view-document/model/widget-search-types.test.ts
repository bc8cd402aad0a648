import { SearchType } from '@logyard/contract/search/search-types'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { aggregationWidget, countingIds, messagesWidget } from '../../widgets/testing/widget-samples.ts'
import { countSeries, seriesOf, timePivot, valuesPivot } from './aggregation-config.ts'
import { changesResults, pageSizeAt, widgetsToSearchTypes } from './widget-search-types.ts'

const only = (widget: Parameters<typeof widgetsToSearchTypes>[0][number]) =>
  widgetsToSearchTypes([widget], countingIds()).searchTypes

describe('widgets become search types', () => {
  test('a new search requests a chart and the newest 150 messages', () => {
    const chart = aggregationWidget('w1', {
      visualization: 'bar',
      row_pivots: [timePivot('timestamp')],
      series: [countSeries],
    })
    const { searchTypes, widgetMapping } = widgetsToSearchTypes([chart, messagesWidget('w2')], countingIds())
    expect(widgetMapping).toEqual({ w1: ['id-1'], w2: ['id-2'] })
    expect(searchTypes).toMatchObject([
      {
        id: 'id-1',
        name: 'chart',
        type: 'pivot',
        rollup: true,
        row_groups: [{ type: 'time', field: 'timestamp', interval: { type: 'auto' } }],
        column_groups: [],
        series: [{ type: 'count', id: 'count()' }],
        sort: [],
      },
      { id: 'id-2', type: 'messages', limit: 150, offset: 0, sort: [{ field: 'timestamp', order: 'DESC' }] },
    ])
    for (const searchType of searchTypes) expect([...Value.Errors(SearchType, searchType)]).toEqual([])
  })

  test('filter, query, streams and range of a widget apply to each of its search types', () => {
    const widget = {
      ...aggregationWidget('w', { visualization: 'bar', row_pivots: [timePivot('timestamp')], event_annotation: true }),
      filter: 'level:3',
      timerange: { type: 'relative', range: 60 } as const,
      query: { type: 'elasticsearch', query_string: 'source:web' },
      streams: ['s1'],
    }
    const types = only(widget)
    expect(types.map(({ type }) => type)).toEqual(['pivot', 'events'])
    for (const type of types) {
      expect(type).toMatchObject({
        filter: { type: 'query_string', query: 'level:3' },
        timerange: { type: 'relative', range: 60 },
        query: { query_string: 'source:web' },
        streams: ['s1'],
      })
    }
  })

  test('a number with a trend also requests the previous period', () => {
    const types = only(
      aggregationWidget('w', {
        visualization: 'numeric',
        visualization_config: { trend: true, trend_preference: 'LOWER' },
        series: [seriesOf('avg(took_ms)')],
      }),
    )
    expect(types).toMatchObject([
      { id: 'id-1', name: 'chart' },
      { id: 'id-2', name: 'trend', timerange: { type: 'offset', source: 'search_type', id: 'id-1' } },
    ])
  })

  test.each([
    ['period', '1i'],
    ['day', '86400'],
    ['week', '604800'],
  ] as const)(
    'a histogram compared with the %s before also requests it, without a change of its config',
    (comparison, offset) => {
      const bar = aggregationWidget('w', { visualization: 'bar', row_pivots: [timePivot('timestamp')] })
      const compared = new Map([['w', comparison]])
      const { searchTypes } = widgetsToSearchTypes([bar], countingIds(), compared)
      expect(searchTypes).toMatchObject([
        { name: 'chart' },
        { name: 'before', timerange: { type: 'offset', source: 'search_type', id: 'id-1', offset } },
      ])
      expect(changesResults([bar], [bar], new Map(), compared)).toBe(true)
    },
  )

  test.each([
    ['count()', { type: 'count', id: 'hits' }],
    ['avg(took_ms)', { type: 'avg', field: 'took_ms', id: 'hits' }],
    ['percentile(took,95)', { type: 'percentile', field: 'took', percentile: 95, id: 'hits' }],
    ['max(a,b)', { type: 'max', field: 'a,b', id: 'hits' }],
  ])('%s is requested under its own name', (text, expected) => {
    const [type] = only(aggregationWidget('w', { series: [seriesOf(text, 'hits')] }))
    expect(type).toMatchObject({ series: [expected] })
  })

  test.each([
    [{ type: 'timeunit', value: 5, unit: 'minutes' } as const, { type: 'timeunit', timeunit: '5m' }],
    [{ type: 'timeunit', value: 2, unit: 'months' } as const, { type: 'timeunit', timeunit: '2M' }],
    [{ type: 'auto', scaling: 0.5 } as const, { type: 'auto', scaling: 0.5 }],
  ])('the interval %o is requested', (interval, expected) => {
    const [type] = only(
      aggregationWidget('w', { row_pivots: [{ field: 'timestamp', type: 'time', config: { interval } }] }),
    )
    expect(type).toMatchObject({ row_groups: [{ interval: expected }] })
  })

  test('sorting by a missing column is dropped, and totals are requested if there are no columns', () => {
    const sort = [{ type: 'series', field: 'count()', direction: 'Descending' } as const]
    const [searchType] = only(aggregationWidget('w', { series: [countSeries], sort, rollup: false }))
    const [left] = only(
      aggregationWidget('w', { series: [seriesOf('avg(a)')], column_pivots: [valuesPivot('b')], sort, rollup: false }),
    )
    expect(searchType).toMatchObject({ sort, rollup: true })
    expect(left).toMatchObject({ sort: [], rollup: false })
  })

  test('a widget of an unknown type requests nothing and stays in the mapping', () => {
    const widget = { ...messagesWidget('w'), type: 'sankey', config: { anything: true } }
    expect(widgetsToSearchTypes([widget], countingIds())).toEqual({ searchTypes: [], widgetMapping: { w: [] } })
  })
})

describe('a change needs a new search only if it changes results', () => {
  const bar = aggregationWidget('a', { visualization: 'bar', row_pivots: [timePivot('timestamp')] })
  const table = messagesWidget('m')
  const config = bar.config

  test.each([
    ['a colour', { ...config, formatting_settings: { chart_colors: [{ field_name: 'x', chart_color: '#abcdef' }] } }],
    ['another picture', { ...config, visualization: 'line' as const }],
  ])('%s does not', (_, changed) => {
    expect(changesResults([bar, table], [{ ...bar, config: changed }, table])).toBe(false)
  })

  test.each([
    ['a metric', { ...config, series: [countSeries] }],
    ['a column', { ...config, column_pivots: [valuesPivot('b')] }],
    ['events', { ...config, event_annotation: true }],
  ])('%s does', (_, changed) => {
    expect(changesResults([bar, table], [{ ...bar, config: changed }, table])).toBe(true)
  })

  test('columns of a message table do not, its sort order does', () => {
    const wider = messagesWidget('m', { fields: ['timestamp', 'source', 'level'] })
    const sorted = messagesWidget('m', { sort: [{ type: 'pivot', field: 'level', direction: 'Ascending' }] })
    expect(changesResults([table], [wider])).toBe(false)
    expect(changesResults([table], [sorted])).toBe(true)
  })

  test('the order of the widgets does not, an additional widget does', () => {
    expect(changesResults([bar, table], [table, bar])).toBe(false)
    expect(changesResults([bar], [bar, table])).toBe(true)
  })
})

test('no page reaches beyond the last message that can be loaded', () => {
  expect([0, 9_750, 9_900].map(pageSizeAt)).toEqual([150, 150, 100])
})
