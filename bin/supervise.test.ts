/** `npm start` as a user runs it: a supervisor, which starts the server again when it ends unexpectedly. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../server/src/testing/free-port.ts'
import { rounds } from '../server/src/testing/rounds.ts'
import { ADMIN_PASSWORD } from '../server/src/testing/server-process.ts'
import { temporaryFolder } from '../server/src/testing/temporary-folder.ts'

const root = join(import.meta.dirname, '..')
const KILLS = rounds(1, 20)
/** The supervisor restarts a server that ran for this long at once, and one that ended earlier after a second. */
const STEADY_MS = rounds(0, 10_500)
const SENT_BEFORE_KILL = 200
const PER_REQUEST = 10
const headers = {
  authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
  'content-type': 'application/json',
  'x-requested-by': 'test',
}

interface Supervised extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  output(): string
  readonly ended: Promise<number | null>
  /** The process id of the server, which changes with each start. */
  serverPid(): number
}

async function npmStart(env: Readonly<Record<string, string>>): Promise<Supervised> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'bin', 'logyard.mjs'), 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      LOGYARD_LISTEN: `127.0.0.1:${port}`,
      LOGYARD_ADMIN_PASSWORD: ADMIN_PASSWORD,
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const pid = child.pid ?? 0
  return {
    url: `http://127.0.0.1:${port}/`,
    pid,
    output: () => output,
    ended,
    serverPid: () => Number(childrenOf(pid)[0]),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const isAlive = (url: string): Promise<boolean> =>
  fetch(`${url}api/system/lbstatus`, { signal: AbortSignal.timeout(1000) }).then(
    (answer) => answer.ok,
    () => false,
  )

const whenAlive = ({ url }: Supervised) =>
  vi.waitFor(async () => expect(await isAlive(url)).toBe(true), { timeout: 60_000, interval: 20 })

async function call(server: Supervised, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${server.url}api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

async function createInput(server: Supervised, port: number): Promise<string> {
  const type = 'org.graylog2.inputs.gelf.http.GELFHttpInput'
  const configuration = { bind_address: '127.0.0.1', port }
  const answer = await call(server, 'POST', 'system/inputs', { title: 'Shop', type, global: true, configuration })
  const { id }: { id: string } = JSON.parse(await answer.text())
  return id
}

const inputState = async (server: Supervised, id: string) => {
  const answer = await call(server, 'GET', `system/inputstates/${id}`)
  if (!answer.ok) return undefined
  const { state, detailed_message }: { state: string; detailed_message: string | null } = JSON.parse(
    await answer.text(),
  )
  return { state, detailed_message }
}

/** Sends until it is stopped, and adds the numbers that were acknowledged. */
async function sendNumbers(port: number, acknowledged: number[], signal: AbortSignal): Promise<void> {
  for (let n = 1; !signal.aborted; n += PER_REQUEST) {
    const numbers = Array.from({ length: PER_REQUEST }, (_, index) => n + index)
    const body = numbers.map((number) => JSON.stringify({ host: 'shop', short_message: 'sold', _n: number })).join('\n')
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body })
      await answer.arrayBuffer()
      if (answer.status === 202) acknowledged.push(...numbers)
    } catch {
      // Nobody listens while the server is away.
    }
    await setTimeout(10)
  }
}

async function storedNumbers(server: Supervised): Promise<readonly number[]> {
  const body = { fields_in_order: ['n'], timerange: { type: 'relative', range: 3600 } }
  const answer = await fetch(`${server.url}api/views/search/messages`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/csv' },
    body: JSON.stringify(body),
  })
  const [, ...lines] = (await answer.text()).trim().split('\n')
  return lines.map((line) => Number(line.replaceAll('"', '')))
}

/** Starts a server before the tests of a block, which share it. The last test ends it. */
function sharedServer(): () => Supervised {
  const started = new AsyncDisposableStack()
  let server: Supervised
  beforeAll(async () => {
    const folder = started.use(await temporaryFolder())
    server = started.use(await npmStart({ LOGYARD_DATA: folder.path }))
    await whenAlive(server)
  })
  afterAll(() => started.disposeAsync())
  return () => server
}

test('a wrong setting ends the start', async () => {
  await using folder = await temporaryFolder()
  const refused = await npmStart({ LOGYARD_DATA: folder.path, LOGYARD_JOURNAL_MB: 'large' })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('LOGYARD_JOURNAL_MB')
  expect(refused.output()).not.toContain('starts again')
}, 120_000)

describe('a server that receives messages', () => {
  const shared = sharedServer()

  test(
    `a server that is killed ${KILLS} times is back, and has stored each acknowledged message once`,
    async () => {
      const server = shared()
      const port = await freePort()
      await createInput(server, port)
      const stopping = new AbortController()
      const acknowledged: number[] = []
      const sending = sendNumbers(port, acknowledged, stopping.signal)
      const tookMs: number[] = []
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = acknowledged.length
        await expect.poll(() => acknowledged.length - before, { interval: 5 }).toBeGreaterThan(SENT_BEFORE_KILL)
        await setTimeout(STEADY_MS)
        const killedAtMs = performance.now()
        process.kill(server.serverPid(), 'SIGKILL')
        await expect.poll(() => isAlive(server.url), { interval: 5 }).toBe(false)
        await whenAlive(server)
        tookMs.push(Math.round(performance.now() - killedAtMs))
      }
      console.log(`back after ${tookMs.sort((a, b) => a - b).join(', ')} ms`)
      const state = await (await call(server, 'GET', 'system/notifications')).json()
      expect(JSON.stringify(state)).toContain('server_restarted')
      stopping.abort()
      await sending
      const missing = async () => {
        const stored = new Set(await storedNumbers(server))
        return acknowledged.filter((n) => !stored.has(n)).length
      }
      await expect.poll(missing, { timeout: 60_000, interval: 500 }).toBe(0)
      const stored = await storedNumbers(server)
      expect(stored.length).toBe(new Set(stored).size)
    },
    KILLS * 60_000 + 60_000,
  )

  test('a stop ends all processes', async () => {
    const server = shared()
    const pids = [server.serverPid(), ...childrenOf(server.serverPid())]
    process.kill(server.pid, 'SIGTERM')
    expect(await server.ended).toBe(0)
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  }, 120_000)
})

describe('a server with an input', () => {
  const shared = sharedServer()

  test('an input at whose start the server ends twice is skipped with the reason, and can start again', async () => {
    const server = shared()
    const id = await createInput(server, await freePort())
    const isRunning = async () => (await inputState(server, id))?.state === 'RUNNING'
    for (let end = 0; end < 2; end += 1) {
      // An input counts as starting until it has run for five seconds.
      await expect.poll(isRunning, { timeout: 60_000, interval: 20 }).toBe(true)
      const pid = server.serverPid()
      process.kill(pid, 'SIGABRT')
      await expect.poll(() => server.serverPid() !== pid && isAlive(server.url), { timeout: 60_000 }).toBe(true)
    }
    await expect
      .poll(() => inputState(server, id), { timeout: 60_000 })
      .toEqual({
        state: 'FAILED',
        detailed_message: expect.stringContaining('the server ended twice within a minute'),
      })
    await call(server, 'PUT', `system/inputstates/${id}`)
    await expect.poll(isRunning, { timeout: 60_000 }).toBe(true)
    expect(server.output()).toContain('Logyard ended unexpectedly (it was ended by SIGABRT')
  }, 240_000)

  test('the server ends with its supervisor', async () => {
    const server = shared()
    const pids = [server.serverPid(), ...childrenOf(server.serverPid())]
    process.kill(server.pid, 'SIGKILL')
    await server.ended
    const left = () =>
      pids.filter((pid) => {
        try {
          return process.kill(pid, 0)
        } catch {
          return false
        }
      })
    await expect.poll(left, { timeout: 60_000 }).toEqual([])
  }, 120_000)
})
