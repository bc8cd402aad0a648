/** The pages of a view: every kind of widget is stored unchanged; invalid parts are refused and named. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../search/testing/search-drafts.ts'
import { type SearchUnderTest, startSearch } from '../search/testing/start-search.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { aggregation, PAGE, viewsOver } from './testing/view-drafts.ts'

let store: EngineUnderTest
let logyard: SearchUnderTest
let views: ReturnType<typeof viewsOver>

beforeAll(async () => {
  store = await startTestEngine()
  logyard = await startSearch({ engine: store.engine })
  views = viewsOver(logyard, await logyard.store([query()]))
})
afterAll(async () => {
  await logyard[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})

/** The stored form of this page. */
async function storedPage(page: object) {
  const created = await views.post({ state: { q: page } })
  expect(created.status, created.text).toBe(200)
  const { id, state } = Object(created.body)
  expect(Object((await logyard.call('GET', `/views/${id}`)).body).state).toEqual(state)
  return state.q
}
const storedWidget = async (widget: object) => (await storedPage({ ...PAGE, widgets: [widget] })).widgets[0]

test('both requests of a minimal API client succeed as documented', async () => {
  const search = `{"id":"5f0000000000000000000001","parameters":[],"queries":[{"id":"q1","query":{"type":"elasticsearch","query_string":""},
 "timerange":{"type":"relative","range":300},"search_types":[{"id":"st1","type":"pivot","name":"chart","rollup":true,"streams":[],
 "row_groups":[{"type":"values","field":"source","limit":15}],"column_groups":[],"series":[{"type":"count","id":"count()"}],"sort":[]}]}]}`
  const view = `{"type":"DASHBOARD","title":"Sources","search_id":"5f0000000000000000000001","state":{"q1":{"titles":{"tab":{"title":"Main"},"widget":{"w1":"Top"}},
 "widgets":[{"id":"w1","type":"aggregation","timerange":{"type":"relative","range":300},"query":null,"streams":[],"config":{
 "row_pivots":[{"field":"source","type":"values","config":{"limit":15}}],"column_pivots":[],"series":[{"function":"count()","config":{"name":null}}],
 "sort":[],"visualization":"table","visualization_config":null,"rollup":true}}],
 "widget_mapping":{"w1":["st1"]},"positions":{"w1":{"col":1,"row":1,"height":4,"width":"Infinity"}}}}}`
  const made = await logyard.call('POST', '/views/search', { body: JSON.parse(search) })
  expect(made).toMatchObject({ status: 201, body: { id: '5f0000000000000000000001' } })
  const shown = await logyard.call('POST', '/views', { body: JSON.parse(view) })
  expect(shown).toMatchObject({ status: 200, body: JSON.parse(view) })
  expect(Object(shown.body).state.q1.widgets[0].config.rollup).toBe(true)
})

/** A page with every property, each with a different value. */
const FULL_PAGE = {
  selected_fields: ['source', 'message'],
  static_message_list_id: 'list-1',
  titles: { widget: { w1: 'Requests', w2: '' }, tab: { title: 'Überblick 概要' } },
  widgets: [
    {
      id: 'w1',
      type: 'messages',
      filter: 'level:3',
      timerange: { type: 'absolute', from: '2021-05-01T08:00:00.000Z', to: '2021-05-02T08:00:00.000Z' },
      query: { type: 'elasticsearch', query_string: 'source:web' },
      streams: ['000000000000000000000001'],
      config: {
        fields: ['timestamp', 'source'],
        show_message_row: true,
        decorators: [{ id: null, type: 'format_string', config: { format_string: 'seen' }, stream: null, order: 1 }],
        sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }],
      },
    },
    {
      id: 'w2',
      type: 'aggregation',
      filter: null,
      timerange: { type: 'keyword', keyword: 'last week' },
      query: null,
      streams: [],
      config: {
        row_pivots: [
          { field: 'timestamp', type: 'time', config: { interval: { type: 'auto', scaling: 0.5 } } },
          { field: 'timestamp', type: 'time', config: { interval: { type: 'auto', scaling: null } } },
          { field: 'timestamp', type: 'time', config: { interval: { type: 'auto' } } },
        ],
        column_pivots: [
          { field: 'source', type: 'values', config: { limit: 10 } },
          { field: 'timestamp', type: 'time', config: { interval: { type: 'timeunit', value: 5, unit: 'minutes' } } },
        ],
        series: [
          { function: 'percentile(took,95)', config: { name: 'p95', format: { unit: 'ms' } } },
          { function: 'sum(price)', config: { name: null, format: { unit: 'custom', suffix: 'CHF' } } },
          { function: 'count()', config: { name: null } },
        ],
        sort: [{ type: 'series', field: 'percentile(took,95)', direction: 'Ascending' }],
        visualization: 'bar',
        visualization_config: { barmode: 'relative' },
        formatting_settings: { chart_colors: [{ field_name: 'p95', chart_color: '#abcdef' }] },
        rollup: false,
        event_annotation: true,
        value_axis: { scale: 'logarithmic', min: -0.5, max: 1000 },
        formulas: [
          { formula: 'A / C * 100', name: 'share', format: { unit: 'percent' } },
          { formula: 'not checked here' },
        ],
        formulas_only: true,
      },
    },
    {
      id: 'w3',
      type: 'org.example.Gauge',
      filter: null,
      timerange: { type: 'relative', range: 0 },
      query: null,
      streams: [],
      config: { needle: { red: true }, marks: [1, 2.5, null], visualization: 7, row_pivots: 'none', empty: {} },
    },
    {
      id: 'w5',
      type: 'logyard.sql',
      filter: null,
      timerange: null,
      query: { type: 'elasticsearch', query_string: '' },
      streams: [],
      config: { sql: 'SELECT count() FROM messages', form: 'numeric' },
    },
    {
      id: 'w4',
      type: 'logyard.steps',
      filter: null,
      timerange: { type: 'relative', range: 300 },
      query: { type: 'elasticsearch', query_string: 'level:3' },
      streams: ['000000000000000000000001'],
      config: { steps: '| stats count() by source', form: 'pie' },
    },
  ],
  widget_mapping: { w1: ['list-1'], w2: ['chart', 'trend', 'events'], gone: [] },
  positions: {
    w1: { col: 1, row: 1, height: 4, width: 'Infinity' },
    w2: { col: 1, row: 5, height: 'Infinity', width: 6 },
    w3: { col: -3, row: 'Infinity', height: 0, width: 100 },
  },
  formatting: { highlighting: [{ field: 'level', value: '3', color: '#ff0000' }] },
  display_mode_settings: { positions: { w1: { col: 1, row: 1, height: 2, width: 2 } } },
}

test('a page with every property is returned unchanged', async () => {
  expect(await storedPage(FULL_PAGE)).toEqual(FULL_PAGE)
})

test('pages keep their order, whatever their ids', async () => {
  const names = ['zeta', 'b2f0', 'alpha', 'q10', 'q9']
  const created = await views.post({ state: Object.fromEntries(names.map((name) => [name, PAGE])) })
  const { id, state } = Object(created.body)
  expect(Object.keys(state)).toEqual(names)
  expect(Object.keys(Object((await logyard.call('GET', `/views/${id}`)).body).state)).toEqual(names)
})

test.each([
  { visualization: 'table', config: null },
  { visualization: 'pie', config: null },
  { visualization: 'scatter', config: null },
  { visualization: 'heatmap', config: null },
  { visualization: 'sankey', config: null },
  { visualization: 'bar', config: null },
  ...['group', 'stack', 'relative', 'overlay'].map((barmode) => ({ visualization: 'bar', config: { barmode } })),
  ...['linear', 'step-after', 'spline'].flatMap((interpolation) => [
    { visualization: 'line', config: { interpolation } },
    { visualization: 'area', config: { interpolation } },
  ]),
  { visualization: 'line', config: {}, becomes: { interpolation: 'linear' } },
  { visualization: 'numeric', config: { trend: true, trend_preference: 'LOWER' } },
  { visualization: 'numeric', config: {}, becomes: { trend: false, trend_preference: 'NEUTRAL' } },
  { visualization: 'numeric', config: { trend: true }, becomes: { trend: true, trend_preference: 'NEUTRAL' } },
  { visualization: 'map', config: { viewport: { center_x: 52.5, center_y: -13.4, zoom: 3 } } },
])('$visualization is shown with $config', async ({ visualization, config, ...more }) => {
  const widget = await storedWidget(aggregation('w', { visualization, visualization_config: config }))
  const expected = 'becomes' in more ? more.becomes : config
  expect(widget.config).toMatchObject({ visualization, visualization_config: expected })
})

test('missing properties of a widget get their defaults', async () => {
  const interval = { value: 1, unit: 'hours' }
  const widget = await storedWidget(
    aggregation('w', {
      row_pivots: [
        { type: 'time', field: 'timestamp', config: { interval } },
        { type: 'values', field: 'source' },
        { type: 'values', field: 'source', config: {} },
      ],
      series: ['count()', { function: 'avg(took)' }, { function: 'sum(took)', config: {} }],
    }),
  )
  expect(widget).toEqual({
    id: 'w',
    type: 'aggregation',
    filter: null,
    timerange: null,
    query: null,
    streams: [],
    config: {
      row_pivots: [
        { type: 'time', field: 'timestamp', config: { interval: { type: 'timeunit', ...interval } } },
        { type: 'values', field: 'source', config: { limit: 15 } },
        { type: 'values', field: 'source', config: { limit: 15 } },
      ],
      column_pivots: [],
      series: ['count()', 'avg(took)', 'sum(took)'].map((name) => ({ function: name, config: { name: null } })),
      sort: [],
      visualization: 'table',
      visualization_config: null,
      formatting_settings: null,
      rollup: true,
      event_annotation: false,
    },
  })
  const list = await storedWidget({ id: 'm', type: 'messages', config: { fields: [], show_message_row: false } })
  expect(list.config).toEqual({ fields: [], show_message_row: false, decorators: [], sort: [] })
})

const config = 'state.q.widgets[0].config'
const chart = (more: object) => ({ widgets: [aggregation('w', more)] })
const colour = (chart_color: string) =>
  chart({ formatting_settings: { chart_colors: [{ field_name: 'a', chart_color }] } })
const time = (interval: object) => chart({ row_pivots: [{ type: 'time', field: 'timestamp', config: { interval } }] })
const at = (position: object) => ({ positions: { x: { col: 1, row: 1, height: 1, width: 1, ...position } } })

test.each([
  { page: at({ width: 'wide' }), says: 'Property state.q.positions.x.width must be "Infinity" or an integer.' },
  { page: at({ col: 1.5 }), says: 'Property state.q.positions.x.col must be "Infinity" or an integer.' },
  { page: at({ row: null }), says: 'Property state.q.positions.x.row must be "Infinity" or an integer.' },
  { page: at({ height: undefined }), says: 'Missing required properties: state.q.positions.x.height.' },
  {
    page: chart({ visualization: 'pie', visualization_config: { barmode: 'group' } }),
    says: `Property ${config}.visualization_config must be null.`,
  },
  {
    page: chart({ visualization: 'bar', visualization_config: {} }),
    says: `Missing required properties: ${config}.visualization_config.barmode.`,
  },
  {
    page: chart({ visualization: 'area', visualization_config: { barmode: 'group' } }),
    says: /^Unable to map property barmode\./,
  },
  {
    page: chart({ visualization: 'donut' }),
    says: /^Property state\.q\.widgets\[0\]\.config\.visualization must be one of \["table",/,
  },
  {
    page: chart({ value_axis: { scale: 'cubic' } }),
    says: `Property ${config}.value_axis.scale must be one of ["linear","logarithmic"].`,
  },
  { page: chart({ value_axis: { min: 'low' } }), says: `Property ${config}.value_axis.min must be a number.` },
  { page: chart({ series: undefined }), says: `Missing required properties: ${config}.series.` },
  { page: chart({ extra: 1 }), says: /^Unable to map property extra\./ },
  {
    page: chart({ series: [{ function: 'avg(a)', config: { format: { unit: 'furlongs' } } }] }),
    says: /^Property state\.q\.widgets\[0\]\.config\.series\[0\]/,
  },
  { page: chart({ formulas: [{ formula: 'A', colour: 'red' }] }), says: /^Unable to map property colour\./ },
  {
    page: chart({ row_pivots: [{ type: 'terms', field: 'a' }] }),
    says: `Property ${config}.row_pivots[0].type must be one of ["time","values"].`,
  },
  {
    page: time({ unit: 'hours' }),
    says: `Missing required properties: ${config}.row_pivots[0].config.interval.value.`,
  },
  { page: time({ value: 1, unit: 'eons' }), says: /interval\.unit must be one of \["seconds",/ },
  {
    page: { widgets: [{ id: 'm', type: 'messages', config: { fields: 'a', show_message_row: true } }] },
    says: `Property ${config}.fields must be an array.`,
  },
  { page: { widgets: [{ type: 'messages' }] }, says: /^Missing required properties: state\.q\.widgets\[0\]\.id, / },
  { page: { widgets: [{ id: 'o', type: 'other', config: null }] }, says: `Property ${config} must be an object.` },
  { page: { surprise: 1 }, says: /^Unable to map property surprise\.\nKnown properties include: selected_fields, / },
  {
    page: { formatting: { highlighting: [{ field: 'a', value: [3], color: '#ffffff' }] } },
    says: 'Property state.q.formatting.highlighting[0].value must be a string.',
  },
])('a page is refused: $says', async ({ page, says }) => {
  const message = says instanceof RegExp ? expect.stringMatching(says) : says
  expect(await views.post({ state: { q: { ...PAGE, ...page } } })).toMatchObject({
    status: 400,
    body: { type: 'ApiError', message },
  })
})

test('a chart accepts the colours that the reference API accepts', async () => {
  for (const chart_color of ['#abc', '#abcdef'])
    expect((await storedPage({ ...PAGE, ...colour(chart_color) })).widgets[0].config.formatting_settings).toEqual({
      chart_colors: [{ field_name: 'a', chart_color }],
    })
  const path = `${config}.formatting_settings.chart_colors[0].chart_color`
  for (const chart_color of ['#ABCDEF', 'red', '#ab', '#abcdef0'])
    expect(await views.post({ state: { q: { ...PAGE, ...colour(chart_color) } } })).toMatchObject({
      status: 400,
      body: [{ path, invalid_value: chart_color }],
    })
})
