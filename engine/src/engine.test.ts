/** The engine as its parent sees it: a process, a file with its passwords, and ClickHouse's HTTP interface. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type EngineAccess, readAccess } from './engine-access.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const USERS = [
  {
    name: 'reader',
    grants: ['SELECT ON default.t'],
    settings: { readonly: '2' },
    limits: { max_memory_usage: '1000000000' },
  },
]

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'engine-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

function spawnEngine(args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--experimental-ffi', '--disable-warning=ExperimentalWarning', MAIN, ...args])
}

async function startEngine(data: string) {
  const child = spawnEngine(['--data', data, '--users', JSON.stringify(USERS)])
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(child.stdout, 'data'), ended])
  expect(String(line)).toBe('listening\n')
  const access = readAccess(data, child.pid ?? 0)
  return {
    child,
    access,
    ended,
    ask: (sql: string, user?: string) => ask(access, sql, user),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function ask({ port, passwords }: EngineAccess, sql: string, user = 'owner'): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${user}:${passwords[user] ?? ''}`).toString('base64')}`
  const headers = user === '' ? {} : { authorization }
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: sql, headers })
  const answer = (await response.text()).trim()
  return response.ok ? answer : (/^Code: \d+/.exec(answer)?.[0] ?? answer)
}

test('only users with their password get an answer, and only on this machine', async () => {
  await using folder = await temporaryFolder()
  await using engine = await startEngine(folder.path)
  expect(await engine.ask('SELECT currentUser()')).toBe('owner')
  expect(await engine.ask('SELECT currentUser()', 'reader')).toBe('reader')
  // The process itself holds the only session of the user without a password.
  expect(await engine.ask('SELECT 1', '')).toBe('Code: 700')
  expect(await engine.ask('SELECT 1', 'default')).toBe('Code: 700')
  expect(await engine.ask('SELECT 1', 'nobody')).toBe('Code: 516')
  const wrong = { port: engine.access.port, passwords: { owner: 'guessed', reader: '' } }
  expect(await ask(wrong, 'SELECT 1')).toBe('Code: 516')
  expect(await ask(wrong, 'SELECT 1', 'reader')).toBe('Code: 516')
  const outside = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  for (const { address, internal, family } of outside) {
    if (internal || family !== 'IPv4') continue
    await expect(fetch(`http://${address}:${engine.access.port}/ping`)).rejects.toThrow('fetch failed')
  }
})

test('passwords differ at each start, and only the user of the process may read them', async () => {
  await using folder = await temporaryFolder()
  const seen = new Set<string>()
  for (let start = 0; start < 2; start += 1) {
    await using engine = await startEngine(folder.path)
    for (const password of Object.values(engine.access.passwords)) seen.add(password)
    const own = `process-${engine.child.pid}`
    // The folder of the killed process before it has been removed.
    expect((await readdir(folder.path)).sort()).toEqual([own, 'store'])
    for (const name of await readdir(join(folder.path, own))) {
      expect((await stat(join(folder.path, own, name))).mode & 0o777).toBe(0o600)
    }
    expect((await stat(join(folder.path, own))).mode & 0o777).toBe(0o700)
  }
  expect(seen.size).toBe(4)
})

test('a limited user reads what is granted, and neither changes anything nor lifts a limit', async () => {
  await using folder = await temporaryFolder()
  await using engine = await startEngine(folder.path)
  await engine.ask('CREATE TABLE t (a UInt8) ORDER BY a')
  await engine.ask('CREATE TABLE secret (a UInt8) ORDER BY a')
  await engine.ask('INSERT INTO t VALUES (7)')
  expect(await engine.ask('SELECT a FROM t', 'reader')).toBe('7')
  for (const refused of [
    'SELECT a FROM secret',
    'INSERT INTO t VALUES (8)',
    'CREATE TABLE mine (a UInt8) ENGINE = Memory',
    'DROP TABLE t',
    "SELECT * FROM file('/etc/passwd', 'LineAsString', 's String')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM url('http://127.0.0.1/', 'LineAsString', 's String')",
    "SELECT * FROM executable('ls', 'LineAsString', 's String')",
    'SELECT * FROM system.users',
  ]) {
    expect({ refused, answer: await engine.ask(refused, 'reader') }).toEqual({ refused, answer: 'Code: 497' })
  }
  expect(await engine.ask('SELECT 1 SETTINGS max_memory_usage = 2000000000', 'reader')).toBe('Code: 452')
  expect(await engine.ask('SET readonly = 0', 'reader')).toBe('Code: 164')
})

test('the process ends with its parent, and starts again with all rows after it was killed', async () => {
  await using folder = await temporaryFolder()
  {
    await using engine = await startEngine(folder.path)
    await engine.ask('CREATE TABLE t (a UInt64) ORDER BY a')
    await engine.ask('INSERT INTO t SELECT number FROM numbers(100000)')
    engine.child.kill('SIGKILL')
    await engine.ended
  }
  await using engine = await startEngine(folder.path)
  expect(await engine.ask('SELECT count() FROM t')).toBe('100000')
  engine.child.stdin.end()
  expect(await engine.ended).toEqual([0, null])
})

test('a second process on the folder is refused, and the first goes on', async () => {
  await using folder = await temporaryFolder()
  await using first = await startEngine(folder.path)
  const second = spawnEngine(['--data', folder.path])
  expect(await text(second.stderr)).toContain('Another server instance in same directory is already running')
  expect(await text(second.stdout)).toBe('')
  expect(await first.ask('SELECT 1')).toBe('1')
})

test('a damaged folder ends the process with the reason', async () => {
  await using folder = await temporaryFolder()
  {
    await using engine = await startEngine(folder.path)
    await engine.ask('CREATE TABLE t (a UInt8) ORDER BY a')
  }
  const files = await readdir(folder.path, { recursive: true })
  await writeFile(join(folder.path, files.find((file) => file.endsWith('/t.sql')) ?? ''), 'not SQL')
  const damaged = spawnEngine(['--data', folder.path])
  expect(await text(damaged.stderr)).toContain('Cannot parse definition')
})

test('wrong options end the process with the reason', async () => {
  await using folder = await temporaryFolder()
  for (const [args, reason] of [
    [[], '--data is needed'],
    [['--data', folder.path, '--max-memory-bytes', '0'], '--max-memory-bytes must be a whole number'],
    [['--data', folder.path, '--users', '[{"name":"<owner>"}]'], '--users are no users'],
    [['--data', folder.path, '--nonsense'], "Unknown option '--nonsense'"],
  ] as const) {
    const child = spawnEngine(args)
    const ended = once(child, 'exit')
    expect(await text(child.stderr)).toContain(reason)
    expect(await ended).toEqual([2, null])
  }
})
