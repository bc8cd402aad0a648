/** The users that an administrator creates on a ClickHouse server of `LOGYARD_CLICKHOUSE_URL`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { type ExternalClickHouse, startExternalClickHouse } from '../../testing/external-clickhouse.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { fillOldFolder, oddMessages } from '../rewriting/testing/old-messages.ts'
import { startEngine as startOnFolder, startRewriting } from '../rewriting/testing/start-rewriting.ts'
import { clusterUserStatements, moreGrantsOfCluster } from './cluster-users.ts'
import { createEngine } from './engine.ts'
import { createEngineClient } from './engine-client.ts'
import type { ClusterAddress } from './engine-connections.ts'
import { clickHouseErrorOf } from './engine-failure.ts'
import { KEEPER, LIMITED_USERS, SEARCHER } from './engine-users.ts'

const WITHIN = { timeout: 60_000 }
const WARNING = 40
const inTime = () => AbortSignal.timeout(WITHIN.timeout)

let clickHouse: ExternalClickHouse
beforeAll(async () => {
  clickHouse = await startExternalClickHouse()
  await clickHouse.execute('CREATE TABLE default.secret (a UInt8) ORDER BY a')
}, 120_000)
afterAll(() => clickHouse?.[Symbol.asyncDispose]())

const usersOf = ({ credentials } = clickHouse, searcher = 'logyard_searcher', keeper = 'logyard_keeper') => ({
  [SEARCHER.name]: credentials(searcher),
  [KEEPER.name]: credentials(keeper),
})

async function startEngine(users?: ClusterAddress['users']) {
  const folder = await temporaryFolder()
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const cluster = { url: clickHouse.url, ...(users !== undefined && { users }) }
  const engine = await createEngine({ dataFolder: folder.path, cluster, log, clock: systemClock })
  await engine.ready(inTime())
  return {
    engine,
    logged: () => lines.map((line) => JSON.parse(line)),
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

async function codeOf(answer: Promise<unknown>): Promise<unknown> {
  try {
    await answer
    return 'answered'
  } catch (error) {
    return clickHouseErrorOf(error)?.code
  }
}

/** Each right of the GRANT statements in the text, in one spelling. */
function rightsIn(statements: string, database: string): readonly string[] {
  const rights = [...statements.matchAll(/^GRANT (.*) ON (.*) TO (\w+)/gm)].flatMap(([, privileges = '', on, user]) =>
    privileges.split(/, (?![^(]*\))/).map((privilege) => {
      const [name, columns = ''] = privilege.replaceAll('`', '').split('(')
      const sorted = columns.replace(')', '').split(', ').sort().join(', ')
      return `${user}: ${name} ON ${on?.replace(`${database}.`, '')} ${sorted}`
    }),
  )
  return rights.sort()
}

test('the documents have the statements that create the users', () => {
  const docs = join(import.meta.dirname, '..', '..', '..', '..', 'docs')
  const textOf = (name: string) => readFileSync(join(docs, name), 'utf8')
  expect(textOf('administration.md')).toContain(`\`\`\`sql\n${clusterUserStatements()}\n\`\`\``)
  expect(textOf('clickhouse-cluster.md')).toContain(`\`\`\`sql\n${moreGrantsOfCluster()}\n\`\`\``)
})

test('ClickHouse can parse the statements, and they grant what the users of a users file have', async () => {
  const statements = clusterUserStatements().split(';')
  expect(statements.pop()).toBe('')
  for (const statement of statements) expect(await clickHouse.execute(`EXPLAIN AST ${statement}`)).toContain('Query')
  const names = ['logyard', ...LIMITED_USERS.map(({ name }) => `logyard_${name}`)]
  const granted = await Promise.all(names.map((name) => clickHouse.execute(`SHOW GRANTS FOR ${name}`)))
  const documented = rightsIn(clusterUserStatements(), 'logyard')
  expect(documented.length).toBeGreaterThan(20)
  expect(rightsIn(granted.join('\n'), 'logs')).toEqual(documented)
})

const REACHING = [
  sql`INSERT INTO messages (message) VALUES ('forged')`,
  sql`TRUNCATE TABLE messages`,
  sql`ALTER TABLE messages DELETE WHERE 1`,
  sql`CREATE TABLE mine ENGINE = MergeTree ORDER BY a AS SELECT 1 AS a`,
  sql`KILL QUERY WHERE 1`,
  sql`SELECT number FROM engine_migration`,
  sql`SELECT a FROM default.secret`,
  sql`SELECT name FROM system.users`,
  sql`SELECT query FROM system.processes`,
  sql`SELECT path FROM system.parts`,
  sql`SELECT line FROM url('http://127.0.0.1:1/', 'LineAsString', 'line String')`,
  sql`SELECT line FROM file('/etc/passwd', 'LineAsString', 'line String')`,
  sql`SELECT a FROM remote('127.0.0.1', 'default', 'secret')`,
]

test.each([SEARCHER, KEEPER])('the grants of the $name refuse everything else', async ({ name }) => {
  await using _tables = await startEngine(usersOf())
  const client = createEngineClient({ url: clickHouse.url, users: usersOf() }, { user: name })
  await using _closed = { [Symbol.asyncDispose]: () => client.close() }
  expect(await codeOf(client.command({ query: sql`SELECT count() FROM messages` }))).toBe('answered')
  const codes: unknown[] = []
  for (const query of REACHING) codes.push([query.text, await codeOf(client.command({ query }))])
  expect(codes).toEqual(REACHING.map(({ text }) => [text, '497']))
})

const NOT_COVERED = [
  // A user who may create tables anywhere may create temporary ones, and call this function.
  sql`CREATE TEMPORARY TABLE mine (a UInt8)`,
  sql`SELECT line FROM executable('ls', 'LineAsString', 'line String')`,
  sql`SELECT file('/etc/passwd')`,
  sql`SELECT getServerSetting('path')`,
  sql`SELECT name FROM system.settings`,
  sql`SELECT 1 SETTINGS max_execution_time = 0`,
]

test('the check of statements refuses what grants do not, before anything is sent', async () => {
  await using started = await startEngine(usersOf())
  const { searchClient, keepClient } = started.engine
  const sent = clickHouse.statements.length
  for (const client of [searchClient, keepClient]) {
    for (const query of NOT_COVERED) expect(await codeOf(client.read({ query }))).toBe('497')
  }
  const texts = new Set(NOT_COVERED.map(({ text }) => text))
  expect(clickHouse.statements.slice(sent).filter(({ text }) => texts.has(text))).toEqual([])
})

const CANNOT = 'ClickHouse user of the setting cannot be used'
const NO_SIGN_IN = 'the user does not exist, has another password, or must not sign in from this address'
const UNUSABLE: readonly {
  readonly name: string
  readonly users: () => NonNullable<ClusterAddress['users']>
  readonly problems: Readonly<Record<string, string>>
}[] = [
  {
    name: 'a wrong password',
    users: () => ({ ...usersOf(), [KEEPER.name]: { username: 'logyard_keeper', password: 'zqwrong' } }),
    problems: { LOGYARD_CLICKHOUSE_KEEPER: NO_SIGN_IN },
  },
  {
    name: 'a name that does not exist',
    users: () => ({ ...usersOf(), [SEARCHER.name]: { username: 'nobody', password: 'zqwrong' } }),
    problems: { LOGYARD_CLICKHOUSE_SEARCHER: NO_SIGN_IN },
  },
  {
    name: 'exchanged users',
    users: () => usersOf(clickHouse, 'logyard_keeper', 'logyard_searcher'),
    problems: {
      LOGYARD_CLICKHOUSE_SEARCHER: 'its setting readonly is 0 instead of 2',
      LOGYARD_CLICKHOUSE_KEEPER: 'it lacks the right CREATE DATABASE, CREATE TABLE, INSERT, DROP TABLE ON kept.*',
    },
  },
  {
    name: 'the user that may do everything',
    users: () => usersOf(clickHouse, 'owner', 'owner'),
    problems: {
      LOGYARD_CLICKHOUSE_SEARCHER: 'it must not have the right INSERT ON messages',
      LOGYARD_CLICKHOUSE_KEEPER: 'it must not have the right INSERT ON messages',
    },
  },
]

test.each(UNUSABLE)('the log names the setting and the reason for $name', async ({ users, problems }) => {
  await using started = await startEngine(users())
  const { engine, logged } = started
  const found = () => logged().flatMap(({ msg, setting, reason }) => (msg === CANNOT ? [[setting, reason]] : []))
  await expect.poll(() => Object.fromEntries(found()), WITHIN).toEqual(problems)
  expect(JSON.stringify(logged())).not.toContain('zqwrong')
  expect(engine.state()).toBe('up')
})

test('a search whose user cannot sign in fails, and does not run as another user', async () => {
  await using started = await startEngine({ ...usersOf(), [SEARCHER.name]: { username: 'nobody', password: 'x' } })
  expect(await codeOf(started.engine.searchClient.read({ query: sql`SELECT count() FROM messages` }))).toBe('516')
})

async function searchAs(users?: ClusterAddress['users']) {
  await using started = await startEngine(users)
  const { searchClient, keepClient } = started.engine
  const sent = clickHouse.statements.length
  const count = sql`SELECT count() FROM messages`
  const drop = sql`DROP TABLE IF EXISTS kept.absent`
  await keepClient.command({ query: sql`CREATE DATABASE IF NOT EXISTS kept ENGINE = Memory` }).catch(() => undefined)
  await searchClient.query({ query: count, format: 'JSONEachRow' })
  await keepClient.command({ query: drop }).catch(() => undefined)
  const of = ({ text }: Sql) => clickHouse.statements.slice(sent).find((statement) => statement.text.startsWith(text))
  return { search: of(count), drop: of(drop), logged: started.logged() }
}

test('with the settings, searches and their caches run as their users', async () => {
  const { search, drop, logged } = await searchAs(usersOf())
  expect([search?.user, drop?.user]).toEqual(['logyard_searcher', 'logyard_keeper'])
  expect(search?.settings.get('readonly')).toBeNull()
  expect(JSON.stringify(logged)).not.toContain('LOGYARD_CLICKHOUSE_URL')
})

test('without the settings, searches run as the user of the address, read-only, and the log says so', async () => {
  const { search, drop, logged } = await searchAs()
  expect([search?.user, drop?.user]).toEqual(['logyard', 'logyard'])
  expect([search?.settings.get('readonly'), search?.settings.get('allow_ddl')]).toEqual(['2', '0'])
  expect(drop?.settings.get('readonly')).toBeNull()
  expect(logged).toContainEqual(
    expect.objectContaining({
      level: WARNING,
      msg: 'searches run as the user of LOGYARD_CLICKHOUSE_URL, read-only by settings',
      missing: ['LOGYARD_CLICKHOUSE_SEARCHER', 'LOGYARD_CLICKHOUSE_KEEPER'],
    }),
  )
})

test.each([SEARCHER, KEEPER])('a statement of the $name ends when it is cancelled', async ({ name }) => {
  const client = createEngineClient({ url: clickHouse.url, users: usersOf() }, { user: name })
  await using _closed = { [Symbol.asyncDispose]: () => client.close() }
  const running = async () =>
    Number(await clickHouse.execute(`SELECT count() FROM system.processes WHERE user = 'logyard_${name}'`))
  const cancel = new AbortController()
  // It writes nothing meanwhile, so ClickHouse does not notice by itself that the client is gone.
  const query = sql`SELECT sum(number + sleepEachRow(1)) FROM numbers(50) SETTINGS max_block_size = 1`
  const asked = codeOf(client.command({ query, abort_signal: cancel.signal }))
  await expect.poll(running, WITHIN).toBe(1)
  cancel.abort()
  await asked
  await expect.poll(running, { timeout: 30_000 }).toBe(0)
})

test('the user of the address rewrites the messages of an earlier version, and searches see all of them meanwhile', async () => {
  await using external = await startExternalClickHouse()
  await using folder = await temporaryFolder()
  const cluster = { url: external.url, users: usersOf(external) }
  const old = [...oddMessages('web_0'), ...oddMessages('gone_3')]
  await fillOldFolder(folder.path, old, { cluster })
  await using engine = await startOnFolder(folder.path, { cluster })
  await using logyard = await startRewriting(engine, folder.path)
  const found = async (table: Sql) =>
    Number(await engine.searchClient.command({ query: sql`SELECT count() FROM ${table}` }))
  const told = async () => (await logyard.messages.page(1)).messages.map(({ content }) => content)
  while ((await told()).length === 0) expect(await found(sql`all_messages`)).toBe(old.length)
  expect(await told()).toContain('All messages of the earlier version are rewritten.')
  expect(await found(sql`messages`)).toBe(old.length)
})
