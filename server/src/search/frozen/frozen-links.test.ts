import { MAX_FROZEN_LINKS, type OpenedFrozenLink } from '@logyard/contract/search/frozen-links'
import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { insertMessages } from '../testing/message-table.ts'
import { searchTests } from '../testing/search-tests.ts'

const tests = searchTests()

const S1 = '5ca1ab1e0000000000000001'
const S2 = '5ca1ab1e0000000000000002'
const PATH = '/logyard/frozen-links'
const RANGE = { type: 'relative', range: 3600 }

const as = (reader?: string) => (reader === undefined ? {} : { as: reader })
const draftOf = (messages: readonly object[], more: object = {}) => ({
  ...{ note: 'look at this', query: 'source:web', timerange: RANGE, columns: ['timestamp', 'message'], messages },
  ...more,
})
const freeze = (draft: object, reader?: string) => tests.logyard.call('POST', PATH, { body: draft, ...as(reader) })
async function frozen(messages: readonly object[], more: object = {}, reader?: string): Promise<string> {
  const { status, body, text } = await freeze(draftOf(messages, more), reader)
  expect(status, text).toBe(200)
  return String(Object(body).id)
}
const open = (id: string, reader?: string) => tests.logyard.call('GET', `${PATH}/${id}`, as(reader))
async function opened(id: string, reader?: string): Promise<OpenedFrozenLink> {
  const { status, body, text } = await open(id, reader)
  expect(status, text).toBe(200)
  return Object(body)
}
const textsOf = ({ messages }: OpenedFrozenLink) => messages.map(({ message }) => message.message)

async function store(message: string, more: { readonly streams?: string[]; readonly index?: string } = {}) {
  const { index = 'graylog_0', streams = [S1] } = more
  const fields = { big: 9007199254740993n }
  const [id] = await insertMessages(tests.engine, [
    { at: '2026-03-01T11:30:00.250Z', message, source: 'web', streams, index, fields },
  ])
  return { index, id: String(id) }
}
/** What retention and people do to messages. */
const remove = (message: string) =>
  tests.engine.client.command({
    query: sql`DELETE FROM messages WHERE message = ${message} SETTINGS lightweight_deletes_sync = 2`,
  })

test('a link has absolute times, the note, who froze it, and the messages in their order with exact numbers', async () => {
  const [one, two] = [await store('one'), await store('two')]
  const id = await frozen([two, one, two])
  const { text } = await open(id)
  expect(text).toContain('"big":9007199254740993')
  const link = await opened(id)
  expect(textsOf(link)).toEqual(['two', 'one'])
  expect(link).toMatchObject({
    link: {
      ...{ id, note: 'look at this', query: 'source:web', message_count: 2, created_by: 'admin' },
      columns: ['timestamp', 'message'],
      timerange: { type: 'absolute', from: '2026-03-01T11:00:00.000Z', to: '2026-03-01T12:00:00.000Z' },
    },
    ...{ gone: [], unreadable_count: 0, may_delete: true },
  })
})

test('later readers are told what is gone, and why as far as it is known', async () => {
  const messages = [
    await store('stays'),
    await store('deleted'),
    await store('old', { index: 'gone_1' }),
    await store('older', { index: 'gone_1' }),
    await store('dropped', { index: 'gone_2' }),
    await store('closed', { index: 'closed_1' }),
  ]
  const id = await frozen(messages)
  await tests.logyard.systemMessages.write('Retention', 'Deleted index gone_1: index set <Shop> is to keep 3 open.')
  for (const text of ['deleted', 'old', 'older', 'dropped', 'closed']) await remove(text)
  const link = await opened(id)
  expect(textsOf(link)).toEqual(['stays'])
  expect(link.gone).toEqual([
    { index: 'graylog_0', count: 1, reason: 'message_deleted', at: null },
    { index: 'gone_1', count: 2, reason: 'retention', at: '2026-03-01T12:00:00.000Z' },
    { index: 'gone_2', count: 1, reason: 'index_deleted', at: null },
    { index: 'closed_1', count: 1, reason: 'index_closed', at: null },
  ])
})

test('a reader gets the messages of own streams, and of others only their number, also when they are gone', async () => {
  const reader = await tests.logyard.addReader('rita', S1)
  const stranger = await tests.logyard.addReader('sam', '5ca1ab1e0000000000000009')
  const mine = await store('of mine')
  const secret = await store('a secret', { streams: [S2] })
  const id = await frozen([mine, secret])
  const before = await open(id, reader)
  expect(textsOf(Object(before.body))).toEqual(['of mine'])
  expect(Object(before.body)).toMatchObject({ gone: [], unreadable_count: 1, may_delete: false })
  expect(before.text).not.toContain('secret')
  expect(before.text).not.toContain(secret.id)
  await remove('a secret')
  expect(await opened(id, reader)).toMatchObject({ gone: [], unreadable_count: 1 })
  const unknown = await open('5f0000000000000000000001', stranger)
  const hidden = await open(id, stranger)
  expect([hidden.status, unknown.status]).toEqual([404, 404])
  expect(hidden.text.replaceAll(id, '')).toBe(unknown.text.replaceAll('5f0000000000000000000001', ''))
})

test('only readable messages and streams can be frozen', async () => {
  const reader = await tests.logyard.addReader('rob', S1)
  const secret = await store('not for rob', { streams: [S2] })
  const refused = await freeze(draftOf([secret], { streams: [S1] }), reader)
  expect(refused.status).toBe(404)
  const unknown = '01234567-89ab-7def-8123-456789abcdef'
  const missing = await freeze(draftOf([{ ...secret, id: unknown }], { streams: [S1] }), reader)
  expect(missing.text).toBe(refused.text.replaceAll(secret.id, unknown))
  expect((await freeze(draftOf([], { streams: [S2] }), reader)).status).toBe(403)
  expect((await freeze(draftOf([], { query: 'a:(' }))).status).toBe(400)
  expect((await freeze(draftOf([{ index: 'graylog_0', id: 'no id' }]))).status).toBe(404)
})

test('a link without messages is for readers of its streams, and for its owner', async () => {
  const reader = await tests.logyard.addReader('rosa', S1)
  const id = await frozen([], { streams: [S1] })
  expect((await opened(id, reader)).link.query).toBe('source:web')
  const ofAll = await frozen([])
  expect((await open(ofAll, reader)).status).toBe(404)
  const own = await frozen([], { streams: [S1] }, reader)
  expect(await opened(own, reader)).toMatchObject({ may_delete: true, messages: [] })
})

test('links are listed and deleted by their owner, newest first; there is an end to their number', async () => {
  const reader = await tests.logyard.addReader('lee', S1)
  const other = await tests.logyard.addReader('liz', S1)
  const ids = [
    await frozen([], { note: 'a', streams: [S1] }, reader),
    await frozen([], { note: 'b', streams: [S1] }, reader),
  ]
  const list = async () => {
    const { body } = await tests.logyard.call('GET', PATH, { as: reader })
    return Object(body).frozen_links.map(({ id }: { readonly id: string }) => id)
  }
  expect(await list()).toEqual(ids.toReversed())
  expect((await tests.logyard.call('DELETE', `${PATH}/${ids[0]}`, { as: other })).status).toBe(404)
  expect((await tests.logyard.call('DELETE', `${PATH}/${ids[0]}`, { as: reader })).status).toBe(204)
  expect(await list()).toEqual([ids[1]])
  expect((await open(String(ids[0]), reader)).status).toBe(404)
  for (let made = 1; made < MAX_FROZEN_LINKS; made++) await frozen([], { streams: [S1] }, reader)
  const full = await freeze(draftOf([], { streams: [S1] }), reader)
  expect([full.status, Object(full.body).message]).toEqual([400, 'A user can have at most 200 frozen links'])
})
