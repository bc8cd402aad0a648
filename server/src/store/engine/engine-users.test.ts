import { createServer } from 'node:http'
import { scopedSql } from '@logyard/languages/sql/scoped-sql'
import { sql } from '@logyard/languages/sql/sql'
import { joinSql } from '@logyard/languages/sql/sql-parts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createSearchEngine } from '../../search/statements/search-engine.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { createEngineClient } from './engine-client.ts'
import { clickHouseErrorOf } from './engine-failure.ts'
import { KEEPER, SEARCHER } from './engine-users.ts'

let store: EngineUnderTest
beforeAll(async () => {
  store = await startTestEngine()
  await store.engine.client.command({ query: sql`CREATE DATABASE kept ENGINE = Memory` })
  await store.engine.client.command({ query: sql`CREATE TABLE kept.t (a String) ENGINE = Memory` })
})
afterAll(() => store[Symbol.asyncDispose]())

const inTime = () => ({ signal: AbortSignal.timeout(30_000) })

async function codeOf(asked: Promise<unknown> | AsyncIterable<unknown>): Promise<unknown> {
  try {
    if (Symbol.asyncIterator in asked) for await (const _ of asked);
    else await asked
    return 'answered'
  } catch (error) {
    return clickHouseErrorOf(error)?.code
  }
}

const REACHING = [
  sql`SELECT line FROM file('/etc/passwd', 'LineAsString', 'line String')`,
  sql`SELECT line FROM url('http://127.0.0.1:1/', 'LineAsString', 'line String')`,
  sql`SELECT file('/etc/passwd')`,
  sql`SELECT getServerSetting('path')`,
  sql`SELECT name FROM system.users`,
  sql`SELECT query FROM system.processes`,
  sql`SELECT number FROM engine_migration`,
].map(scopedSql)

test.each(REACHING)('neither a search nor its cache gets an answer to $text', async (reaching) => {
  const { rows, stream, bytes, command } = createSearchEngine({ ...store, clock: systemClock })
  expect(await codeOf(rows(reaching, inTime()))).toBe('497')
  expect(await codeOf(rows(reaching, { ...inTime(), isAboutTables: true }))).toBe('497')
  expect(await codeOf(stream(reaching, inTime()))).toBe('497')
  expect(await codeOf(bytes(sql`${reaching} FORMAT CSV`, inTime()))).toBe('497')
  expect(await codeOf(command(reaching, inTime()))).toBe('497')
  expect(await codeOf(command(sql`INSERT INTO kept.t ${reaching}`, inTime()))).toBe('497')
})

test.each(
  [
    sql`INSERT INTO messages SELECT * FROM messages`,
    sql`TRUNCATE TABLE messages`,
    sql`DROP TABLE IF EXISTS messages`,
    sql`ALTER TABLE messages DELETE WHERE 1`,
    sql`CREATE TABLE mine ENGINE = Memory EMPTY AS SELECT 1 AS a`,
    sql`KILL QUERY WHERE 1`,
    sql`BACKUP TABLE messages TO File('x')`,
    sql`RESTORE TABLE messages FROM File('x')`,
  ].map(scopedSql),
)('no search changes anything by $text', async (change) => {
  const { rows, command } = createSearchEngine({ ...store, clock: systemClock })
  expect(await codeOf(rows(change, inTime()))).toBe('497')
  expect(await codeOf(command(change, inTime()))).toBe('497')
})

test('the owner writes backups in one folder only', async () => {
  const { client } = store.engine
  for (const path of ['/tmp/outside', '../outside', 'inside/../../outside'])
    expect(await codeOf(client.command({ query: sql`BACKUP TABLE messages TO File(${path})` }))).toBe('36')
  expect(await codeOf(client.command({ query: sql`BACKUP TABLE messages TO File('inside')` }))).toBe('answered')
})

test('a search with too many conditions for the engine gets an error that says so', async () => {
  const { rows } = createSearchEngine({ ...store, clock: systemClock })
  const conditions = (count: number) =>
    joinSql(
      Array.from({ length: count }, (_, at) => sql`match(message, ${`a.*${at}`})`),
      sql` OR `,
    )
  for (const count of [20_000, 200_000]) {
    const asked = rows(scopedSql(sql`SELECT count() FROM messages WHERE ${conditions(count)}`), inTime())
    await expect(asked).rejects.toMatchObject({
      code: 'search-too-complex',
      message: 'The search has too many conditions: use fewer words, wildcards or series.',
    })
  }
})

test('a read-only client of a cluster without our users sets readonly', async () => {
  const asked: URLSearchParams[] = []
  const server = createServer((incoming, outgoing) => {
    asked.push(new URL(incoming.url ?? '', 'http://cluster').searchParams)
    incoming.resume()
    outgoing.setHeader('x-clickhouse-query-id', 'of a test').end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${Object(server.address()).port}`
  for (const options of [{ user: SEARCHER.name }, { user: KEEPER.name }, {}]) {
    const client = createEngineClient({ url }, options)
    await client.query({ query: sql`SELECT 1`, format: 'JSONEachRow', clickhouse_settings: { max_execution_time: 7 } })
    await client.close()
  }
  server.close()
  const found = asked.map((params) => ['readonly', 'allow_ddl', 'max_execution_time'].map((name) => params.get(name)))
  expect(found).toEqual([
    ['2', '0', '7'],
    [null, null, '7'],
    [null, null, '7'],
  ])
})
