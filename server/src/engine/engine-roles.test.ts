import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSearchEngine } from '../search/search-engine.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { createEngineClient } from './engine-client.ts'
import { KEEPER, SEARCHER } from './engine-roles.ts'

let store: EngineUnderTest
beforeAll(async () => {
  store = await startTestEngine()
  await store.engine.client.command({ query: 'CREATE DATABASE kept ENGINE = Memory' })
  await store.engine.client.command({ query: 'CREATE TABLE kept.t (a String) ENGINE = Memory' })
})
afterAll(() => store[Symbol.asyncDispose]())

const inTime = () => ({ signal: AbortSignal.timeout(30_000) })

async function codeOf(asked: Promise<unknown> | AsyncIterable<unknown>): Promise<unknown> {
  try {
    if (Symbol.asyncIterator in asked) for await (const _ of asked);
    else await asked
    return 'answered'
  } catch (error) {
    return Object(error).code
  }
}

const REACHING = [
  `SELECT line FROM file('/etc/passwd', 'LineAsString', 'line String')`,
  `SELECT line FROM url('http://127.0.0.1:1/', 'LineAsString', 'line String')`,
  `SELECT file('/etc/passwd')`,
  `SELECT getServerSetting('path')`,
  'SELECT name FROM system.users',
  'SELECT query FROM system.processes',
  'SELECT number FROM engine_migration',
]

test.each(REACHING)('no search and nothing that it keeps gets an answer to %s', async (sql) => {
  const { rows, stream, bytes, command } = createSearchEngine(store)
  expect(await codeOf(rows(sql, inTime()))).toBe('497')
  expect(await codeOf(rows(sql, { ...inTime(), isAboutTables: true }))).toBe('497')
  expect(await codeOf(stream(sql, inTime()))).toBe('497')
  expect(await codeOf(bytes(`${sql} FORMAT CSV`, inTime()))).toBe('497')
  expect(await codeOf(command(sql, inTime()))).toBe('497')
  expect(await codeOf(command(`INSERT INTO kept.t ${sql}`, inTime()))).toBe('497')
})

test.each([
  'INSERT INTO messages SELECT * FROM messages',
  'TRUNCATE TABLE messages',
  'DROP TABLE IF EXISTS messages',
  'ALTER TABLE messages DELETE WHERE 1',
  'CREATE TABLE mine ENGINE = Memory EMPTY AS SELECT 1 AS a',
  'KILL QUERY WHERE 1',
])('no search changes anything by %s', async (sql) => {
  const { rows, command } = createSearchEngine(store)
  expect(await codeOf(rows(sql, inTime()))).toBe('497')
  expect(await codeOf(command(sql, inTime()))).toBe('497')
})

test('a search of more conditions than the engine takes is told so', async () => {
  const { rows } = createSearchEngine(store)
  const conditions = (count: number) =>
    Array.from({ length: count }, (_, at) => `match(message, 'a.*${at}')`).join(' OR ')
  for (const count of [20_000, 200_000]) {
    const asked = rows(`SELECT count() FROM messages WHERE ${conditions(count)}`, inTime())
    await expect(asked).rejects.toMatchObject({
      code: 'search-too-complex',
      message: 'The search has too many conditions: use fewer words, wildcards or series.',
    })
  }
})

test('what only reads asks a cluster for that, since its roles are not ours', async () => {
  const asked: URLSearchParams[] = []
  const server = createServer((incoming, outgoing) => {
    asked.push(new URL(incoming.url ?? '', 'http://cluster').searchParams)
    incoming.resume()
    outgoing.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${Object(server.address()).port}`
  for (const options of [{ role: SEARCHER }, { role: KEEPER }, {}]) {
    const client = createEngineClient({ url }, options)
    await client.query({ query: 'SELECT 1', clickhouse_settings: { max_execution_time: 7 } })
    await client.close()
  }
  server.close()
  const found = asked.map((params) =>
    ['role', 'readonly', 'allow_ddl', 'max_execution_time'].map((name) => params.get(name)),
  )
  expect(found).toEqual([
    [null, '2', '0', '7'],
    [null, null, null, '7'],
    [null, null, null, '7'],
  ])
})
