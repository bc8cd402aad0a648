import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_PASSWORD, SERVER_PROGRAM, type ServerProcess, startServer } from './testing/server-process.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const PRINTED_PASSWORD = /with the password (\S{16,})/
const isLinux = process.platform === 'linux'

/** Tests that change nothing share this server. The last test ends it. */
let shared: ServerProcess
beforeAll(async () => {
  shared = await startServer()
})
afterAll(() => shared?.[Symbol.asyncDispose]())

test('it prints its address, and serves the console and the API there', async () => {
  const ping = await fetch(`${shared.url}api/`, { headers: { accept: 'application/json' } })
  expect(await ping.json()).toMatchObject({ tagline: expect.any(String), version: expect.any(String) })
  const page = await fetch(`${shared.url}system/users`, { headers: { accept: 'text/html' } })
  expect(page.headers.get('content-type')).toContain('text/html')
})

test('the generated password of admin is printed at each start until the first sign-in', async () => {
  await using folder = await temporaryFolder()
  const options = { dataFolder: folder.path, env: { LOGYARD_ADMIN_PASSWORD: '' } }
  const file = join(folder.path, 'initial-password')
  const first = await startServer(options)
  await expect.poll(() => first.output()).toMatch(PRINTED_PASSWORD)
  const password = PRINTED_PASSWORD.exec(first.output())?.[1] ?? ''
  expect((await stat(file)).mode & 0o077).toBe(0)
  await first.end('SIGTERM')

  const second = await startServer(options)
  await expect.poll(() => second.output()).toContain(`with the password ${password}`)
  expect(await signIn(second.url, 'wrong')).toBe(401)
  expect(existsSync(file)).toBe(true)
  expect(await signIn(second.url, password)).toBe(200)
  expect(existsSync(file)).toBe(false)
  await second.end('SIGTERM')

  await using third = await startServer(options)
  expect(await signIn(third.url, password)).toBe(200)
  expect(third.output()).not.toContain('password')
})

test('the log goes to a file in the data folder if the settings say so, and SIGINT ends it cleanly, too', async () => {
  await using server = await startServer({ env: { LOGYARD_LOG: 'file' } })
  const path = join(server.dataFolder, 'log', 'logyard.log')
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8')).toContain('"msg"')
  expect(server.output().trim()).toBe(`Logyard is ready: ${server.url}`)
  await expectCleanEnd(server, 'SIGINT')
})

test('a profile of the bundled server names source files', async () => {
  const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
  const headers = { authorization, accept: 'text/plain' }
  let isProfiling = true
  const answer = fetch(`${shared.url}api/system/threaddump?profile_seconds=1`, { headers }).finally(() => {
    isProfiling = false
  })
  // The profile of an idle server may have no function of its own.
  while (isProfiling) await (await fetch(`${shared.url}api/system/metrics`, { headers })).text()
  expect(await (await answer).text()).toMatch(/ server\/src\/\S+\.ts \(server\/dist\/\S+\.mjs:\d+\)/)
})

test('an administrator shuts the node down over the API', async () => {
  await using server = await startServer()
  const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
  const shutdown = { method: 'POST', headers: { authorization, 'x-requested-by': 'test' } }
  const answer = await fetch(`${server.url}api/system/shutdown/shutdown`, shutdown)
  expect(answer.status).toBe(202)
  const status = await fetch(`${server.url}api/system/lbstatus`)
  expect([status.status, await status.text()]).toEqual([503, 'DEAD'])
  expect(await server.ended).toBe(0)
})

test('a data folder in use by another instance is refused and named', async () => {
  const second = await runToItsEnd({ LOGYARD_DATA: shared.dataFolder, LOGYARD_LISTEN: '127.0.0.1:0' })
  expect(second.code).toBe(1)
  expect(second.output).toContain(shared.dataFolder)
  const ping = await fetch(`${shared.url}api/`, { headers: { accept: 'application/json' } })
  expect(ping.status).toBe(200)
})

test('a port in use is reported in one sentence with the remedy, and nothing is stored', async () => {
  const { host, port } = new URL(shared.url)
  await using folder = await temporaryFolder()
  const second = await runToItsEnd({ LOGYARD_DATA: folder.path, LOGYARD_LISTEN: host })
  expect(second.code).toBe(1)
  expect(second.output).toMatch(
    new RegExp(`^Port ${port} is used by another program. Start with LOGYARD_LISTEN=127.0.0.1:\\d+\n$`),
  )
  expect(readdirSync(folder.path)).toEqual(['lock'])
})

test('a misspelt setting stops the start and is named', async () => {
  const { code, output } = await runToItsEnd({ LOGYARD_LISEN: '127.0.0.1:0' })
  expect(code).toBe(1)
  expect(output).toContain('LOGYARD_LISEN: unknown setting')
})

test('other users of the machine cannot read the data folder', async () => {
  const { mode } = await stat(shared.dataFolder)
  expect((mode & 0o077).toString(8)).toBe('0')
})

test('SIGTERM ends it cleanly with all its processes', () => expectCleanEnd(shared, 'SIGTERM'))

async function expectCleanEnd(server: ServerProcess, signal: NodeJS.Signals): Promise<void> {
  const children = isLinux ? childrenOf(server.pid) : []
  expect(await server.end(signal)).toBe(0)
  for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
}

async function signIn(url: string, password: string): Promise<number> {
  const body = JSON.stringify({ username: 'admin', password })
  const headers = { 'content-type': 'application/json', 'x-requested-by': 'test' }
  return (await fetch(`${url}api/system/sessions`, { method: 'POST', headers, body })).status
}

function childrenOf(pid: number): readonly number[] {
  const tasks = readdirSync(`/proc/${pid}/task`)
  return tasks
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
    .filter((child) => child.trim() !== '')
    .map(Number)
}

async function runToItsEnd(env: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [SERVER_PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { code, output }
}
