import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createEngineTestClient, startEngine, temporaryFolder } from './testing/start-engine.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

async function runMain(args: readonly string[], env: Record<string, string> = { UV_THREADPOOL_SIZE: '16' }) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const [code] = await once(child, 'close')
  return { code, errors }
}

test('an engine killed during inserts has every acknowledged row after a restart', async () => {
  await using folder = await temporaryFolder()
  let acknowledged = 0
  for (let round = 0; round < 3; round += 1) {
    await using engine = await startEngine(folder.path)
    const { client } = engine
    await client.command({ query: 'CREATE TABLE IF NOT EXISTS kept (id UInt64, text String) ORDER BY id' })
    const found = await client.query({
      query: 'SELECT uniqExact(id) AS n FROM kept WHERE id < {next:UInt64}',
      query_params: { next: acknowledged },
      format: 'JSONEachRow',
    })
    expect(await found.json()).toEqual([{ n: acknowledged }])
    const stopAt = acknowledged + 20_000
    const exited = engine.exited()
    while (engine.child.signalCode === null) {
      const values = Array.from({ length: 1000 }, (_, at) => ({ id: acknowledged + at, text: 'x'.repeat(100) }))
      const inserted = client.insert({ table: 'kept', values, format: 'JSONEachRow' })
      if (acknowledged >= stopAt) engine.child.kill('SIGKILL')
      const isAcknowledged = await inserted.then(
        () => true,
        () => false,
      )
      if (isAcknowledged) acknowledged += values.length
      else await exited
    }
  }
  await using engine = await startEngine(folder.path)
  const result = await engine.client.query({
    query: 'SELECT uniqExact(id) AS n, max(length(text)) AS size FROM kept',
    format: 'JSONEachRow',
  })
  const [row] = await result.json<{ n: number; size: number }>()
  expect(row?.n).toBeGreaterThanOrEqual(acknowledged)
  expect(row?.size).toBe(100)
})

test('SIGTERM lets running statements finish, refuses new connections and leaves no socket', async () => {
  await using folder = await temporaryFolder()
  await using engine = await startEngine(folder.path)
  const running = engine.client
    .query({ query: 'SELECT sleep(1) AS n', format: 'JSONEachRow' })
    .then((result) => result.json())
  const other = createEngineTestClient(engine.socket)
  await expect
    .poll(async () =>
      (
        await other.query({
          query: "SELECT 1 FROM system.processes WHERE query LIKE '%sleep(1)%' AND query NOT LIKE '%processes%'",
          format: 'JSONEachRow',
        })
      ).text(),
    )
    .not.toBe('')
  engine.child.kill('SIGTERM')
  expect(await running).toEqual([{ n: 0 }])
  expect(await engine.exited()).toEqual({ code: 0, signal: null })
  expect(await other.ping()).toMatchObject({ success: false })
  await other.close()
  await expect(stat(engine.socket)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a statement that outlasts the stop is cancelled', async () => {
  await using folder = await temporaryFolder()
  await using engine = await startEngine(folder.path, ['--drain-seconds', '0'])
  const running = engine.client.query({
    query: 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1',
  })
  running.catch(() => undefined)
  const other = createEngineTestClient(engine.socket)
  await expect
    .poll(async () =>
      (await other.query({ query: 'SELECT count() AS n FROM system.processes', format: 'JSONEachRow' })).json(),
    )
    .toEqual([{ n: 2 }])
  await other.close()
  engine.child.kill('SIGTERM')
  await expect(running).rejects.toThrow()
  expect(await engine.exited()).toEqual({ code: 0, signal: null })
})

test('the engine stops when its parent process ends', async () => {
  await using folder = await temporaryFolder()
  await using engine = await startEngine(folder.path)
  engine.child.stdin?.end()
  expect(await engine.exited()).toEqual({ code: 0, signal: null })
})

test('a second engine cannot use the data folder, and the socket of the first one remains', async () => {
  await using folder = await temporaryFolder()
  await using engine = await startEngine(folder.path)
  const socket = join(folder.path, 'second.sock')
  expect(await runMain(['--socket', socket, '--data', folder.path])).toMatchObject({
    code: 3,
    errors: expect.stringContaining('in use by another engine'),
  })
  await using elsewhere = await temporaryFolder()
  expect(await runMain(['--socket', engine.socket, '--data', elsewhere.path])).toMatchObject({
    code: 4,
    errors: expect.stringContaining('Another process listens'),
  })
  expect(await engine.client.ping({ select: true })).toEqual({ success: true })
})

test('the socket file of a dead engine is replaced by one that only its owner can use', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'engine.sock'), '')
  await using engine = await startEngine(folder.path)
  expect((await stat(engine.socket)).mode & 0o777).toBe(0o600)
})

test.each([
  { args: ['--socket', '/nowhere/x'], says: '--socket and --data are needed' },
  { args: ['--socket', 's', '--data', 'd', '--sessions', 'many'], says: "not 'many'" },
  { args: ['--socket', 's', '--data', 'd', '--sessions', '2', '--reserved', '2'], says: '--reserved must be less' },
  { args: ['--socket', 's', '--data', 'd', '--nonsense'], says: 'nonsense' },
  { args: ['--socket', 's', '--data', 'd', '--sessions', '40'], says: 'UV_THREADPOOL_SIZE must be at least 44' },
])('$args is refused with the reason and the usage', async ({ args, says }) => {
  const { code, errors } = await runMain(args)
  expect(code).toBe(2)
  expect(errors).toContain(says)
  expect(errors).toContain('usage:')
})
