/** Overrides of a stored search: streams that they add need the same permissions as stored ones. */
import type { SearchQuery } from '@logyard/contract/search/searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { missingStreamPermission } from '../streams/stream-access.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { createParameterValues } from './plan/parameters.ts'
import { planQuery } from './plan/plan-query.ts'
import { insertMessages } from './testing/message-table.ts'
import { readableStreams } from './testing/readable-streams.ts'
import { inStreams, query } from './testing/search-drafts.ts'
import { type SearchUnderTest, startSearch } from './testing/start-search.ts'

const AT = '2026-03-01T11:00:00.000Z'

let store: EngineUnderTest
let logyard: SearchUnderTest
let as: string
let [own, secret] = ['', '']
let searchId: string
beforeAll(async () => {
  store = await startTestEngine()
  logyard = await startSearch({ engine: store.engine })
  own = await logyard.addStream({ title: 'own' })
  secret = await logyard.addStream({ title: 'secret' })
  as = await logyard.addReader('viewer', own)
  await insertMessages(store.engine, [
    { at: AT, message: 'kettle sold', streams: [own] },
    { at: AT, message: 'vault opened', streams: [secret] },
  ])
  searchId = await logyard.store([query({ filter: inStreams(own) })], { as })
})
afterAll(async () => {
  await logyard[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})

const STREAMS = [() => [secret], () => [own, secret], () => [''], () => [secret.slice(0, 12)]] as const
const ways = [
  ['an execution', (state: object) => logyard.call('POST', `/views/search/${searchId}/execute`, { as, body: state })],
  [
    'an export',
    (execution_state: object) =>
      logyard.call('POST', `/views/search/messages/${searchId}/m`, { as, body: { execution_state } }),
  ],
  [
    'a download',
    (execution_state: object) =>
      logyard.call('POST', '/logyard/search/downloads', {
        as,
        body: { search_id: searchId, search_type_id: 'm', format: 'csv', file_name: 'x.csv', execution_state },
      }),
  ],
] as const

test.each(ways)('%s gets no access to streams by an override', async (_way, ask) => {
  for (const streams of STREAMS) {
    const override = { search_types: { m: { streams: streams() } } }
    for (const state of [{ queries: { q: override } }, { global_override: override }]) {
      const answer = await ask(state)
      // Refused as an unknown property or as a stream without permission.
      expect([400, 403]).toContain(answer.status)
      expect(answer.text).not.toContain('vault')
    }
  }
  expect((await ask({})).status).toBeLessThan(300)
})

const NO_ORDER =
  "ASC LIMIT 0 UNION ALL SELECT generateUUIDv4(),'i',0,'s',line,'',[''],'i','n','1.1.1.1',0,'u',0,CAST('{}' AS JSON) FROM file('/etc/passwd','LineAsString','line String') LIMIT 2 -- "

test('SQL in a sort order is not executed', async () => {
  const override = { search_types: { m: { sort: [{ field: 'source', order: NO_ORDER }] } } }
  const { status, text: answer } = await logyard.call('POST', `/views/search/${searchId}/execute`, {
    as,
    body: { queries: { q: override } },
  })
  expect(answer).not.toContain('root:')
  if (status === 400) return
  // If the override is not refused, the search type fails before any statement.
  expect(JSON.parse(answer).results.q).toMatchObject({ search_types: {}, errors: [{ search_type_id: 'm' }] })
})

test('a plan checks the streams of every search type as it will run, and one refusal refuses the whole search', async () => {
  const options = {
    state: {},
    values: createParameterValues([], {}),
    nowMs: fixedClock(AT).now().getTime(),
    allowLeadingWildcard: false,
  }
  const stored: SearchQuery = {
    id: 'q',
    query: { type: 'elasticsearch', query_string: '' },
    timerange: { type: 'relative', range: 0 },
    filter: { type: 'stream', id: own },
    search_types: [
      { id: 'a', type: 'messages' },
      { id: 'b', type: 'messages', streams: [secret] },
    ],
  }
  const asked: (readonly string[])[] = []
  const permit = (ids: readonly string[]) => {
    asked.push(ids)
    return readableStreams(...ids)
  }
  await planQuery(stored, { ...options, permit })
  expect(asked).toEqual([[own], [secret]])
  const refuse = (ids: readonly string[]) => {
    if (ids.includes(secret)) throw missingStreamPermission(ids)
    return readableStreams(...ids)
  }
  await expect(planQuery(stored, { ...options, permit: refuse })).rejects.toThrow('not allowed to read')
})
