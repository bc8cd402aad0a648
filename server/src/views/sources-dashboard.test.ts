import { SOURCES_DASHBOARD_ID } from '@logyard/contract/views/views'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertMessages, TEST_STREAM } from '../search/testing/message-table.ts'
import { clearMessages, type SearchUnderTest, startSearch } from '../search/testing/start-search.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'

let store: EngineUnderTest
let logyard: SearchUnderTest

beforeAll(async () => {
  store = await startTestEngine()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await clearMessages(store.engine)
  logyard = await startSearch({ engine: store.engine, startAt: '2026-03-01T12:00:00.000Z' })
  return () => logyard[Symbol.asyncDispose]()
})

const path = `/views/${SOURCES_DASHBOARD_ID}`
const titles = async () =>
  Object((await logyard.call('GET', '/dashboards')).body).views.map(({ title }: { title: string }) => title)

test('a new installation has a dashboard of its sources', async () => {
  await logyard.open()
  expect(await titles()).toEqual(['Sources'])
  const view = Object((await logyard.call('GET', path)).body)
  expect(view).toMatchObject({ type: 'DASHBOARD', title: 'Sources', owner: null, requires: {} })
  const [[page]] = Object.entries(view.state) as [[string, Record<string, never>]]
  expect(view.state[page]).toMatchObject({
    titles: {
      tab: { title: 'Sources Overview' },
      widget: {
        'messages-over-time': 'Messages over time',
        'selected-sources': 'Selected sources',
        'messages-per-source': 'Messages per Source',
      },
    },
    positions: {
      'messages-over-time': { col: 1, row: 1, height: 4, width: 'Infinity' },
      'selected-sources': { col: 1, row: 5, height: 4, width: 6 },
      'messages-per-source': { col: 7, row: 5, height: 4, width: 6 },
    },
  })
  expect(
    view.state[page].widgets.map(({ config }: { config: { visualization: string } }) => config.visualization),
  ).toEqual(['line', 'table', 'pie'])
})

test('its search counts the messages of the last five minutes by source', async () => {
  await logyard.open()
  const at = '2026-03-01T11:59:30.000Z'
  const one = (source: string) => ({ at, source, streams: [TEST_STREAM] })
  await insertMessages(store.engine, [
    ...[one('web-2'), one('web-1'), one('web-2')],
    { ...one('old'), at: '2026-03-01T11:54:00.000Z' },
  ])
  const view = Object((await logyard.call('GET', path)).body)
  const executed = await logyard.call('POST', `/views/search/${view.search_id}/execute`, { body: {} })
  expect(executed.status, executed.text).toBe(201)
  const { results, errors } = Object(executed.body)
  expect(errors).toBeUndefined()
  const [result] = Object.values(results) as [{ search_types: Record<string, Pivoted> }]
  for (const [widgetId, [searchType = '']] of Object.entries(view.state['sources-overview'].widget_mapping) as [
    string,
    string[],
  ][]) {
    const pivot = result.search_types[searchType]
    expect(pivot, widgetId).toMatchObject({ type: 'pivot', name: 'chart', total: 3 })
    const leaves = pivot?.rows.filter(({ source }) => source === 'leaf').map(({ key, values }) => [key[0], values[0]])
    if (widgetId !== 'messages-over-time')
      expect(leaves).toEqual([
        ['web-2', expect.objectContaining({ key: ['Message count'], value: 2 })],
        ['web-1', expect.objectContaining({ key: ['Message count'], value: 1 })],
      ])
  }
})

interface Pivoted {
  readonly rows: readonly { readonly source: string; readonly key: string[]; readonly values: readonly object[] }[]
}

test('the dashboard stays deleted or changed after a restart', async () => {
  await logyard.open()
  const view = Object((await logyard.call('GET', path)).body)
  const changed = { title: 'Ours', search_id: view.search_id, state: view.state }
  expect((await logyard.call('PUT', path, { body: changed })).status).toBe(200)
  await logyard.open()
  expect(await titles()).toEqual(['Ours'])
  expect((await logyard.call('DELETE', path)).status).toBe(200)
  await logyard.open()
  expect(await titles()).toEqual([])
})

test('two nodes that start at the same time create it once', async () => {
  await Promise.all([logyard.open(), logyard.open(), logyard.open()])
  expect(await titles()).toEqual(['Sources'])
})

test('only administrators can overwrite its search, and it is never cleaned up', async () => {
  await logyard.open()
  const { search_id } = Object((await logyard.call('GET', path)).body)
  const as = await logyard.addReader('vandal')
  const body = { id: search_id, queries: [] }
  expect((await logyard.call('POST', '/views/search', { as, body })).status).toBe(403)
  const old = await logyard.store([])
  logyard.clock.advance(4 * 86_400_000 + 1)
  // The clock advances hour by hour.
  for (let hour = 0; hour < 9; hour++) logyard.clock.advance(3_600_000)
  await expect.poll(async () => (await logyard.call('GET', `/views/search/${old}`)).status).toBe(404)
  expect((await logyard.call('GET', `/views/search/${search_id}`)).status).toBe(200)
})
