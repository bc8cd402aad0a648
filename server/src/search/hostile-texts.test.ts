/** Texts that try to break out of a literal or a name, sent through the engine. */
import { sql } from '@logyard/languages/sql/sql'
import { sqlName } from '@logyard/languages/sql/sql-parts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { isOnShards } from '../testing/on-shards.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { messagesIn } from './scope/message-scope.ts'
import { withoutMessages } from './scope/without-messages.ts'
import { createSearchEngine, type SearchEngine } from './statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from './testing/message-table.ts'
import { readableStreams } from './testing/readable-streams.ts'

const HOSTILE = [
  "'",
  "\\'",
  "\\\\' OR 1=1 -- ",
  "'; DROP TABLE messages; --",
  '`',
  '\\`',
  '` FROM system.tables -- ',
  '/* x */ -- y',
  '{p:String}',
  '$1 ?',
  'a\0b',
  'tab\tline\nend\r',
  '\x85\u2028',
  'é 日本 \u{1f680}',
  'half \ud83d',
  '\udc00 half',
  '%_\\%',
]

let store: EngineUnderTest
let engine: SearchEngine
beforeAll(async () => {
  store = await startTestEngine()
  engine = createSearchEngine({ engine: store.engine, clock: systemClock })
})
afterAll(() => store[Symbol.asyncDispose]())
const options = () => ({ signal: AbortSignal.timeout(30_000) })

test.each(HOSTILE)('the text %j is returned unchanged', async (text) => {
  const rows = await engine.rows(withoutMessages(sql`SELECT ${text}, ${text} = ${text}, length(${text})`), options())
  const whole = text.toWellFormed()
  expect(rows).toEqual([[whole, 1, Buffer.byteLength(whole)]])
})

test.each(HOSTILE)('the name %j works as a column name', async (name) => {
  const query = sql`SELECT 1 AS ${sqlName(name)}`
  const answer = await store.engine.client.query({ query, format: 'JSONEachRow' })
  expect(await answer.json()).toEqual([{ [name.toWellFormed()]: 1 }])
})

test('a field with such a name is read, and no other field', async () => {
  const names = HOSTILE.map((name) => `f${name.toWellFormed()}`).filter((name) => !name.includes('.'))
  await insertMessages(
    store.engine,
    names.map((name) => ({ at: '2026-03-01T10:00:00.000Z', fields: { [name]: name } })),
  )
  const scope = {
    streams: readableStreams(TEST_STREAM),
    range: { fromMs: 0, toMs: Date.parse('2026-03-02') },
    conditions: [],
  }
  const schema = await schemaOf(store.engine)
  for (const name of names) {
    const column = sql`fields.${sqlName(name)}.:String`
    const from = messagesIn(scope, schema, 0, [sql`isNotNull(${column})`])
    expect(await engine.rows(sql`SELECT ${column} FROM ${from}`, options())).toEqual([[name]])
  }
})

test.skipIf(isOnShards())('strings that are not SQL objects do not reach the engine', async () => {
  const scoped = withoutMessages(sql`SELECT 1`)
  const { rows } = engine
  const { client } = store.engine
  // @ts-expect-error a string is not SQL
  await expect(rows('SELECT 1', options())).rejects.toThrow(TypeError)
  // @ts-expect-error SQL without a scope
  await expect(rows(sql`SELECT 1`, options())).rejects.toThrow('must be scoped')
  // @ts-expect-error an object that looks alike
  await expect(rows({ text: 'SELECT 1', isScoped: true }, options())).rejects.toThrow(TypeError)
  // @ts-expect-error a string is not SQL
  expect(() => client.query({ query: 'SELECT 1', format: 'JSONEachRow' })).toThrow(TypeError)
  // @ts-expect-error a string is not SQL
  expect(() => client.command({ query: 'SELECT 1' })).toThrow(TypeError)
  // @ts-expect-error a string is not SQL
  expect(() => client.read({ query: 'SELECT 1' })).toThrow(TypeError)
  // @ts-expect-error a string is not SQL
  expect(() => client.insert({ table: 'messages', values: [], format: 'JSONEachRow' })).toThrow(TypeError)
  expect(await rows(scoped, options())).toEqual([[1]])
})

test('statements that read messages are refused where no scope is required', () => {
  for (const statement of [
    sql`SELECT 1 FROM messages`,
    sql`SELECT 1 from\n  default.messages`,
    sql`SELECT 1 JOIN \`messages\``,
  ]) {
    expect(() => withoutMessages(statement)).toThrow('needs a scope')
  }
})
