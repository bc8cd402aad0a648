/** SQL that users write, over HTTP. */

import { SQL_FUNCTIONS } from '@logyard/languages/sql/complete-sql'
import { sql } from '@logyard/languages/sql/sql'
import { readUserSql } from '@logyard/languages/sql/user-sql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clusterUsers } from '../../store/engine/cluster-users.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { insertMessages, TEST_STREAM } from '../testing/message-table.ts'
import { clearMessages, type SearchUnderTest, startSearch } from '../testing/start-search.ts'

const DAY = { type: 'absolute', from: '2026-03-01T00:00:00.000Z', to: '2026-03-01T23:59:59.999Z' }
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString()
const OTHER_STREAM = '60c0ffee0000000000000099'

let store: EngineUnderTest
let logyard: SearchUnderTest
beforeAll(async () => {
  store = await startTestEngine()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await clearMessages(store.engine)
  logyard = await startSearch({ engine: store.engine })
  await insertMessages(store.engine, [
    ...Array.from({ length: 60 }, (_, number) => ({
      at: at(number),
      source: `web-${number % 3}`,
      message: number % 6 === 0 ? `login of user-${number} failed` : `GET /items/${number} took ${number}ms`,
      fields: { took_ms: number, user: number % 2 === 0 ? 'ada' : 'bob', 'user.name': `u${number}` },
      streams: [TEST_STREAM],
    })),
    {
      at: at(1),
      source: 'vault',
      message: 'the vault is foreign',
      fields: { secret: 'vault' },
      streams: [OTHER_STREAM],
    },
  ])
})
afterEach(() => logyard[Symbol.asyncDispose]())

const ask = async (text: string, more: object = {}, options: { as?: string; headers?: Record<string, string> } = {}) =>
  await logyard.call('POST', '/logyard/search/sql', { body: { sql: text, timerange: DAY, ...more }, ...options })

async function table(text: string, more: object = {}) {
  const answer = await ask(text, more)
  if (answer.status !== 200) throw new Error(answer.text)
  return Object(answer.body)
}

test('a statement answers columns with types, rows, and how they are drawn', async () => {
  expect(
    await table(`SELECT user, count() AS messages, avg(took_ms) AS mean -- by user
      FROM messages WHERE user IS NOT NULL GROUP BY user ORDER BY user;`),
  ).toEqual({
    columns: [
      { name: 'user', type: 'text' },
      { name: 'messages', type: 'number' },
      { name: 'mean', type: 'number' },
    ],
    effective_timerange: DAY,
    is_complete: true,
    chart: { over: 'values', keys: 1 },
    datarows: [
      ['ada', 30, 29],
      ['bob', 30, 30],
    ],
  })
})

test('times, lists and names in quotes keep their values, and SELECT * has the usual columns', async () => {
  const found = await table(`SELECT *, "user.name", streams FROM messages ORDER BY timestamp DESC`, { limit: 1 })
  expect(found.is_complete).toBe(false)
  expect(found.columns.map(({ name, type }: { name: string; type: string }) => `${name}:${type}`)).toEqual(
    expect.arrayContaining(['timestamp:time', 'source:text', 'message:text', 'user.name:text', 'streams:text']),
  )
  expect(found.datarows[0].slice(0, 3)).toEqual([at(59), 'web-2', 'GET /items/59 took 59ms'])
  expect(found.datarows[0]).toContain(`["${TEST_STREAM}"]`)
  const buckets = await table('SELECT toStartOfMinute(timestamp) AS minute, count() FROM messages GROUP BY 1')
  expect(buckets).toMatchObject({ chart: { over: 'time', keys: 1 }, datarows: [['2026-03-01T10:00:00Z', 60]] })
})

test('query() is true for messages that match a query, as often as it is asked', async () => {
  const text = `WITH slow AS (SELECT * FROM messages WHERE query('took_ms:>=30'))
    SELECT countIf(query('failed')), countIf(NOT query('source:"web-1"')), (SELECT count() FROM slow) FROM messages`
  expect((await table(text)).datarows).toEqual([[10, 40, 30]])
  const wrong = await ask(`SELECT count() FROM messages WHERE query('a AND (')`)
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('Missing closing )')
})

test('what is wrong is said with its place or the reason of the engine, and never with the statement that ran', async () => {
  const place = await ask('SELECT 1 FROM system.tables')
  expect(place.body).toEqual({ type: 'SqlError', message: 'The only table is messages', from: 14, to: 20 })
  for (const [text, reason] of [
    ['SELECT nothing FROM messages', /nothing/],
    ['SELECT sum(source) FROM messages', /sum/],
    ['SELECT FROM WHERE', /Syntax error/],
    ['SELECT cnt() FROM messages', /cnt/],
    ['SELECT count() FROM other_table', /other_table/],
    ['SELECT sleep(3) FROM messages', /sleep/],
  ] as const) {
    const answer = await ask(text)
    expect({ text, status: answer.status, body: answer.text }).toMatchObject({ status: 400 })
    expect(answer.text).toMatch(reason)
    expect(answer.text).not.toMatch(/readable_messages AS|multiSearchAny|stream_ids|fromUnixTimestamp64/)
  }
  expect((await ask('SELECT 1', { sql: 'x'.repeat(20_001) })).status).toBe(400)
})

test('a statement that takes too much time is stopped', async () => {
  await using hasty = await startSearch({ engine: store.engine, limits: { seconds: 1 } })
  const tables = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `messages AS ${name}`).join(', ')
  const body = { sql: `SELECT sum(a.took_ms * g.took_ms) FROM ${tables}`, timerange: DAY }
  const answer = await hasty.call('POST', '/logyard/search/sql', { body })
  expect(answer.status).toBe(500)
  expect(answer.text).toContain('longer than 1 seconds')
})

test('clients that accept only CSV get it, safe for spreadsheets', async () => {
  const csv = await ask(`SELECT '=1+1' AS a, 2 AS b`, {}, { headers: { accept: 'text/csv' } })
  expect(csv.text).toBe(`"a","b"\n"'=1+1","2"\n`)
})

/** Each reaches for what it must not: other tables, other streams, files, addresses, settings, another statement. */
const TABLES = [
  ...['system.tables', 'system.query_log', 'system.users', 'information_schema.columns', 'INFORMATION_SCHEMA.TABLES'],
  ...[
    'default.messages',
    'logyard.messages',
    '`default`.`messages`',
    '"default"."messages"',
    'old_messages',
    'all_messages',
  ],
  ...[
    'message_templates',
    'minute_counts',
    'kept.x',
    'shown_1',
    'messages_1',
    'default.old_messages',
    '"all_messages"',
  ],
  ...[
    "url('http://127.0.0.1:1/', 'CSV', 'a String')",
    "file('/etc/passwd', 'LineAsString')",
    "remote('127.0.0.1', system.one)",
  ],
  ...[
    "merge('default', '.*')",
    "merge('.*')",
    "cluster('x', default.messages)",
    "s3('http://127.0.0.1/x')",
    'numbers(10)',
  ],
  ...[
    "mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
    "executable('id', 'TSV', 'a String')",
    'view(SELECT * FROM default.messages)',
  ],
  ...[
    'loop(default.messages)',
    'mergeTreeIndex(default, messages)',
    "dictionary('x')",
    "input('a String')",
    "values('a String', 'x')",
  ],
  ...[
    "generateRandom('a String')",
    "hdfs('x')",
    "viewIfPermitted(SELECT 1 ELSE null('a Int8'))",
    "fuzzQuery('SELECT 1')",
  ],
]
const EXPRESSIONS = [
  ...[
    "file('/etc/passwd')",
    "getSetting('max_threads')",
    "dictGet('x', 'y', 1)",
    "joinGet('default.messages', 'message', 1)",
  ],
  ...[
    'hostName()',
    'serverUUID()',
    "getMacro('x')",
    'currentUser()',
    'version()',
    'sleepEachRow(1)',
    "evalMLMethod('x', 1)",
  ],
  ...[
    '(SELECT count() FROM default.messages)',
    '(SELECT groupArray(message) FROM logyard.messages)',
    'message IN default.messages',
  ],
  ...[
    'source IN (SELECT source FROM default.messages)',
    '1 IN system.one',
    'exists(SELECT 1 FROM all_messages)',
    'stream_ids',
  ],
  ...[
    'template',
    'words',
    'fields',
    'fields.secret',
    '_table',
    '_part',
    '_database',
    'gl2_remote_ip',
    'received',
    'journal_offset',
  ],
  ...[
    'tuple(readable_messages.*)',
    "COLUMNS('.*')",
    '* EXCEPT message',
    '* APPLY toString',
    'untuple((1, 2))',
    '@@version',
  ],
  ...[
    "formatQuery('SELECT 1')",
    "structureToProtobufSchema('a')",
    "catboostEvaluate('/etc/passwd', 1)",
    'throwIf(1)',
    'ignore(1)',
  ],
  ...['$$text$$', '{a:String}', "x'41'", '0x41', '`messages`', "'\\' FROM default.messages --'", '‘text’', '“name”'],
]
const WHOLE = [
  ...[
    'SELECT 1; SELECT * FROM default.messages',
    'DROP TABLE messages',
    'INSERT INTO messages SELECT 1',
    'SHOW TABLES',
  ],
  ...[
    'SELECT * FROM messages SETTINGS max_execution_time = 0',
    'SELECT 1 FORMAT CSV',
    "SELECT 1 INTO OUTFILE '/tmp/x'",
  ],
  ...[
    'EXPLAIN SELECT 1',
    'DESCRIBE TABLE messages',
    'CREATE TABLE x AS messages',
    'ALTER TABLE messages DELETE WHERE 1',
  ],
  ...[
    'SET readonly = 0',
    'USE system',
    'SYSTEM SHUTDOWN',
    'KILL QUERY WHERE 1',
    'GRANT ALL ON *.* TO searcher',
    'OPTIMIZE TABLE messages',
  ],
  ...['SELECT 1) UNION ALL (SELECT message FROM default.messages', 'SELECT 1) SETTINGS readonly=0 --', 'SELECT 1)) --'],
  ...[
    'SELECT * FROM (SELECT * FROM messages) UNION ALL SELECT * FROM default.messages',
    '/* SELECT */ DROP TABLE messages',
  ],
  ...[
    'WITH messages AS (SELECT * FROM messages) SELECT * FROM messages',
    'WITH x AS (SELECT * FROM default.messages) SELECT * FROM x',
  ],
  ...[
    'WITH readable_messages AS (SELECT * FROM messages) SELECT * FROM readable_messages',
    'SELECT * FROM readable_messages',
  ],
  ...[
    'SELECT 1 AS messages FROM messages',
    'SELECT messages.* FROM messages',
    'SELECT * FROM messages AS m JOIN messages AS n USING source',
  ],
  ...[
    'SELECT * FROM messages FINAL',
    'SELECT * FROM messages SAMPLE 1',
    'SELECT * FROM messages PREWHERE 1',
    'FROM messages SELECT *',
  ],
  ...[
    'SELECT -- \n * FROM default.messages',
    'SELECT/**/message/**/FROM/**/default.messages',
    "SELECT 'a' 'b'",
    "SELECT '\\",
    'SELECT "',
  ],
  ...[
    'SELECT * FROM messages WHERE 1 OR 1',
    "SELECT * FROM messages WHERE query('*') OR 1",
    "SELECT query('streams:60c0ffee0000000000000099') FROM messages",
  ],
  ...[
    'SELECT * FROM messages ARRAY JOIN streams',
    'SELECT * FROM messages LEFT ARRAY JOIN [1] AS x',
    'PARALLEL WITH SELECT 1',
    '(SELECT 1)',
    '',
  ],
  ...[
    "SELECT query('a', 'b') FROM messages",
    'SELECT query(source) FROM messages',
    `SELECT ${"query('a'), ".repeat(11)} 1 FROM messages`,
  ],
]
const HOSTILE = [
  ...TABLES.flatMap((name) => [
    `SELECT * FROM ${name}`,
    `SELECT * FROM messages, ${name}`,
    `SELECT count() FROM messages WHERE source IN (SELECT * FROM ${name})`,
  ]),
  ...EXPRESSIONS.flatMap((one) => [`SELECT ${one} FROM messages`, `SELECT count() FROM messages GROUP BY ${one}`]),
  ...WHOLE,
]

test('the functions that the editor completes may be called', async () => {
  const refused: string[] = []
  for (const name of SQL_FUNCTIONS) {
    const { text } = await ask(`SELECT ${name}() FROM messages`)
    if (/not allowed|unknown (?:aggregate )?function|does not exist/i.test(text)) refused.push(`${name}: ${text}`)
  }
  expect(refused).toEqual([])
})

describe('hostile statements', () => {
  test('no table that the reading user has a right to can be named', () => {
    const grants = clusterUsers(sql`logyard.`, sql`logyard_all.`).flatMap((user) => user.grants)
    const granted = grants.flatMap((grant) => /^SELECT.* ON ([\w.*]+)$/.exec(grant)?.[1] ?? [])
    expect(granted.length).toBeGreaterThan(5)
    for (const table of granted) {
      const read = readUserSql(`SELECT * FROM ${table.replace('*', 'x')}`)
      expect(read.ok && read.sql.statement.text, table).toBe(false)
    }
  })

  test('there are at least 200 of them', () => {
    expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(200)
  })

  test('none tells a reader of one stream anything of another, or breaks anything', async () => {
    const as = await logyard.addReader('reader', TEST_STREAM)
    for (const text of HOSTILE) {
      const answer = await ask(text, {}, { as })
      expect([200, 400], `${text}: ${answer.status} ${answer.text}`).toContain(answer.status)
      expect(answer.text, text).not.toMatch(
        /vault|60c0ffee0000000000000099|root:|searcher|127\.0\.0\.1:\d|multiSearchAny/,
      )
    }
    const all = await ask('SELECT count() FROM messages', {}, { as })
    expect(Object(all.body).datarows).toEqual([[60]])
    expect((await ask('SELECT 1', { streams: [OTHER_STREAM] }, { as })).status).toBe(403)
  }, 300_000)

  /** The engine may evaluate conditions in any order: an error must not tell a value of a row that the scope leaves out. */
  test('no condition is evaluated on messages that the caller may not read', async () => {
    await clearMessages(store.engine)
    await insertMessages(store.engine, [
      { at: at(0), source: '4', message: '17', fields: { n: 1 }, streams: [TEST_STREAM] },
      { at: at(1), source: 'vault', message: 'the vault is foreign', fields: { n: 0 }, streams: [OTHER_STREAM] },
    ])
    const as = await logyard.addReader('reader', TEST_STREAM)
    const failed: string[] = []
    for (const text of [
      'SELECT count() FROM messages WHERE toInt32(message) > 0',
      'SELECT count() FROM messages WHERE intDiv(1, toInt32(n)) = 1',
      'SELECT count() FROM (SELECT toInt32(message) AS number FROM messages) WHERE number > 0',
      'WITH x AS (SELECT toInt32(message) AS number FROM messages WHERE toInt32(message) > 0) SELECT count() FROM x WHERE number > 0',
      'SELECT countIf(toInt32(message) > 0) FROM messages',
      'SELECT count() FROM messages WHERE toInt32(source) > 0',
      "SELECT count() FROM messages WHERE intDiv(1, source != 'vault') = 1 AND toUInt8(source) = 4",
      'SELECT source FROM messages WHERE toInt32(source) = 4',
      'SELECT count() FROM messages AS a JOIN messages AS b ON toInt32(a.message) = toInt32(b.message)',
      'SELECT count() FROM messages WHERE toInt32(message) IN (SELECT toInt32(message) FROM messages)',
      "SELECT count() FROM messages WHERE query('source:4') OR toInt32(message) > 0",
      'SELECT count() FROM (SELECT message FROM messages ORDER BY toInt32(message) LIMIT 10)',
      'SELECT message FROM (SELECT message FROM messages UNION ALL SELECT message FROM messages) WHERE toInt32(message) > 0 LIMIT 1 BY message',
      "SELECT count() FROM messages WHERE timestamp > '2026-03-01 00:00:00' AND parseDateTime(message, '%d') > '1970-01-02'",
    ]) {
      const answer = await ask(text, {}, { as })
      if (answer.status !== 200 || /vault|foreign/.test(answer.text)) failed.push(`${text}: ${answer.text}`)
    }
    expect(failed).toEqual([])
  })
})
