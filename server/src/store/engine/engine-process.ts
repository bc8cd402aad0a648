import type { ChildProcess } from 'node:child_process'
import type { ColdPlace } from '@logyard/engine/cold-storage'
import { type EngineAccess, readAccess } from '@logyard/engine/engine-access'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { firstOutcome, START_LIMIT_MS, spawnEngine, untilEnded } from './engine-child.ts'
import { logEngineStderr } from './engine-stderr.ts'
import { watchPings } from './engine-watchdog.ts'

const STOP_LIMIT_MS = 9000
const FIRST_BACKOFF_MS = 50
const MAX_BACKOFF_MS = 10_000
/** After a process that had listened: whatever ended it, the engine should be up again within 2 s. */
const PAUSE_AFTER_UP_MS = 250

export type EngineProcess = AsyncDisposable & {
  readonly pid: () => number | undefined
  /** How to speak with the process, while it listens. */
  readonly access: () => EngineAccess | undefined
}

/**
 * Keeps one engine process running on the data folder until disposed: starts it, checks that it answers, and restarts
 * it after increasing pauses. Calls `onUp` each time it starts to listen, with a signal that aborts when it ends, and
 * `onDown` each time it stops.
 */
export function createEngineProcess(options: {
  dataFolder: string
  program: readonly string[]
  /** Where old messages go. */
  cold?: ColdPlace | undefined
  log: Log
  clock: Clock
  onStarting(): void
  onUp(pid: number, signal: AbortSignal): void
  onDown(): void
}): EngineProcess {
  const { log, clock } = options
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let access: EngineAccess | undefined

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
    const running = spawnEngine(options)
    child = running
    const ended = untilEnded(running, log, stopping.signal)
    logEngineStderr(running.stderr, log, clock)
    const life = new AbortController()
    try {
      const outcome = await firstOutcome(running, ended, clock, life.signal)
      if (outcome === 'too late') {
        log.error({ limitMs: START_LIMIT_MS }, 'engine did not listen in time')
        running.kill('SIGKILL')
      }
      if (outcome === 'listening' && running.pid !== undefined) {
        access = readAccess(options.dataFolder, running.pid)
        log.info({ pid: running.pid }, 'engine listens')
        options.onUp(running.pid, life.signal)
        void watchPings(running, { port: access.port, log, clock }, life.signal)
      }
      await ended
      return outcome === 'listening'
    } finally {
      life.abort()
      child = undefined
      access = undefined
      options.onDown()
    }
  }

  const running = keepRunning()
  return {
    pid: () => child?.pid,
    access: () => access,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const last = child
      last?.kill('SIGTERM')
      const patience = new AbortController()
      const limit = clock.sleep(STOP_LIMIT_MS, patience.signal).then(
        () => last?.kill('SIGKILL'),
        () => undefined,
      )
      await running
      patience.abort()
      await limit
    },
  }
}
