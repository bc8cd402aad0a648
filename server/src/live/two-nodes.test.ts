/** A live tail of one server shows what the other one stores, too. */
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { insertMessages } from '../search/testing/message-table.ts'
import { type SearchUnderTest, startSearch } from '../search/testing/start-search.ts'
import { createMessageIds, nodeNumber } from '../store/messages/message-ids.ts'
import { basic } from '../testing/start-identity.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { readTail } from './testing/read-tail.ts'

let engine: EngineUnderTest
let one: SearchUnderTest
let two: SearchUnderTest

beforeAll(async () => {
  engine = await startTestEngine()
  return () => engine[Symbol.asyncDispose]()
})
beforeEach(async () => {
  one = await startSearch(engine)
  two = await startSearch({ ...engine, beside: one })
})
afterEach(async () => {
  await two[Symbol.asyncDispose]()
  await one[Symbol.asyncDispose]()
})

const numberOf = (node: SearchUnderTest) => nodeNumber(node.nodeId)
let offset = 0

/** A node stores messages with these texts. */
function store(node: SearchUnderTest, ...texts: string[]): void {
  const ids = texts.map(() => {
    offset += 1
    return createMessageIds(numberOf(node))(Date.UTC(2026, 2, 1, 12), offset, 0).id
  })
  const hits = texts.map((message, at) => JSON.stringify({ message: { _id: ids[at], message }, index: 'graylog_0' }))
  for (const { id: tail } of node.tails.settings()) {
    node.tails.stored([{ tail, matched: texts.length, hits, ids, lastId: ids.at(-1) ?? '' }])
  }
}

async function open(as: string, parameters = '') {
  const url = `${one.url}/logyard/search/tail?query=*${parameters}`
  const tail = await readTail(url, { authorization: basic(as) })
  onTestFinished(() => tail[Symbol.asyncDispose]())
  await expect.poll(() => two.tails.settings().length).toBe(1)
  return tail
}

test('messages of both nodes arrive once each, with one rate for both', async () => {
  const tail = await open('admin:the secret of root')
  store(one, 'a1', 'a2')
  store(two, 'b1')
  store(one, 'a3')
  store(two, 'b2')
  await expect.poll(() => tail.texts().toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
  expect(tail.lastId()?.split(',')).toHaveLength(2)
  // It looks for nodes each second.
  two.clock.advance(1000)
  expect((await two.call('GET', '/system/cluster/nodes')).status).toBeLessThan(500)
  store(two, 'b3')
  await expect.poll(() => tail.texts()).toContain('b3')
  one.clock.advance(1000)
  await expect.poll(() => tail.events('rate').length).toBeGreaterThan(0)
  one.clock.advance(1000)
  await expect.poll(() => tail.events('rate').map(({ matched }) => matched)).toContainEqual(expect.any(Number))
})

test('a client that comes back gets what each node has stored since its last message of that node', async () => {
  const idsOf = (node: SearchUnderTest, at: number) => createMessageIds(numberOf(node))(Date.UTC(2026, 2, 1, 11), at, 0)
  const rows = [
    { node: one, at: 5, message: 'seen of one' },
    { node: two, at: 3, message: 'seen of two' },
    // It was stored late: another node had sent higher ids already.
    { node: two, at: 4, message: 'late of two' },
    { node: one, at: 6, message: 'new of one' },
  ]
  await insertMessages(
    engine.engine,
    rows.map(({ node, at, message }) => ({ at: '2026-03-01T11:00:00.000Z', ids: idsOf(node, at), message })),
  )
  const cursor = [idsOf(one, 5).id, idsOf(two, 3).id].join(',')
  const tail = await open('admin:the secret of root', `&last_event_id=${cursor}`)
  await expect.poll(() => tail.texts()).toEqual(['late of two', 'new of one'])
  store(two, 'live')
  await expect.poll(() => tail.texts()).toEqual(['late of two', 'new of one', 'live'])
})

test('a node that ends is said, and the others go on', async () => {
  const tail = await open('admin:the secret of root')
  await two[Symbol.asyncDispose]()
  await expect.poll(() => tail.events('nodes')).toEqual([{ missing: [two.nodeId] }])
  store(one, 'still here')
  await expect.poll(() => tail.texts()).toEqual(['still here'])
  one.clock.advance(1000)
  two = await startSearch({ ...engine, beside: one })
  const advancing = setInterval(() => one.clock.advance(1000), 20)
  onTestFinished(() => clearInterval(advancing))
  // The client connects again.
  await tail.ended
})

test.each([
  [
    'signs out',
    async (session: string) => two.call('DELETE', `/system/sessions/${session.split(':')[0]}`, { as: session }),
  ],
  ['is disabled', async (_: string, id: string) => two.call('PUT', `/users/${id}/status/disabled`)],
  [
    'may not read the stream any more',
    async (_: string, id: string) => two.call('PUT', `/users/${id}`, { body: { permissions: [] } }),
  ],
])('a tail ends when its user %s on the other node', async (_, change) => {
  const stream = await one.addStream()
  const id = await one.addUser('ada', { permissions: [`streams:read:${stream}`] })
  const session = await one.signIn('ada')
  const tail = await open(session)
  const answer = await change(session, id)
  expect(answer.status, answer.text).toBeLessThan(300)
  const advancing = setInterval(() => one.clock.advance(100), 20)
  onTestFinished(() => clearInterval(advancing))
  await tail.ended
  await expect.poll(() => two.tails.settings()).toEqual([])
})
