import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { healthSocket } from '@logyard/engine/health'
import { ALLOCATOR_ENV } from '../../platform/allocator-env.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { standsStillMs } from './engine-health.ts'
import { ENGINE_ROLES } from './engine-roles.ts'
import { logEngineStderr } from './engine-stderr.ts'

/** What the process runs. */
export const ENGINE_PROGRAM: readonly string[] = [fileURLToPath(import.meta.resolve('@logyard/engine/main'))]
const SESSIONS = 12
/** A session of the engine blocks a thread of its pool while it runs; see the README of the package. */
const THREADS = SESSIONS + 8

/** Without a background thread, the engine's allocator returns no memory while nothing is allocated. */
const ENGINE_ALLOCATOR = 'background_thread:true,dirty_decay_ms:200,muzzy_decay_ms:0'

const START_LIMIT_MS = 60_000
const HEALTH_EVERY_MS = 2000
const HEALTH_TIMEOUT_MS = 3000
const FAILED_CHECKS_ALLOWED = 3
/** Longer than any statement may take: a process that is blocked for that long will not recover. */
const STANDSTILL_LIMIT_MS = 120_000
/** A blocked main thread is logged from this duration on. */
const BUSY_MS = 3000
const STOP_LIMIT_MS = 9000
const FIRST_BACKOFF_MS = 50
const MAX_BACKOFF_MS = 10_000
/** After a process that had listened: whatever ended it, the engine should be up again within 2 s. */
const PAUSE_AFTER_UP_MS = 250

export type EngineProcess = AsyncDisposable & { readonly pid: () => number | undefined }

/**
 * Keeps one engine process running on the data folder until disposed: starts it, checks that it answers, and restarts
 * it after increasing pauses. Calls `onUp` each time it starts to listen, and `onDown` each time it stops.
 */
export function createEngineProcess(options: {
  dataFolder: string
  socket: string
  program: readonly string[]
  standstillLimitMs?: number
  log: Log
  clock: Clock
  onStarting(): void
  onUp(): void
  onDown(): void
}): EngineProcess {
  const { log, clock, standstillLimitMs = STANDSTILL_LIMIT_MS } = options
  const stopping = new AbortController()
  let child: ChildProcess | undefined

  async function keepRunning() {
    let failures = 0
    while (!stopping.signal.aborted) {
      options.onStarting()
      const wasUp = await runOnce()
      if (stopping.signal.aborted) return
      failures = wasUp ? 0 : failures + 1
      const pauseMs = wasUp ? PAUSE_AFTER_UP_MS : Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures)
      log.warn({ failures, pauseMs }, 'engine will be started again')
      await clock.sleep(pauseMs, stopping.signal).catch(() => undefined)
    }
  }

  /** Runs the process from its start to its end; answers whether it listened. */
  async function runOnce(): Promise<boolean> {
    const args = Object.entries({
      socket: options.socket,
      data: options.dataFolder,
      sessions: String(SESSIONS),
      roles: JSON.stringify(ENGINE_ROLES),
    }).flatMap(([name, value]) => [`--${name}`, value])
    const running = spawn(process.execPath, [...options.program, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      // Our own environment contains secrets and is not passed on. mkfifo needs the path.
      env: {
        UV_THREADPOOL_SIZE: String(THREADS),
        PATH: '/usr/local/bin:/usr/bin:/bin',
        ...ALLOCATOR_ENV,
        JE_MALLOC_CONF: ENGINE_ALLOCATOR,
      },
    })
    child = running
    const ended = new Promise<void>((resolve) => {
      running.once('exit', (code, signal) => {
        log[stopping.signal.aborted ? 'info' : 'error']({ code, signal }, 'engine ended')
        resolve()
      })
      running.once('error', (error) => {
        log.error({ err: error }, 'engine could not be started')
        resolve()
      })
    })
    // The pipe only tells the engine that the server is running; it may break at any moment.
    running.stdin.on('error', () => undefined)
    logEngineStderr(running.stderr, log, clock)
    const life = new AbortController()
    try {
      const lines = createInterface({ input: running.stdout })
      const listening = once(lines, 'line', { signal: life.signal }).then(() => 'listening' as const)
      const tooLate = clock.sleep(START_LIMIT_MS, life.signal).then(() => 'too late' as const)
      for (const promise of [listening, tooLate]) promise.catch(() => undefined)
      const outcome = await Promise.race([listening, tooLate, ended])
      if (outcome === 'too late') {
        log.error({ limitMs: START_LIMIT_MS }, 'engine did not listen in time')
        running.kill('SIGKILL')
      }
      if (outcome === 'listening') {
        log.info({ pid: running.pid }, 'engine listens')
        options.onUp()
        void watchHealth(running, life.signal)
      }
      await ended
      return outcome === 'listening'
    } finally {
      life.abort()
      child = undefined
      options.onDown()
    }
  }

  /** Kills a process that does not answer. A busy process is left alone for as long as a statement may take. */
  async function watchHealth(running: ChildProcess, signal: AbortSignal) {
    const socket = healthSocket(options.dataFolder)
    let failed = 0
    let wasBusy = false
    while (failed < FAILED_CHECKS_ALLOWED) {
      await clock.sleep(HEALTH_EVERY_MS, signal).catch(() => undefined)
      const busyMs = await standsStillMs(socket, HEALTH_TIMEOUT_MS)
      if (signal.aborted) return
      failed = busyMs === undefined ? failed + 1 : 0
      if (busyMs === undefined) continue
      if (busyMs > standstillLimitMs) {
        log.error({ busyMs, limitMs: standstillLimitMs }, 'engine stands still and is killed')
        running.kill('SIGKILL')
        return
      }
      if (busyMs > BUSY_MS && !wasBusy) log.warn({ busyMs }, 'engine is busy and takes no requests')
      wasBusy = busyMs > BUSY_MS
    }
    log.error({ failed }, 'engine does not answer and is killed')
    running.kill('SIGKILL')
  }

  const kept = keepRunning()
  return {
    pid: () => child?.pid,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const running = child
      running?.kill('SIGTERM')
      const patience = new AbortController()
      const limit = clock.sleep(STOP_LIMIT_MS, patience.signal).then(
        () => running?.kill('SIGKILL'),
        () => undefined,
      )
      await kept
      patience.abort()
      await limit
    },
  }
}
