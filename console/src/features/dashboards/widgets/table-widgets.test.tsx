/** Widgets with the table of a query: they ask with the range, the filter and the turns of their dashboard. */

import { listFields } from '@logyard/contract/fields/search-fields'
import { getSearch } from '@logyard/contract/search/searches'
import { getSearchesConfig } from '@logyard/contract/search/searches-config'
import { runSql } from '@logyard/contract/search/sql'
import { type QueryTable, tabulateQuery } from '@logyard/contract/search/tables'
import { listStreams } from '@logyard/contract/streams/streams'
import { SQL_WIDGET, STEPS_WIDGET, type Widget } from '@logyard/contract/views/view-state'
import { getView, updateView, type View } from '@logyard/contract/views/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { ada, quietServer, renderConsole } from '../../../testing/render-console.tsx'
import { withSearches } from '../../../testing/search-answers.ts'
import { aStream, PAYMENTS } from '../../../testing/streams-answers.ts'
import { emptyViewState } from '../../../view-document/editing/view-changes.ts'
import {
  countSeries,
  emptyAggregation,
  timePivot,
  valuesPivot,
} from '../../../view-document/model/aggregation-config.ts'

vi.setConfig({ testTimeout: 60_000 })
const LOADING = { timeout: 30_000 }

beforeAll(async () => {
  await Promise.all([import('../../../app/signed-in-app.tsx'), import('../dashboard-screen.tsx')])
  await Promise.all([import('./dashboard-grid.tsx'), import('../../../widgets/tables/table-widget-view.tsx')])
}, 60_000)

const ID = '5f0000000000000000000009'
const RANGE = { type: 'absolute', from: '2026-03-01T08:00:00.000Z', to: '2026-03-01T09:00:00.000Z' } as const

const facts = { filter: null, timerange: { type: 'relative', range: 300 }, streams: [] } as const
const steps: Widget = {
  ...facts,
  id: 'steps',
  type: STEPS_WIDGET,
  query: { type: 'elasticsearch', query_string: 'level:3' },
  streams: [PAYMENTS.id],
  config: { steps: '| stats count() by source', form: 'table' },
}
const statement: Widget = {
  ...facts,
  id: 'statement',
  type: SQL_WIDGET,
  query: { type: 'elasticsearch', query_string: 'app:shop' },
  streams: [],
  config: { sql: 'SELECT count() FROM messages', form: 'numeric' },
}

const table = (name: string): QueryTable => ({
  columns: [
    { name: 'source', type: 'text', field: 'source' },
    { name: 'count', type: 'number' },
  ],
  effective_timerange: RANGE,
  is_complete: true,
  chart: { over: 'values', keys: 1 },
  datarows: [[name, 42]],
})

/** `held`: statements are answered when it is resolved. */
function open(widgets: readonly Widget[], held: Promise<void> = Promise.resolve()) {
  const view: View = {
    id: ID,
    type: 'DASHBOARD',
    title: 'Shop',
    summary: '',
    description: '',
    search_id: '5f0000000000000000000008',
    properties: [],
    requires: {},
    state: { p1: { ...emptyViewState, widgets: [...widgets] } },
    owner: 'ada',
    created_at: '2026-03-01T08:00:00.000Z',
    last_updated_at: '2026-03-01T08:30:00.000Z',
  }
  const asked: { readonly sql: object[]; readonly steps: object[] } = { sql: [], steps: [] }
  let [running, most] = [0, 0]
  const server = quietServer(ada)
    .on(listStreams, { total: 1, streams: [aStream(PAYMENTS)] })
    .on(getSearchesConfig, {
      query_time_range_limit: 'PT0S',
      relative_timerange_options: { PT5M: 'five' },
      surrounding_timerange_options: {},
      surrounding_filter_fields: [],
      analysis_disabled_fields: [],
    })
    .on(getView, view)
    .outcome(updateView, ({ body }) => ({ status: 200, body: { ...view, ...Object(body) } }))
    .outcome(tabulateQuery, ({ body }) => {
      asked.steps.push(Object(body))
      return { status: 200, body: table(`web-${asked.steps.length}`) }
    })
    .outcome(runSql, async ({ body }) => {
      asked.sql.push(Object(body))
      running += 1
      most = Math.max(most, running)
      await held
      running -= 1
      return { status: 200, body: { ...table('all'), columns: [{ name: 'n', type: 'number' }], datarows: [[1234]] } }
    })
    .on(listFields, [])
  withSearches(server)
  server.on(getSearch, {
    id: view.search_id,
    queries: [],
    parameters: [],
    requires: {},
    owner: 'ada',
    created_at: '2026-03-01T08:00:00.000Z',
  })
  const shown = renderConsole({ path: `/dashboards/${ID}`, user: ada, server })
  return {
    asked,
    server,
    most: () => most,
    user: userEvent.setup({ delay: null }),
    [Symbol.dispose]: () => shown[Symbol.dispose](),
  }
}

test('tables are asked with their own query, range and streams, and again with each turn and filter', async () => {
  using page = open([steps, statement])
  await screen.findByText('web-1', undefined, LOADING)
  await screen.findByText('1,234', undefined, LOADING)
  expect(page.asked.steps).toEqual([
    {
      query: 'level:3 | stats count() by source',
      timerange: { type: 'relative', range: 300 },
      streams: [PAYMENTS.id],
      limit: 1000,
    },
  ])
  expect(page.asked.sql).toEqual([
    {
      sql: 'SELECT count() FROM messages',
      query: 'app:shop',
      timerange: { type: 'relative', range: 300 },
      streams: [],
      limit: 1000,
    },
  ])
  await page.user.click(await screen.findByRole('button', { name: 'Apply filter and refresh' }))
  await screen.findByText('web-2', undefined, LOADING)
  await page.user.click(await screen.findByRole('button', { name: 'Filter by query' }))
  const filter = await screen.findByRole('textbox', { name: 'Filter for all widgets' })
  await page.user.type(filter, 'host:a |x{Enter}')
  await screen.findByText('web-3', undefined, LOADING)
  // A | of the filter is a word, and no step.
  expect(page.asked.steps.at(-1)).toMatchObject({
    query: 'level:3 | stats count() by source',
    filters: ['host:a |x'],
  })
  await waitFor(() => expect(page.asked.sql.at(-1)).toMatchObject({ query: 'app:shop', filters: ['host:a |x'] }))
})

test('the query of a widget is edited together with its steps, and stored apart', async () => {
  using page = open([steps])
  await screen.findByText('web-1', undefined, LOADING)
  await page.user.click(await screen.findByRole('button', { name: 'Edit' }))
  await page.user.click(await screen.findByRole('button', { name: 'Actions for stats count() by source' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const editor = await screen.findByRole('dialog', { name: /^Editing/ }, LOADING)
  const query = await within(editor).findByRole('textbox', { name: 'Query' })
  expect(query).toHaveProperty('value', 'level:3 | stats count() by source')
  await page.user.clear(query)
  await page.user.type(query, 'level:4 | top 5 user{Enter}')
  await waitFor(() => expect(page.asked.steps.at(-1)).toMatchObject({ query: 'level:4 | top 5 user' }), LOADING)
  await page.user.click(within(editor).getByRole('button', { name: 'Save' }))
  await page.user.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.server.calls(updateView)).toHaveLength(1), LOADING)
  const { state } = Object(page.server.calls(updateView).at(-1)?.body) as Pick<View, 'state'>
  expect(state['p1']?.widgets[0]).toEqual({
    ...steps,
    query: { type: 'elasticsearch', query_string: 'level:4' },
    config: { steps: '| top 5 user', form: 'table' },
  })
})

test('a widget opens as its SQL, with the query of its page and notes about what is left out', async () => {
  const chart: Widget = {
    ...facts,
    id: 'chart',
    type: 'aggregation',
    query: { type: 'elasticsearch', query_string: 'app:shop' },
    streams: [PAYMENTS.id],
    config: {
      ...emptyAggregation,
      visualization: 'bar',
      row_pivots: [timePivot('timestamp')],
      column_pivots: [valuesPivot('source', 3)],
      series: [countSeries],
    },
  }
  using page = open([chart])
  await page.user.click(await screen.findByRole('button', { name: /^Actions for Messages over time/ }, LOADING))
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await page.user.click(await screen.findByRole('menuitem', { name: 'Open as SQL' }))
  await waitFor(() => expect(opened).toHaveBeenCalledOnce(), LOADING)
  const { pathname, searchParams } = new URL(String(opened.mock.lastCall?.[0]), window.location.href)
  opened.mockRestore()
  expect(pathname).toBe('/search/sql')
  expect(Object.fromEntries(searchParams)).toEqual({
    sql: `SELECT toStartOfInterval(timestamp, INTERVAL 10 SECOND) AS time, source, count() AS "count()"
FROM messages
WHERE time IS NOT NULL AND source IS NOT NULL
GROUP BY time, source
ORDER BY count() DESC, source
LIMIT 3 BY time`,
    notes: 'totals,gaps',
    q: 'app:shop',
    rangetype: 'relative',
    relative: '300',
    streams: PAYMENTS.id,
  })
})

test('the statement of a widget is edited beside its result', async () => {
  using page = open([statement])
  await screen.findByText('1,234', undefined, LOADING)
  await page.user.click(await screen.findByRole('button', { name: 'Edit' }))
  await page.user.click(await screen.findByRole('button', { name: 'Actions for SQL' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const editor = await screen.findByRole('dialog', { name: /^Editing/ }, LOADING)
  const field = await within(editor).findByRole('textbox', { name: 'Statement' })
  await page.user.clear(field)
  await page.user.type(field, 'SELECT 1{Control>}{Enter}{/Control}')
  await waitFor(() => expect(page.asked.sql.at(-1)).toMatchObject({ sql: 'SELECT 1', query: 'app:shop' }), LOADING)
})

test('a page with many tables asks for two of them at a time', async () => {
  const widgets = Array.from({ length: 6 }, (_, at): Widget => ({ ...statement, id: `s${at}`, streams: [] }))
  const held = Promise.withResolvers<void>()
  using page = open(widgets, held.promise)
  await waitFor(() => expect(page.asked.sql).toHaveLength(2), LOADING)
  held.resolve()
  await waitFor(() => expect(page.asked.sql).toHaveLength(6), LOADING)
  expect(page.most()).toBe(2)
})
