import { executeSearch, getSearchJob } from '@logyard/contract/search/search-jobs'
import { createSearch } from '@logyard/contract/search/searches'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApiClient } from '../../../api/api-client.ts'
import { ContractServer } from '../../../testing/contract-server.ts'
import { withSearches } from '../../../testing/search-answers.ts'
import { withWidget } from '../../../view-document/editing/view-changes.ts'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { isMessages } from '../../../view-document/model/view-model.ts'
import { newSearch } from './search-document.ts'
import { createSearchSession } from './search-session.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function openSession() {
  const server = new ContractServer()
  const engine = withSearches(server)
  const call = createApiClient({
    apiUrl: '/api/',
    credentials: { whenSignedIn: () => Promise.resolve('s1'), current: () => 's1', rejected: () => undefined },
    watch: { reached: () => undefined, unreachable: () => undefined, forbidden: () => undefined },
    fetch: server.fetch,
  })
  const document = newSearch(
    {
      streamId: undefined,
      decorators: [
        { id: 'd1', type: 'a', config: {}, stream: null, order: 0 },
        { id: 'd2', type: 'a', config: {}, stream: 's9', order: 0 },
      ],
      titles: { messageCount: 'Message count', allMessages: 'All messages' },
    },
    randomIds,
  )
  const session = createSearchSession({
    call,
    ids: randomIds,
    now: () => 0,
    document,
    view: undefined,
    saved: document,
  })
  const settle = () => vi.advanceTimersByTimeAsync(1_000)
  return { server, engine, session, settle, document }
}

const totalOf = (session: ReturnType<typeof openSession>['session']) => {
  const results = Object.values(session.state().run.latest?.result.search_types ?? {})
  return results.flatMap((result) => (result.type === 'pivot' ? [result.total] : []))[0]
}

test('a new search counts the messages of the last five minutes and lists the newest 150', async () => {
  const { engine, session, settle } = openSession()
  session.run()
  await settle()
  const [search] = [...engine.stored.values()]
  expect(search?.queries).toHaveLength(1)
  const [query] = search?.queries ?? []
  expect(query).toMatchObject({
    query: { type: 'elasticsearch', query_string: '' },
    timerange: { type: 'relative', range: 300 },
  })
  expect(query?.filter).toBeUndefined()
  const types = query?.search_types ?? []
  expect(types).toHaveLength(2)
  expect(types.find(({ type }) => type === 'pivot')).toMatchObject({ name: 'chart', series: [{ type: 'count' }] })
  expect(types.find(({ type }) => type === 'messages')).toMatchObject({
    limit: 150,
    offset: 0,
    sort: [{ field: 'timestamp', order: 'DESC' }],
    decorators: [{ id: 'd1' }],
  })
  expect(session.state().run).toMatchObject({ isRunning: false, finished: 1 })
})

test('polls the status every 250 ms until the job is done', async () => {
  const { server, engine, session } = openSession()
  engine.polls = 3
  session.run()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.calls(getSearchJob)).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(250)
  expect(server.calls(getSearchJob)).toHaveLength(1)
  expect(session.state().run.isRunning).toBe(true)
  await vi.advanceTimersByTimeAsync(500)
  expect(session.state().run).toMatchObject({ isRunning: false, finished: 1 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.calls(getSearchJob)).toHaveLength(3)
})

test('a newer search cancels the running one, whose result is never shown', async () => {
  const { engine, session, settle, document } = openSession()
  engine.polls = 2
  engine.total = 1
  session.run()
  await vi.advanceTimersByTimeAsync(100)
  engine.total = 2
  engine.polls = 0
  session.submit({ ...document.query, text: 'newer' })
  await settle()
  expect(engine.cancelled).toEqual(['job-1'])
  expect(totalOf(session)).toBe(2)
  expect(session.state().run.finished).toBe(1)
})

test('the old result stays on screen while a newer search runs', async () => {
  const { engine, session, settle } = openSession()
  session.run()
  await settle()
  engine.polls = 1
  session.run()
  await vi.advanceTimersByTimeAsync(10)
  expect(session.state().run.isRunning).toBe(true)
  expect(totalOf(session)).toBe(123_456)
})

test('a cancelled search shows the results that it has', async () => {
  const { engine, session } = openSession()
  engine.polls = 50
  session.run()
  await vi.advanceTimersByTimeAsync(10)
  session.stop()
  await vi.advanceTimersByTimeAsync(300)
  expect(engine.cancelled).toEqual(['job-1'])
  expect(session.state().run).toMatchObject({ isRunning: false, latest: { isCancelled: true } })
})

test('a search that is stopped before the server has answered is cancelled once it has', async () => {
  const { engine, session } = openSession()
  engine.polls = 50
  session.run()
  session.stop()
  await vi.advanceTimersByTimeAsync(600)
  expect(engine.cancelled).toEqual(['job-1'])
  expect(session.state().run).toMatchObject({ isRunning: false, latest: { isCancelled: true } })
})

test('submitting an unchanged query runs it again', async () => {
  const { engine, session, settle, document } = openSession()
  session.submit(document.query)
  await settle()
  session.submit(document.query)
  await settle()
  expect(engine.executions).toHaveLength(2)
  expect(isDirty(session.state())).toBe(false)
})

test('only changes that affect results start a new search', async () => {
  const { server, session, settle, document } = openSession()
  const table = document.page.widgets.find(isMessages)
  if (table === undefined) throw new Error('a new search has a message table')
  session.run()
  await settle()
  const withConfig = (config: Partial<typeof table.config>) =>
    session.changePage((page) => withWidget(page, { ...table, config: { ...table.config, ...config } }))
  withConfig({ fields: ['timestamp', 'source', 'level'] })
  await settle()
  expect(server.calls(createSearch)).toHaveLength(1)
  withConfig({ sort: [{ type: 'pivot', field: 'source', direction: 'Ascending' }] })
  await settle()
  expect(server.calls(createSearch)).toHaveLength(2)
})

test('undo and redo change the document; undoing everything leaves nothing unsaved', async () => {
  const { session, settle, document } = openSession()
  session.submit({ ...document.query, text: 'a' })
  session.submit({ ...document.query, text: 'b' })
  session.undo()
  expect(session.state().history.present.query.text).toBe('a')
  session.redo()
  expect(session.state().history.present.query.text).toBe('b')
  expect(isDirty(session.state())).toBe(true)
  session.undo()
  session.undo()
  expect(isDirty(session.state())).toBe(false)
  await settle()
})

test('a search does not run until its parameters are declared and have values', async () => {
  const { server, engine, session, settle, document } = openSession()
  session.submit({ ...document.query, text: 'user:$name$' })
  await settle()
  expect(server.calls(createSearch)).toHaveLength(1)
  expect(server.calls(executeSearch)).toHaveLength(0)
  session.setParameters([{ name: 'name', optional: false }])
  await settle()
  expect(server.calls(executeSearch)).toHaveLength(0)
  session.setValue('name', 'ada')
  session.run()
  await settle()
  expect(engine.executions.map(({ state }) => state)).toEqual([
    { parameter_bindings: { name: { type: 'value', value: 'ada' } } },
  ])
})

test('another page of a table executes only that table, over the range of its first page', async () => {
  const { engine, session, settle } = openSession()
  session.run()
  await settle()
  const { latest } = session.state().run
  const table = Object.values(latest?.result.search_types ?? {}).find(({ type }) => type === 'messages')
  if (table === undefined) throw new Error('the table has a result')
  session.loadPage(table.id, 300)
  await settle()
  expect(engine.executions.at(-1)).toEqual({
    searchId: latest?.search.id,
    state: {
      parameter_bindings: {},
      global_override: {
        timerange: { type: 'absolute', from: '2026-03-01T08:55:00.000Z', to: '2026-03-01T09:00:00.000Z' },
        keep_search_types: [table.id],
        search_types: { [table.id]: { limit: 150, offset: 300 } },
      },
    },
  })
  expect(session.state().run).toMatchObject({ finished: 1, loading: new Set() })
})

test('a failed call sets the error and keeps the old result', async () => {
  const { server, session, settle } = openSession()
  session.run()
  await settle()
  server.outcome(executeSearch, () => ({ status: 500, body: { type: 'ApiError', message: 'no engine' } }))
  session.run()
  await settle()
  expect(session.state().run.error?.message).toBe('no engine')
  expect(session.state().run.isRunning).toBe(false)
  expect(totalOf(session)).toBe(123_456)
})

test('the previous period is requested with the offset of the chart', async () => {
  const { engine, session, settle, document } = openSession()
  const chart = document.page.widgets.find((widget) => !isMessages(widget))
  session.setCompared(chart?.id ?? '', 'period')
  await settle()
  const [search] = [...engine.stored.values()]
  const types = search?.queries?.[0]?.search_types ?? []
  const present = types.find(({ name }) => name === 'chart')
  expect(types.find(({ name }) => name === 'before')).toMatchObject({
    type: 'pivot',
    timerange: { type: 'offset', source: 'search_type', id: present?.id },
  })
})
