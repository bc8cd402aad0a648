import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectToEngine, engineUrl } from '../../testing/engine-owner.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { KEEPER, type LimitedUser, SEARCHER } from './engine-users.ts'
import { reachingFunctions } from './reaching-functions.ts'
import { checkStatement } from './statement-check.ts'

const USERS = [{ user: SEARCHER }, { user: KEEPER }]

let store: EngineUnderTest
let owner: ClickHouseClient
let clients: ReadonlyMap<string, ClickHouseClient>
let reaching: ReadonlySet<string>
beforeAll(async () => {
  store = await startTestEngine()
  const { client } = store.engine
  await client.command({ query: sql`DROP TABLE messages SYNC` })
  const columns = sql`id UInt64, \`index\` String, message String, values String, fields JSON`
  await client.command({ query: sql`CREATE TABLE messages (${columns}) ORDER BY id` })
  await client.command({ query: sql`CREATE TABLE secret (a UInt8) ORDER BY a` })
  const fields = '{"system":{"users":5},"file":"a.txt","url":"u","max_execution_time":1}'
  await client.command({ query: sql`INSERT INTO messages SELECT 7, 'i_0', 'it''s (a) message', 'v', ${fields}` })
  await client.command({ query: sql`CREATE DATABASE kept ENGINE = Memory` })
  reaching = await reachingFunctions(client)
  owner = await connectToEngine(store.dataFolder)
  clients = new Map(
    USERS.map(({ user: { name } }) => [
      name,
      createClient({ url: engineUrl(store.dataFolder, name), log: { level: ClickHouseLogLevel.OFF } }),
    ]),
  )
})
afterAll(async () => {
  for (const client of [owner, ...clients.values()]) await client.close()
  await store[Symbol.asyncDispose]()
})

const clientOf = ({ name }: LimitedUser) => clients.get(name) ?? owner

/** The error of the statement, of our check or of the engine itself; `undefined` if it succeeded. */
async function failure(query: string, user: LimitedUser) {
  try {
    checkStatement(query, user, reaching)
    await clientOf(user).command({ query })
    return undefined
  } catch (error) {
    return { code: Object(error).code, message: Object(error).message }
  }
}

/** Refused by the check of the statement, before it reaches the engine. */
const REFUSED = { code: '497', message: expect.stringContaining('is not allowed to the user') }

async function expectRefused(statements: readonly string[], user: LimitedUser) {
  const answers = await Promise.all(statements.map(async (sql) => ({ sql, answer: await failure(sql, user) })))
  expect(answers).toEqual(statements.map((sql) => ({ sql, answer: REFUSED })))
}

async function rows(query: string, user: LimitedUser): Promise<unknown> {
  checkStatement(query, user, reaching)
  const answer = await clientOf(user).query({ query, format: 'JSONCompactEachRow' })
  return await answer.json()
}

async function namesIn(query: string): Promise<readonly string[]> {
  const answer = await owner.query({ query, format: 'JSONEachRow' })
  return (await answer.json<{ name: string }>()).map(({ name }) => name)
}

/** The source in every position of a statement. */
const places = (source: string): readonly string[] => [
  `SELECT * FROM ${source}`,
  `SELECT 1 FROM messages JOIN ${source} AS other ON 1`,
  `SELECT 1 FROM messages, ${source}`,
  `SELECT 1 IN (SELECT * FROM ${source})`,
  `SELECT (SELECT 1 FROM ${source})`,
  `WITH a AS (SELECT * FROM ${source}) SELECT * FROM a`,
  `SELECT 1 UNION ALL SELECT * FROM ${source}`,
]
const kept = (select: string): readonly string[] => [
  `CREATE TABLE kept.t ENGINE = Memory EMPTY AS ${select}`,
  `INSERT INTO kept.t ${select}`,
]

describe.each(USERS)('for the user $user.name', ({ user }) => {
  test('no table function of this engine can be called, in any spelling', async () => {
    const names = await namesIn('SELECT name FROM system.table_functions')
    expect(names.length).toBeGreaterThan(70)
    for (const name of names) {
      const spelt = [
        `${name}('a')`,
        `${name.toUpperCase()}('a')`,
        `${name} \n ('a')`,
        `${name}/* */('a')`,
        `${name} -- \n ('a')`,
        `\`${name}\`('a')`,
        `"${name}"('a')`,
        `“${name}”('a')`,
      ]
      const elsewhere = places(`${name}('a')`)
      const statements = spelt.map((call) => `SELECT * FROM ${call}`)
      await expectRefused([...statements, ...elsewhere, ...elsewhere.flatMap(kept)], user)
    }
  })

  test('no system table of the engine can be read, in any spelling', async () => {
    const found = await store.engine.client.query({
      query: sql`SELECT database, name FROM system.tables WHERE lower(database) IN ('system', 'information_schema')`,
      format: 'JSONEachRow',
    })
    const tables = await found.json<{ database: string; name: string }>()
    expect(tables.length).toBeGreaterThan(100)
    for (const { database, name } of tables) {
      if (user.systemTables.includes(name)) continue
      const spelt = [
        `${database}.${name}`,
        `${database} . ${name}`,
        `${database}/* */.${name}`,
        `${database}.\`${name}\``,
        `\`${database}\`.${name}`,
        `"${database}"."${name}"`,
        `“${database}”.“${name}”`,
      ]
      const statements = spelt.map((table) => `SELECT * FROM ${table}`)
      await expectRefused([...statements, ...places(`${database}.${name}`)], user)
    }
    await expectRefused(['SELECT * FROM `\\x73ystem`.users', 'SELECT * FROM `s``ystem`.users'], user)
  })

  test('only functions that compute can be called', async () => {
    const calls = `file('/etc/passwd') dictGet('a','b',1) dictHas('a',1) joinGet('a','b',1) catboostEvaluate('/a',1)
      getSetting('max_threads') getServerSetting('path') getMacro('a') hostName() fullHostName() FQDN() sleep(1)
      sleepEachRow(1) currentQueryID() queryID() currentUser() user() version() uptime() serverUUID() tcpPort()
      addressToLine(1) demangle('a') logTrace('a') aiGenerate('a','b') showCertificate() getOSKernelVersion()
      hasColumnInTable('a','b','c') filesystemAvailable() initialQueryID() connectionId() getClientHTTPHeader('a')
      __getScalar('a') regionToName(1) evalMLMethod(1) globalVariable('a') getMergeTreeSetting('a') throwIf(1)
      encrypt('a','b','c') formatQuery('a') structureToCapnProtoSchema('a') zookeeperSessionUptime()`.split(/\s+/)
    const known = new Set(await namesIn('SELECT name FROM system.functions'))
    expect(calls.filter((call) => !known.has(call.slice(0, call.indexOf('('))))).toEqual([])
    await expectRefused(
      calls.flatMap((call) => [
        `SELECT ${call}`,
        `SELECT ${call.replace('(', ' \n (')}`,
        `SELECT id FROM messages WHERE message = toString(${call})`,
        `SELECT arrayMap(x -> ${call}, [1])`,
        `SELECT \`${call.replace('(', '`(')}`,
      ]),
      user,
    )
    await expectRefused(
      ['SELECT FILE(1)', 'SELECT HOSTNAME()', 'SELECT * APPLY hostName', 'SELECT * APPLY(file)'],
      user,
    )
  })

  test('files cannot be read by name, and unusual syntax cannot hide a table', async () => {
    await expectRefused(
      [
        `SELECT * FROM '/etc/passwd'`,
        'SELECT * FROM `/etc/passwd`',
        'SELECT * FROM "a.csv"',
        `SELECT 1 FROM messages JOIN 'a.csv' AS b ON 1`,
        `SELECT $a$ it's $a$`,
        `SELECT 1 AS $a$ FROM secret`,
        'SELECT ‘a’',
        'SELECT 1 /* /* */ FROM secret */',
        'SELECT 1 -- FROM secret',
        'SELECT 1 # FROM secret',
        'SELECT {a:String}',
        'SELECT @@version',
        'SELECT 1 SETTINGS max_execution_time = 600',
        'SELECT 1 SETTINGS max_memory_usage = 0',
        'SELECT 1 SETTINGS `max_execution_time` = 600',
        'SELECT 1 FROM messages SETTINGS "readonly" = 0',
        'SELECT 1 SETTINGS `\\x6dax_execution_time` = 600',
        'SELECT 1 SETTINGS allow_introspection_functions = 1',
        'SELECT * FROM (EXPLAIN SELECT 1)',
        'SELECT * FROM (EXPLAIN ESTIMATE SELECT 1)',
        'EXPLAIN ESTIMATE EXPLAIN ESTIMATE SELECT 1',
        'EXPLAIN ESTIMATE INSERT INTO kept.t SELECT 1',
        'EXPLAIN ESTIMATE SELECT * FROM system.users',
        `EXPLAIN ESTIMATE SELECT file('/etc/passwd')`,
      ],
      user,
    )
  })

  test('statements that the user does not need are refused', async () => {
    await expectRefused(
      [
        `SHOW TABLES`,
        `DESCRIBE messages`,
        `EXPLAIN SELECT 1`,
        `EXISTS TABLE secret`,
        `CHECK TABLE messages`,
        `FROM messages SELECT 1`,
        `INSERT INTO messages SELECT * FROM messages`,
        `INSERT INTO kept.t FORMAT CSV 1`,
        `INSERT INTO kept.t VALUES (1)`,
        `INSERT INTO FUNCTION file('a', 'CSV') SELECT 1`,
        `INSERT INTO TABLE FUNCTION file('a', 'CSV') SELECT 1`,
        `WITH 1 AS a TRUNCATE TABLE messages`,
        `CREATE TABLE messages2 ENGINE = Memory EMPTY AS SELECT 1`,
        `CREATE TABLE default.t ENGINE = Memory EMPTY AS SELECT 1`,
        `CREATE TEMPORARY TABLE t (a UInt8)`,
        `CREATE FUNCTION f AS x -> x`,
        `CREATE VIEW kept.v AS SELECT 1`,
        `CREATE DICTIONARY kept.d (a UInt8) PRIMARY KEY a SOURCE(FILE(path '/a' format 'CSV')) LAYOUT(FLAT())`,
        `CREATE DATABASE kept2 ENGINE = Memory`,
        `CREATE DATABASE IF NOT EXISTS kept ENGINE = Atomic`,
        `CREATE USER a`,
        `DROP TABLE IF EXISTS messages`,
        `DROP DATABASE kept`,
        `ALTER TABLE messages DELETE WHERE 1`,
        `TRUNCATE TABLE messages`,
        `OPTIMIZE TABLE messages`,
        `RENAME TABLE messages TO a`,
        `KILL QUERY WHERE 1`,
        `SYSTEM SHUTDOWN`,
        `GRANT ALL ON *.* TO default`,
        `SET ROLE owner`,
        `SET max_threads = 1`,
        `USE system`,
        `BACKUP TABLE messages TO File('a')`,
        `EXECUTE AS default SELECT 1`,
      ],
      user,
    )
  })

  test('only tables in memory can be created, and only by users who may', async () => {
    const engines = await namesIn('SELECT name FROM system.table_engines')
    expect(engines.length).toBeGreaterThan(70)
    await expectRefused(
      engines.flatMap((name) => [
        `CREATE TABLE kept.t (a String) ENGINE = ${name}`,
        `CREATE TABLE kept.t (a String) ENGINE = ${name}('a', 'b')`,
        `CREATE TABLE IF NOT EXISTS kept.t ENGINE = ${name} EMPTY AS SELECT 1`,
        `CREATE OR REPLACE TABLE kept.t ENGINE = ${name} EMPTY AS SELECT 1`,
        ...(name === 'Memory' ? [] : [`CREATE TABLE kept.t ENGINE = ${name} EMPTY AS SELECT 1 AS a`]),
        `CREATE TABLE kept.t ENGINE = ${name}('a') EMPTY AS SELECT 1 AS a`,
      ]),
      user,
    )
  })

  test('messages can be read', async () => {
    expect(
      await rows(
        `WITH 1 AS one SELECT toFloat64(count() + one - 1), any(fields.\`system\`.\`users\`.:Int64), quantilesTDigest(0.5, 0.9)(id)[1],
           countIf(multiSearchAny(message, ['it\\'s', 'system.users']) AND NOT empty(values)), any(\`index\`), any(fields.file.:String) AS \`readonly\`
         FROM messages WHERE fields.\`url\`.:String = 'u' AND fields.max_execution_time.:Int64 = 1 AND message NOT LIKE '%file(''%'
         SETTINGS max_rows_to_group_by = 10`,
        user,
      ),
    ).toEqual([[1, 5, 7, 1, 'i_0', 'a.txt']])
    expect(await rows('SELECT toFloat64(id) FROM messages UNION ALL SELECT 1', user)).toHaveLength(2)
  })

  test('the engine itself refuses tables that the user has no right to', async () => {
    for (const sql of [...places('secret'), ...places('default.secret')]) {
      const message = expect.stringMatching(/grant SELECT.* ON default\.secret/i)
      expect(await failure(sql, user)).toEqual({ code: '497', message })
    }
  })
})

test('only the user of searches learns what a statement would read, and only of tables that it may read', async () => {
  const estimate = 'EXPLAIN ESTIMATE SELECT id FROM messages'
  expect(await rows(estimate, SEARCHER)).toEqual([[expect.any(String), 'messages', 1, 1, 1]])
  expect(await failure(estimate, KEEPER)).toEqual(REFUSED)
  expect(await failure('EXPLAIN ESTIMATE SELECT * FROM secret', SEARCHER)).toMatchObject({ code: '497' })
})

test.each(['mine', '`mine`'])(
  'one user stores rows in the memory table %s and reads system.parts; the other can only read the table',
  async (name) => {
    const [create, insert] = [
      `CREATE TABLE kept.${name} ENGINE = Memory EMPTY AS SELECT id, message FROM messages`,
      `INSERT INTO kept.${name} SELECT * FROM (SELECT id, message FROM messages) SETTINGS max_rows_to_group_by = 10`,
    ]
    const [forget, prepare] = [
      `DROP TABLE IF EXISTS kept.${name}`,
      'CREATE DATABASE IF NOT EXISTS kept ENGINE = Memory',
    ]
    for (const sql of [prepare, create, insert, forget]) expect(await failure(sql, SEARCHER)).toEqual(REFUSED)
    for (const sql of [prepare, create, insert]) expect(await failure(sql, KEEPER)).toBeUndefined()
    expect(await rows(`SELECT toFloat64(id) FROM kept.${name}`, SEARCHER)).toEqual([[7]])
    const parts = `SELECT count() > 0 FROM system.parts WHERE database = currentDatabase() AND table = 'messages'`
    expect(await rows(parts, KEEPER)).toEqual([[1]])
    expect(await failure(parts, SEARCHER)).toEqual(REFUSED)
    expect(await failure(forget, KEEPER)).toBeUndefined()
  },
)
