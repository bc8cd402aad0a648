import { listFields } from '@logyard/contract/fields/search-fields'
import type { UserSummary } from '@logyard/contract/identity/users'
import { findPatterns } from '@logyard/contract/search/patterns'
import { createSearch, getSearch, type Parameter } from '@logyard/contract/search/searches'
import { getSearchesConfig } from '@logyard/contract/search/searches-config'
import { listStreams } from '@logyard/contract/streams/streams'
import { PATTERNS_WIDGET, TEXT_WIDGET, type Widget } from '@logyard/contract/views/view-state'
import {
  createView,
  deleteView,
  getView,
  listDashboards,
  listViews,
  updateView,
  type View,
} from '@logyard/contract/views/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { ada, quietServer, renderConsole } from '../../testing/render-console.tsx'
import { withSearches } from '../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../testing/streams-answers.ts'
import { emptyViewState } from '../../view-document/editing/view-changes.ts'
import { countSeries, emptyAggregation, timePivot } from '../../view-document/model/aggregation-config.ts'
import { patternsConfig } from '../../view-document/model/patterns-widget.ts'
import { textConfig } from '../../view-document/model/text-widget.ts'

vi.setConfig({ testTimeout: 30_000 })

// Loads the page's code once, so that the tests do not wait for it.
beforeAll(async () => {
  await Promise.all([import('../../app/signed-in-app.tsx'), import('./dashboard-screen.tsx')])
  await Promise.all([import('./widgets/dashboard-grid.tsx'), import('./list/list-screens.tsx')])
})

const ID = '5f0000000000000000000009'
const SEARCH_ID = '5f0000000000000000000008'

const count = {
  id: 'count',
  type: 'aggregation',
  filter: null,
  timerange: { type: 'relative', range: 300 },
  query: { type: 'elasticsearch', query_string: '' },
  streams: [],
  config: { ...emptyAggregation, visualization: 'numeric', series: [countSeries] },
} as const
const words = {
  ...count,
  id: 'words',
  type: TEXT_WIDGET,
  timerange: null,
  query: null,
  config: textConfig('# Read *this*'),
}

const aView: View = {
  id: ID,
  type: 'DASHBOARD',
  title: 'Shop',
  summary: 'How it does',
  description: '',
  search_id: SEARCH_ID,
  properties: [],
  requires: {},
  state: {
    p1: {
      ...emptyViewState,
      titles: { widget: { count: 'How many' }, tab: { title: 'First' } },
      widgets: [
        { ...count, streams: [], config: { ...count.config } },
        { ...words, streams: [] },
      ],
    },
    p2: { ...emptyViewState, titles: {} },
  },
  owner: 'ada',
  created_at: '2026-03-01T08:00:00.000Z',
  last_updated_at: '2026-03-01T08:30:00.000Z',
}

const reader: UserSummary = {
  ...ada,
  username: 'rita',
  permissions: [`dashboards:read:${ID}`, `view:read:${ID}`],
  roles: ['Reader'],
}

interface Stored {
  readonly view?: View
  readonly parameters?: Parameter[]
}

function open(path: string, user: UserSummary = ada, { view = aView, parameters = [] }: Stored = {}) {
  const page = { views: [aView], total: 1, count: 1, page: 1, per_page: 10, grand_total: 1 }
  const server = quietServer(user)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(getSearchesConfig, {
      query_time_range_limit: 'PT0S',
      relative_timerange_options: { PT5M: 'five', P1D: 'day' },
      surrounding_timerange_options: {},
      surrounding_filter_fields: [],
      analysis_disabled_fields: [],
    })
    .on(listDashboards, page)
    .on(listViews, {
      ...page,
      views: [aView, { ...aView, id: '5f0000000000000000000007', type: 'SEARCH', title: 'Errors' }],
    })
    .on(deleteView, aView)
    .on(getView, view)
    .on(createView, { ...aView, id: '5f0000000000000000000010' })
    .outcome(updateView, ({ body }) => ({
      status: 200,
      body: { ...aView, ...(body as object), last_updated_at: '2026-03-01T09:00:00.000Z' },
    }))
  // Registered last: more specific paths must follow the general one.
  server.on(listFields, [])
  const engine = withSearches(server)
  server.on(getSearch, {
    id: SEARCH_ID,
    queries: [],
    parameters,
    requires: {},
    owner: 'ada',
    created_at: '2026-03-01T08:00:00.000Z',
  })
  const console = renderConsole({ path, user, server })
  return { server, engine, user: userEvent.setup({ delay: null }), [Symbol.dispose]: () => console[Symbol.dispose]() }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const edit = async ({ user }: ReturnType<typeof open>) => user.click(await button('Edit'))
const saved = ({ server }: ReturnType<typeof open>) => server.calls(updateView).at(-1)
/** `listFields` last: more specific paths must follow the general one. */
const isStored = ({ server }: ReturnType<typeof open>, view: View) => server.on(getView, view).on(listFields, [])
const savedState = (page: ReturnType<typeof open>) => (saved(page)?.body ?? { state: {} }) as Pick<View, 'state'>

test('a widget with patterns asks for those of its counted messages, and marks new ones', async () => {
  const widget: Widget = {
    ...count,
    type: PATTERNS_WIDGET,
    streams: [],
    query: { type: 'elasticsearch', query_string: 'level:3' },
    config: patternsConfig('new'),
  }
  const found = {
    id: '11',
    hashes: ['11', '12'],
    text: 'took * ms',
    parts: [{ position: 5, kind: 'number' as const }],
    count: 9,
    first: '2026-03-01T08:55:00.000Z',
    last: '2026-03-01T09:00:00.000Z',
    first_seen: '2026-02-01T09:00:00.000Z',
    is_new: false,
    example: { id: 'm1', index: 'graylog_0', message: 'took 12 ms' },
    trend: [1, 0, 8],
  }
  const newest = {
    ...found,
    id: '22',
    hashes: ['22'],
    text: 'refused',
    parts: [],
    count: 1,
    is_new: true,
    first_seen: '2026-03-01T08:58:00.000Z',
  }
  const state = { p1: { ...emptyViewState, titles: {}, widgets: [widget] } }
  using page = open(`/dashboards/${ID}`, ada, { view: { ...aView, state } })
  page.server.on(findPatterns, {
    total: 10,
    pattern_count: 2,
    trend_steps: 3,
    effective_timerange: { type: 'absolute', from: found.first, to: found.last },
    patterns: [found, newest],
  })
  const rows = within(await screen.findByRole('list', { name: 'Patterns' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^110%refused.*New/),
    '990%took num ms',
  ])
  // The range of the results on the dashboard.
  expect(page.server.calls(findPatterns)[0]?.body).toMatchObject({
    query: 'level:3',
    timerange: { type: 'absolute', from: '2026-03-01T08:55:00.000Z', to: '2026-03-01T09:00:00.000Z' },
  })
})

test('dashboards are listed with their summaries, and deleted after confirmation', async () => {
  using page = open('/dashboards')
  const row = await screen.findByRole('row', { name: /Shop/ })
  expect(within(row).getByText('How it does')).toBeDefined()
  await page.user.click(within(row).getByRole('button', { name: 'Actions for Shop' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete view' })
  expect(question.textContent).toContain('Are you sure you want to delete "Shop"?')
  await page.user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(page.server.calls(deleteView)).toHaveLength(0)
})

test('the list of views links to searches and dashboards', async () => {
  using _ = open('/views')
  const dashboard = await screen.findByRole('link', { name: 'Shop' })
  expect(dashboard.getAttribute('href')).toBe(`/dashboards/${ID}`)
  expect(screen.getByRole('link', { name: 'Errors' }).getAttribute('href')).toBe('/search/5f0000000000000000000007')
})

test('a reader sees the dashboard but cannot change it', async () => {
  using page = open(`/dashboards/${ID}`, reader)
  expect(await screen.findByRole('article', { name: 'How many' })).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Read this' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create' })).toBeNull()
  await page.user.click(await button('Actions for How many'))
  const menu = await screen.findByRole('menu')
  expect(within(menu).queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  expect(within(menu).getByRole('menuitem', { name: 'Replay search' })).toBeDefined()
})

test('a dashboard that takes long says how far it is, and can be stopped', async () => {
  using page = open(`/dashboards/${ID}`, reader)
  await screen.findByRole('article', { name: 'How many' })
  page.engine.polls = Number.POSITIVE_INFINITY
  page.engine.progress = { percent: 40, seconds_left: 200, rows_read: null, rows_total: null }
  await page.user.click(await button('Apply filter and refresh'))
  const bar = await screen.findByRole('progressbar', { name: 'Searching' }, { timeout: 10_000 })
  expect(bar.getAttribute('aria-valuetext')).toBe('40% read, 3 min left')
  await page.user.click(await button('Stop searching'))
  await waitFor(() => expect(page.engine.cancelled).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

test('a renamed page and a new widget are saved, together with the version that they are based on', async () => {
  using page = open(`/dashboards/${ID}`)
  await edit(page)
  expect(await screen.findByRole('tab', { name: 'Page 2' })).toBeDefined()
  await page.user.click(await button('Actions for this page'))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit title' }))
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ })
  await page.user.clear(title)
  await page.user.type(title, `${'x'.repeat(45)}{Enter}`)
  expect(await screen.findByRole('tab', { name: 'x'.repeat(40) })).toBeDefined()
  await page.user.click(await button('Create'))
  await page.user.click(await button('Message table'))
  await page.user.click(await button('Save'))
  await waitFor(() => expect(saved(page)).toBeDefined())
  expect(saved(page)?.query.get('last_updated_at')).toBe(aView.last_updated_at)
  const { state } = savedState(page)
  expect(state['p1']?.widgets.map(({ type }) => type)).toEqual(['aggregation', TEXT_WIDGET, 'messages'])
  expect(state['p1']?.widgets.at(-1)).toMatchObject({ timerange: { type: 'relative', range: 86_400 } })
  expect(state['p1']?.titles.tab?.title).toBe('x'.repeat(40))
})

test('a version saved by somebody else is not overwritten without asking', async () => {
  using page = open(`/dashboards/${ID}`)
  await edit(page)
  await page.user.click(await button('New page'))
  page.server.outcome(updateView, ({ query }) =>
    query.has('last_updated_at')
      ? { status: 409, body: { type: 'ApiError', message: 'changed' } }
      : { status: 200, body: aView },
  )
  await page.user.click(await button('Save'))
  const dialog = await screen.findByRole('dialog', { name: 'Another user saved this dashboard' })
  await page.user.click(within(dialog).getByRole('button', { name: 'Overwrite with mine' }))
  await waitFor(() => expect(page.server.calls(updateView)).toHaveLength(2))
  expect(saved(page)?.query.has('last_updated_at')).toBe(false)
  expect(await screen.findByText('Saving view "Shop" was successful!')).toBeDefined()
})

test('a version saved by somebody else is announced while editing, and is overwritten only on request', async () => {
  using page = open(`/dashboards/${ID}`)
  await screen.findByRole('tab', { name: 'Page 2' })
  await edit(page)
  const asked = page.server.calls(getView).length
  isStored(page, { ...aView, last_updated_at: '2026-03-01T08:59:00.000Z' })
  // Without changes there is nothing to lose, so no request is made.
  window.dispatchEvent(new Event('visibilitychange'))
  expect(screen.queryByRole('button', { name: 'Keep my version' })).toBeNull()
  expect(page.server.calls(getView)).toHaveLength(asked)
  await page.user.click(await button('New page'))
  await page.user.click(await button('Keep my version'))
  await page.user.click(await button('Save'))
  await waitFor(() => expect(saved(page)).toBeDefined())
  expect(saved(page)?.query.get('last_updated_at')).toBe('2026-03-01T08:59:00.000Z')
  expect(screen.queryByRole('button', { name: 'Keep my version' })).toBeNull()
})

test('a version saved by somebody else can replace the unsaved changes', async () => {
  using page = open(`/dashboards/${ID}`)
  await screen.findByRole('tab', { name: 'Page 2' })
  await edit(page)
  const theirs = { ...aView, title: 'Their shop', last_updated_at: '2026-03-01T08:59:00.000Z' }
  isStored(page, theirs)
  await page.user.click(await button('New page'))
  await page.user.click(await button('Load their version'))
  await waitFor(() => expect(document.title).toContain('Their shop'))
  expect(screen.queryByRole('tab', { name: 'Page 3' })).toBeNull()
})

test('a new dashboard is saved with a title and opened', async () => {
  using page = open('/dashboards/new')
  await page.user.click(await button('Number'))
  expect(await screen.findByRole('article', { name: 'Message count' })).toBeDefined()
  expect((await button('Save')).getAttribute('aria-disabled')).toBe('true')
  await page.user.click(await button('Save as'))
  const dialog = await screen.findByRole('dialog', { name: 'New dashboard' })
  await page.user.type(within(dialog).getByRole('textbox', { name: /^Title/ }), 'Mine')
  await page.user.click(within(dialog).getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(window.location.pathname).toBe('/dashboards/5f0000000000000000000010'))
  expect(page.server.calls(createSearch).length).toBeGreaterThan(0)
})

test('a dashboard whose search was deleted opens with the queries of its widgets', async () => {
  using page = open(`/dashboards/${ID}`)
  page.server.outcome(getSearch, () => ({ status: 404, body: { type: 'ApiError', message: 'no such search' } }))
  expect(await screen.findByRole('article', { name: 'How many' })).toBeDefined()
  await waitFor(() => expect(page.engine.executions).toHaveLength(1))
})

test('leaving the page with unsaved changes asks for confirmation, and so does leaving the edit mode', async () => {
  using page = open(`/dashboards/${ID}`)
  expect(await screen.findByRole('heading', { name: 'Shop' })).toBeDefined()
  // Nothing changes a dashboard that is only looked at.
  expect(screen.queryByRole('button', { name: 'New page' })).toBeNull()
  await edit(page)
  await page.user.click(await button('New page'))
  await page.user.click(await screen.findByRole('link', { name: 'Streams' }))
  const leaving = await screen.findByRole('dialog')
  expect(window.location.pathname).toBe(`/dashboards/${ID}`)
  await page.user.click(within(leaving).getByRole('button', { name: 'Stay on this page' }))
  await page.user.click(await button('Done'))
  const discarding = await screen.findByRole('dialog', { name: 'Discard changes?' })
  await page.user.click(within(discarding).getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Page 3' })).toBeNull())
  expect(await button('Edit')).toBeDefined()
  expect(page.server.calls(updateView)).toHaveLength(0)
})

/** A dashboard with one widget that has this query. */
const asking = (query_string: string): View => ({
  ...aView,
  state: {
    p1: {
      ...emptyViewState,
      titles: { widget: { count: 'How many' } },
      widgets: [{ ...count, streams: [], config: { ...count.config }, query: { type: 'elasticsearch', query_string } }],
    },
  },
})

const parameter = (name: string, title: string): Parameter => ({
  type: 'value-parameter-v1',
  name,
  title,
  description: '',
  data_type: 'any',
  default_value: null,
  optional: false,
  binding: null,
})

test("a widget waits for its parameter's value, which is in the URL and which readers can enter", async () => {
  using page = open(`/dashboards/${ID}?p.team=blue`, reader, {
    view: asking('host:$host$ AND team:$team$'),
    parameters: [parameter('host', 'Host'), parameter('team', 'Team')],
  })
  const widget = await screen.findByRole('article', { name: 'How many' })
  expect(await within(widget).findByText(/Enter a value for \$host\$/)).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Team/ }).value).toBe('blue')
  expect(page.engine.executions).toHaveLength(0)
  expect(screen.queryByRole('button', { name: /Edit the parameter/ })).toBeNull()
  await page.user.type(screen.getByRole('textbox', { name: /Host/ }), 'web 1{Enter}')
  await waitFor(() => expect(page.engine.executions).toHaveLength(1))
  expect(page.engine.executions[0]?.state.parameter_bindings).toEqual({
    host: { type: 'value', value: 'web 1' },
    team: { type: 'value', value: 'blue' },
  })
  expect(within(widget).queryByText(/Enter a value/)).toBeNull()
  await waitFor(() => expect(window.location.search).toBe('?p.team=blue&p.host=web+1'))
})

test('the page, the range and the query of a dashboard are in its address, and Back returns to those before', async () => {
  const query = () => Object.fromEntries(new URLSearchParams(window.location.search))
  using page = open(`/dashboards/${ID}?rangetype=relative&relative=300&q=alpha`)
  await waitFor(() => expect(page.engine.executions).toHaveLength(1))
  expect(page.engine.executions[0]?.state.global_override).toEqual({
    timerange: { type: 'relative', range: 300 },
    query: { type: 'elasticsearch', query_string: 'alpha' },
  })
  await page.user.click(await button('Reset filter'))
  await waitFor(() => expect(query()).toEqual({}))
  await page.user.click(await screen.findByRole('tab', { name: 'Page 2' }))
  await waitFor(() => expect(query()).toEqual({ page: 'p2' }))
  window.history.back()
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).not.toBe('Page 2'))
  window.history.back()
  await waitFor(() => expect(query()).toEqual({ rangetype: 'relative', relative: '300', q: 'alpha' }))
  await waitFor(() => expect(page.engine.executions.at(-1)?.state.global_override?.timerange).toBeDefined())
})

test('a link to a dashboard says what of it has no meaning', async () => {
  using _page = open(`/dashboards/${ID}?page=gone&rangetype=never`)
  expect(await screen.findByText(/^The page of the link does not exist.* The time range of the link/)).toBeDefined()
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('an undeclared parameter prevents saving until it is declared', async () => {
  using page = open(`/dashboards/${ID}`, ada, { view: asking('host:$host$') })
  await edit(page)
  expect((await button('Save')).getAttribute('aria-disabled')).toBe('true')
  expect((await button('Save as')).getAttribute('aria-disabled')).toBe('true')
  expect((await screen.findByText('$host$')).closest('[role=group]')?.textContent).toContain('uses $host$, which')
  await page.user.click(await button('Declare'))
  await page.user.click(await button('Declare parameter'))
  expect((await button('Save')).getAttribute('aria-disabled')).toBe('false')
  await page.user.click(await button('Save'))
  await waitFor(() => expect(saved(page)).toBeDefined())
  const stored = page.server.calls(createSearch).at(-1)?.body as { parameters: unknown }
  expect(stored.parameters).toMatchObject([{ name: 'host', title: 'host', optional: false }])
})

test.each([
  { who: 'a user who may not read events', user: reader, types: ['pivot'] },
  { who: 'a user who may read events', user: ada, types: ['pivot', 'events'] },
])('$who requests $types for a chart with alerts', async ({ user, types }) => {
  const [pivot] = [{ ...count.config, visualization: 'bar' as const, row_pivots: [timePivot('timestamp')] }]
  const stored = asking('')
  const widgets = [{ ...count, streams: [], config: { ...pivot, event_annotation: true } }]
  const state = Object.values(stored.state).map((page) => ({ ...page, widgets }))
  using page = open(`/dashboards/${ID}`, user, { view: { ...stored, state: { p1: state[0] ?? emptyViewState } } })
  await waitFor(() => expect(page.engine.executions).toHaveLength(1))
  const asked = page.engine.stored.get(page.engine.executions[0]?.searchId ?? '')?.queries?.[0]?.search_types ?? []
  expect(asked.map(({ type }) => type)).toEqual(types)
})

test('widgets of unknown types and dangling mappings do not affect other widgets, and are saved unchanged', async () => {
  const gauge = {
    id: 'gauge',
    type: 'org.example.Gauge',
    filter: null,
    timerange: { type: 'relative', range: 0 },
    query: null,
    streams: [],
    config: { needle: { red: true }, row_pivots: 'none' },
  } as const
  const stored = asking('')
  const [known] = Object.values(stored.state)
  const foreign = {
    ...emptyViewState,
    ...known,
    titles: { widget: { count: 'How many', gauge: 'Pressure' } },
    widgets: [...(known?.widgets ?? []), { ...gauge, streams: [] }],
    widget_mapping: { count: ['long-gone'], nobody: ['neither'] },
    selected_fields: ['source'],
    positions: { gauge: { col: -3, row: 'Infinity' as const, height: 0, width: 100 } },
    display_mode_settings: { positions: { count: { col: 1, row: 1, height: 2, width: 2 } } },
  }
  using page = open(`/dashboards/${ID}`, ada, { view: { ...stored, state: { p1: foreign } } })
  const shown = await screen.findByRole('article', { name: 'Pressure' })
  expect(await within(shown).findByText(/org\.example\.Gauge/)).toBeDefined()
  expect(await screen.findByRole('article', { name: 'How many' })).toBeDefined()
  await waitFor(() => expect(page.engine.executions).toHaveLength(1))
  await edit(page)
  await page.user.click(await button('Save'))
  await waitFor(() => expect(saved(page)).toBeDefined())
  const { p1 } = savedState(page).state
  expect(p1?.widgets[1]).toEqual({ ...gauge, streams: [] })
  expect(p1).toMatchObject({
    selected_fields: ['source'],
    positions: foreign.positions,
    display_mode_settings: foreign.display_mode_settings,
  })
})
