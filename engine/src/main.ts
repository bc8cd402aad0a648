/**
 * The engine process: libchdb behind ClickHouse's HTTP interface on a unix socket. The parent process keeps its stdin
 * open, reads one line of JSON from its stdout once it listens, and sends SIGTERM to stop it.
 */
import { chmod, mkdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine } from './engine.ts'
import { createEngineHttp } from './engine-http.ts'
import { type EngineOptions, readEngineOptions, USAGE } from './engine-options.ts'
import { healthSocket, serveHealth } from './health.ts'
import { watchMergePriority } from './merge-priority.ts'
import { DataFolderRefused, openSessionPool } from './session-pool.ts'

const EXIT = { usage: 2, dataFolder: 3, socket: 4, fault: 70 } as const

/** Threads beyond one per session: the control session, the watcher's session, and Node's files and compression. */
const SPARE_THREADS = 4

process.umask(0o077)
// libchdb reads it when it opens: times without a zone are UTC, whatever the machine's zone is.
process.env['TZ'] = 'UTC'
let options: EngineOptions
try {
  options = readEngineOptions(process.argv.slice(2))
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)
  if (threads < options.sessions + SPARE_THREADS) {
    throw new Error(`UV_THREADPOOL_SIZE must be at least ${options.sessions + SPARE_THREADS}, it is ${threads}`)
  }
} catch (error) {
  fail(EXIT.usage, `${messageOf(error)}\n${USAGE}`)
}

try {
  await serve(options)
} catch (error) {
  fail(error instanceof DataFolderRefused ? EXIT.dataFolder : EXIT.fault, messageOf(error))
}

async function serve({ socket, data, drainSeconds, ...limits }: EngineOptions) {
  await mkdir(data, { recursive: true })
  if (await answers(socket)) fail(EXIT.socket, `Another process listens on ${socket}`)
  const pool = await openSessionPool({ socket, data, drainSeconds, ...limits })
  const engine = await createEngine(pool, limits.roles)
  const leaving = new AbortController()
  const watching = watchMergePriority(pool.watcher, leaving.signal)
  const server = createEngineHttp(engine)
  const health = await serveHealth(healthSocket(data))

  // Only now: the lock on the data folder proves that the file was left by a dead engine.
  await rm(socket, { force: true })
  server.listen(socket, async () => {
    await chmod(socket, 0o600)
    process.stdout.write(`${JSON.stringify({ listening: socket, version: engine.version })}\n`)
  })
  server.on('error', (error) => fail(EXIT.socket, error.message))

  let stopping = false
  async function stop() {
    if (stopping) return
    stopping = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    // From here on nothing may keep the process alive: a crash is safe, but a data folder must not stay locked.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), drainSeconds * 1000 + 4000).unref()
    await Promise.race([closed, sleep(drainSeconds * 1000)])
    engine.stop()
    await Promise.race([closed, sleep(1000)])
    server.closeAllConnections()
    await closed
    leaving.abort()
    await watching
    await health[Symbol.asyncDispose]()
    await pool[Symbol.asyncDispose]()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.stdin.on('end', stop).on('error', stop).resume()
}

async function answers(socket: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const probe = connect(socket)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function fail(code: number, message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
