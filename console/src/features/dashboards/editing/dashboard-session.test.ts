import { executeSearch } from '@logyard/contract/search/search-jobs'
import { createSearch } from '@logyard/contract/search/searches'
import type { Widget } from '@logyard/contract/views/view-state'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApiClient } from '../../../api/api-client.ts'
import { ContractServer } from '../../../testing/contract-server.ts'
import { withSearches } from '../../../testing/search-answers.ts'
import { type DashboardDocument, newDashboard } from '../../../view-document/dashboards/dashboard-document.ts'
import { noOverride } from '../../../view-document/dashboards/dashboard-search.ts'
import {
  MAX_PAGE_TITLE,
  withNewPage,
  withPageCopy,
  withPageMoved,
  withPageTitle,
  withWidgetMoved,
} from '../../../view-document/dashboards/page-changes.ts'
import { withTitle, withWidget } from '../../../view-document/editing/view-changes.ts'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import { resultOfWidget } from '../../../view-document/execution/widget-results.ts'
import { countSeries } from '../../../view-document/model/aggregation-config.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { messagesResult } from '../../../view-document/model/view-model.ts'
import { aggregationWidget, countingIds, messagesWidget } from '../../../widgets/testing/widget-samples.ts'
import { activePage, createDashboardSession } from './dashboard-session.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const count = aggregationWidget('count', { visualization: 'numeric', series: [countSeries] })
const table = messagesWidget('table')
const other = aggregationWidget('other', { series: [countSeries] })

/** Two pages: one with two widgets, one with one. */
function twoPages(): DashboardDocument {
  const { document } = withNewPage(newDashboard(countingIds('page')), countingIds('more'))
  const widgets: readonly (readonly Widget[])[] = [[count, table], [other]]
  return {
    ...document,
    pages: document.pages.map((page, index) => ({
      ...page,
      state: { ...page.state, widgets: [...(widgets[index] ?? [])] },
    })),
  }
}

function openSession(document = twoPages()) {
  const server = new ContractServer()
  const engine = withSearches(server)
  const call = createApiClient({
    apiUrl: '/api/',
    credentials: { whenSignedIn: () => Promise.resolve('s1'), current: () => 's1', rejected: () => undefined },
    watch: { reached: () => undefined, unreachable: () => undefined, forbidden: () => undefined },
    fetch: server.fetch,
  })
  const session = createDashboardSession({ call, ids: randomIds, now: () => 0, document, view: undefined })
  const settle = () => vi.advanceTimersByTimeAsync(1_000)
  /** The number of search types of each execution, by page id. */
  const requested = () =>
    engine.executions.map(({ searchId }) =>
      (engine.stored.get(searchId)?.queries ?? []).map(({ id, search_types }) => [id, search_types?.length]),
    )
  const resultOf = (id: string) => session.state().run.outcomes.get(id)
  return { server, engine, session, settle, requested, resultOf }
}

test('only the widgets of the open page are executed, in one job', async () => {
  const { session, settle, requested, resultOf } = openSession()
  session.run()
  await settle()
  expect(requested()).toEqual([[['page-1', 2]]])
  expect(resultOf('count')).toBeDefined()
  expect(resultOf('other')).toBeUndefined()
  session.open('more-1')
  await settle()
  expect(requested().at(-1)).toEqual([['more-1', 1]])
})

test('after a change only the changed widget is executed; the others keep their results', async () => {
  const { session, settle, requested, resultOf } = openSession()
  session.run()
  await settle()
  const before = resultOf('table')
  session.changePage((old) => withWidget(old, { ...count, query: { type: 'elasticsearch', query_string: 'level:3' } }))
  expect(session.state().run.loading).toEqual(new Set(['count']))
  await settle()
  expect(requested()).toEqual([[['page-1', 2]], [['page-1', 1]]])
  expect(resultOf('table')).toBe(before)
  expect(resultOf('count')?.query).not.toBe(before?.query)
})

test('changes of appearance, title and position execute nothing', async () => {
  const { session, settle, requested } = openSession()
  session.run()
  await settle()
  session.changePage((old) => withTitle(old, 'count', 'How many'))
  session.changePage((old) =>
    withWidget(old, { ...table, config: { ...table.config, fields: [...table.config.fields, 'level'] } }),
  )
  await settle()
  expect(requested()).toHaveLength(1)
  expect(isDirty(session.state())).toBe(true)
})

test('a refresh executes the same stored search again', async () => {
  const { server, engine, session, settle } = openSession()
  for (let time = 0; time < 20; time += 1) {
    session.run({ isAutomatic: true })
    await settle()
  }
  expect(engine.executions).toHaveLength(20)
  expect(server.calls(createSearch)).toHaveLength(1)
  expect(
    server.calls(executeSearch).every(({ headers }) => headers.get('X-Graylog-No-Session-Extension') === 'true'),
  ).toBe(true)
  expect(session.state().run.outcomes.size).toBe(2)
})

test('a search that the server has deleted is stored again', async () => {
  const { engine, session, settle, resultOf, server } = openSession()
  session.run()
  await settle()
  const [first] = engine.stored.keys()
  const stored = server.calls(createSearch).length
  engine.forget(first ?? '')
  session.run({ isAutomatic: true })
  await settle()
  expect(server.calls(createSearch)).toHaveLength(stored + 1)
  expect(session.state().run.error).toBeUndefined()
  expect(resultOf('count')?.searchId).not.toBe(first)
})

test('after a stop a message table has the part that was found, and an aggregation its older result', async () => {
  const { engine, session, settle, resultOf } = openSession()
  session.run()
  await settle()
  const before = { count: resultOf('count'), table: resultOf('table') }
  engine.polls = Number.POSITIVE_INFINITY
  session.run()
  await vi.advanceTimersByTimeAsync(300)
  session.stop()
  await settle()
  expect(session.state().run.isRunning).toBe(false)
  expect(resultOf('count')).toBe(before.count)
  const partial = resultOfWidget('table', session.state().run)
  expect(partial).toMatchObject({ isStopped: true, errors: [] })
  expect(messagesResult(partial)?.total_results).toBe(engine.total)
  expect(resultOf('table')).not.toBe(before.table)

  // Another question has no older result.
  session.setOverride({ ...noOverride, text: 'level:3' })
  await vi.advanceTimersByTimeAsync(300)
  session.stop()
  await settle()
  expect(resultOfWidget('count', session.state().run)).toEqual({
    results: {},
    errors: [],
    isLoading: false,
    isStopped: true,
  })
})

test('leaving a page cancels its job on the server, and its results are never shown', async () => {
  const { engine, session, settle, resultOf } = openSession()
  engine.polls = 100
  session.run()
  await vi.advanceTimersByTimeAsync(300)
  session.open('more-1')
  await vi.advanceTimersByTimeAsync(300)
  expect(engine.cancelled).toEqual(['job-1'])
  expect(session.state().run.loading).toEqual(new Set(['other']))
  engine.polls = 0
  session.leave()
  await settle()
  expect(engine.cancelled).toHaveLength(2)
  expect(resultOf('count')).toBeUndefined()
  expect(session.state().run.isRunning).toBe(false)
})

test('the override replaces time ranges and extends queries without changing the dashboard', async () => {
  const { engine, session, settle } = openSession()
  session.setOverride({
    timerange: { type: 'relative', range: 86_400 },
    text: 'b:2',
    filters: { host: ['web 1', 'db'] },
  })
  await settle()
  expect(engine.executions.at(-1)?.state).toEqual({
    global_override: {
      timerange: { type: 'relative', range: 86_400 },
      query: { type: 'elasticsearch', query_string: 'b:2 AND (host:"web 1" OR host:db)' },
    },
  })
  expect(isDirty(session.state())).toBe(false)
  session.setOverride(noOverride)
  await settle()
  expect(engine.executions.at(-1)?.state).toEqual({})
})

test('undo restores a closed page; the last page cannot be closed', () => {
  const { session } = openSession()
  session.closePage('page-1')
  expect(session.state().pageId).toBe('more-1')
  expect(isDirty(session.state())).toBe(true)
  session.undo()
  expect(session.state().history.present.pages).toHaveLength(2)
  expect(isDirty(session.state())).toBe(false)
  session.redo()
  session.closePage('more-1')
  expect(session.state().history.present.pages).toHaveLength(1)
})

test('the stored search has all pages with the search types of all widgets', () => {
  const { session } = openSession()
  const { search, view } = session.content()
  expect(search.queries.map(({ id, search_types }) => [id, search_types?.length])).toEqual([
    ['page-1', 2],
    ['more-1', 1],
  ])
  const ids = search.queries.flatMap(({ search_types }) => (search_types ?? []).map(({ id }) => id))
  expect(Object.values(view.state).flatMap(({ widget_mapping }) => Object.values(widget_mapping).flat())).toEqual(ids)
})

test('pages can be moved, renamed and copied; a copy has new widget ids', () => {
  const moved = withPageMoved(twoPages(), 'more-1', 0)
  expect(moved.pages.map(({ id }) => id)).toEqual(['more-1', 'page-1'])
  const named = withPageTitle(moved, 'page-1', `  ${'x'.repeat(50)}`)
  expect(named.pages[1]?.state.titles.tab?.title).toHaveLength(MAX_PAGE_TITLE)
  const titled = withPageTitle(moved, 'page-1', 'Errors')
  const copied = withPageCopy(titled, 'page-1', (title) => `${title} (Copy)`, countingIds('copy'))
  const copy = copied?.document.pages[2]
  expect(copy?.state.titles.tab?.title).toBe('Errors (Copy)')
  expect(copy?.state.widgets.map(({ id }) => id)).toEqual(['copy-1', 'copy-2'])
})

test.each([
  { keepCopy: false, left: ['table'] },
  { keepCopy: true, left: ['count', 'table'] },
])('a widget moves with its title and size, keeping a copy: $keepCopy', ({ keepCopy, left }) => {
  const titled: DashboardDocument = {
    ...twoPages(),
    pages: twoPages().pages.map((page) => ({
      ...page,
      state: {
        ...withTitle(page.state, 'count', 'How many'),
        positions: { count: { col: 3, row: 2, width: 5, height: 7 } },
      },
    })),
  }
  const move = { from: 'page-1', to: 'more-1', widgetId: 'count', keepCopy }
  const [source, target] = withWidgetMoved(titled, move, countingIds('moved')).pages
  expect(source?.state.widgets.map(({ id }) => id)).toEqual(left)
  expect(target?.state.titles.widget?.['moved-1']).toBe('How many')
  expect(target?.state.positions['moved-1']).toMatchObject({ col: 1, row: 1, width: 5, height: 7 })
})

test('opens the first page by default', () => {
  const { session } = openSession()
  expect(activePage(session.state()).id).toBe('page-1')
})
