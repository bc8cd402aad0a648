import { parseQuery } from '@logyard/languages/query/parse-query'
import { compileCondition } from '@logyard/languages/query-sql/compile-condition'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { insertMessages, schemaOf } from './testing/message-table.ts'

let store: EngineUnderTest

const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z')
const TRACE = '6505c581c461310c492e3b0b30dd1741'

beforeAll(async () => {
  store = await startTestEngine()
  // Two inserts create two parts, between which the index distinguishes.
  const at = '2026-03-01T08:00:00.000Z'
  await insertMessages(store.engine, [
    { at, message: 'one', fields: { trace: TRACE } },
    { at, message: 'list', fields: { trace: ['a', TRACE] } },
    { at, message: 'tilde', fields: { trace: '~/.config/logyard/settings.json' } },
  ])
  await insertMessages(store.engine, [
    { at, message: 'other', fields: { trace: '0a12b3c4d5e6f708192a3b4c5d6e7f80' } },
    { at, message: 'number', fields: { trace: 12345678901234567n } },
    { at, message: 'date', fields: { trace: '2026-03-01T07:00:00.000+01:00' } },
    { at, message: 'none' },
  ])
})
afterAll(() => store[Symbol.asyncDispose]())

async function ask(query: string) {
  const parsed = parseQuery(query, { allowLeadingWildcard: true })
  if (!parsed.ok) throw new Error(`${query} cannot be read`)
  const where = compileCondition(parsed.tree, await schemaOf(store.engine), NOW_MS)
  const rows = async (statement: Sql) => {
    const answer = await store.engine.client.query({ query: statement, format: 'JSONCompactEachRow' })
    return (await answer.json<[string]>()).map(([text]) => text)
  }
  return {
    found: await rows(sql`SELECT message FROM messages WHERE ${where} ORDER BY message`),
    plan: (await rows(sql`EXPLAIN indexes = 1 SELECT message FROM messages WHERE ${where}`)).join('\n'),
  }
}

test.each([
  [`trace:${TRACE}`, ['list', 'one']],
  [`trace:"${TRACE}"`, ['list', 'one']],
  [`trace:${TRACE.toUpperCase()}`, []],
  ['trace:"~/.config/logyard/settings.json"', ['tilde']],
  [`NOT trace:${TRACE}`, ['date', 'none', 'number', 'other', 'tilde']],
  ['trace:12345678901234567', ['number']],
  ['trace:"2026-03-01T06:00:00.000Z"', ['date']],
])('%s finds %s', async (query, texts) => {
  expect((await ask(query)).found).toEqual(texts)
})

test('a long value is searched only in parts that the index does not exclude', async () => {
  const { plan } = await ask(`trace:${TRACE}`)
  expect(plan).toMatch(/Name: value_words[\s\S]*?Parts: 1\/2/)
})
