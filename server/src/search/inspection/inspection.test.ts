/** Inspections of searches over HTTP: the statements that ran, for the caller alone. */
import type { InspectedStatement, SearchInspection } from '@logyard/contract/search/search-inspection'
import { expect, test } from 'vitest'
import { insertMessages } from '../testing/message-table.ts'
import { messages, query, text } from '../testing/search-drafts.ts'
import { searchTests } from '../testing/search-tests.ts'

const tests = searchTests()
const at = '2026-03-01T10:00:00.000Z'
const count = { id: 'p', type: 'pivot', row_groups: [], series: [{ id: 'count', type: 'count' }], rollup: true }

async function twoStreams() {
  const [mine, other] = [
    await tests.logyard.addStream({ title: 'mine' }),
    await tests.logyard.addStream({ title: 'other' }),
  ]
  await insertMessages(tests.engine, [
    { at, message: 'one', streams: [mine] },
    { at, message: 'two', streams: [other] },
  ])
  return { mine, other, reader: await tests.logyard.addReader('reader', mine) }
}

const draft = (queryText: string, filter?: object) => ({
  parameters: [],
  queries: [query({ query: text(queryText), search_types: [messages(), count], ...(filter && { filter }) })],
})

const inspect = (search: object, options: object = {}) =>
  tests.logyard.call('POST', '/logyard/search/inspect', { body: { search }, ...options })

async function inspected(search: object, options: object = {}): Promise<SearchInspection> {
  const { status, body } = await inspect(search, options)
  expect({ status, body }).toMatchObject({ status: 200 })
  return Object(body)
}

const sqlOf = (statements: readonly InspectedStatement[]) => statements.map(({ sql }) => sql).join('\n')

test('an inspection has the statements of each search type with their values, and their times', async () => {
  await twoStreams()
  const { statements, left_out, took_ms, answer_bytes } = await inspected(draft(`message:"it's one"`))
  expect(statements.map(({ search_type_id }) => search_type_id)).toEqual(expect.arrayContaining(['m']))
  expect(sqlOf(statements)).toContain(`it\\'s one`)
  for (const statement of statements) {
    expect(statement).toMatchObject({ has_failed: false, rows: expect.any(Number), bytes: expect.any(Number) })
    expect(statement.took_ms).toBeLessThanOrEqual(took_ms)
  }
  expect(left_out).toBe(0)
  expect(answer_bytes).toBeGreaterThan(100)
})

test('a reader sees only its own streams in the statements, and no numbers of rows', async () => {
  const { mine, other, reader } = await twoStreams()
  const { statements } = await inspected(draft('one'), { as: reader })
  expect(sqlOf(statements)).toContain(mine)
  expect(sqlOf(statements)).not.toContain(other)
  expect(statements.flatMap(({ rows, bytes }) => [rows, bytes])).toEqual(statements.flatMap(() => [null, null]))
  const foreign = draft('one', { type: 'stream', id: other })
  expect(await inspect(foreign, { as: reader })).toMatchObject({ status: 403 })
})

test('a reader sees no text of a pattern, which may be of messages in other streams', async () => {
  const { other, reader } = await twoStreams()
  await insertMessages(tests.engine, [{ at, message: 'secret ada took 7 ms', streams: [other] }])
  const timerange = { type: 'absolute', from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' }
  const found = await tests.logyard.call('POST', '/logyard/search/patterns', { body: { timerange } })
  const { hashes, text, parts } = Object(found.body).patterns.find((one: { text: string }) => one.text.includes('ada'))
  const field = { timerange, name: 'secret_ms', kind: 'number', hashes, text, position: parts.at(-1).position }
  expect(await tests.logyard.call('POST', '/logyard/pattern-fields', { body: field })).toMatchObject({ status: 200 })
  expect(sqlOf((await inspected(draft('secret_ms:>3'))).statements)).toContain('ada')
  const { statements } = await inspected(draft('secret_ms:>3'), { as: reader })
  expect(sqlOf(statements)).toContain("extract(message, '…')")
  expect(sqlOf(statements)).not.toMatch(new RegExp(`ada|secret |${hashes[0]}`))
})

test('only what is inspected keeps statements', async () => {
  await twoStreams()
  const { body } = await tests.logyard.call('POST', '/views/search/sync', { body: draft('one') })
  expect(JSON.stringify(body)).not.toMatch(/SELECT/)
  const wrong = await tests.logyard.call('POST', '/logyard/search/inspect', {
    body: { search: draft('one'), of: 'all' },
  })
  expect(wrong.status).toBe(400)
})
