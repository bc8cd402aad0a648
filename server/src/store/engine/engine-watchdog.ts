import type { ChildProcess } from 'node:child_process'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { standsStillMs } from './engine-health.ts'

const HEALTH_EVERY_MS = 2000
const HEALTH_TIMEOUT_MS = 3000
const FAILED_CHECKS_ALLOWED = 3
/** Longer than any statement may take: a process that is blocked for that long will not recover. */
export const STANDSTILL_LIMIT_MS = 120_000
/** A blocked main thread is logged from this duration on. */
const BUSY_MS = 3000

interface WatchDeps {
  /** The socket on which the process answers health checks. */
  readonly socket: string
  readonly standstillLimitMs: number
  readonly log: Log
  readonly clock: Clock
}

/** Kills a process that does not answer. A busy process is left alone for as long as a statement may take. */
export async function watchHealth(
  running: ChildProcess,
  { socket, standstillLimitMs, log, clock }: WatchDeps,
  signal: AbortSignal,
): Promise<void> {
  let failed = 0
  let wasBusy = false
  while (failed < FAILED_CHECKS_ALLOWED) {
    await clock.sleep(HEALTH_EVERY_MS, signal).catch(() => undefined)
    const busyMs = await standsStillMs(socket, HEALTH_TIMEOUT_MS)
    if (signal.aborted) return
    failed = busyMs === undefined ? failed + 1 : 0
    if (busyMs === undefined) continue
    if (busyMs > standstillLimitMs) {
      log.error({ busyMs, limitMs: standstillLimitMs }, 'engine hangs and is killed')
      running.kill('SIGKILL')
      return
    }
    if (busyMs > BUSY_MS && !wasBusy) log.warn({ busyMs }, 'engine is busy and accepts no requests')
    wasBusy = busyMs > BUSY_MS
  }
  log.error({ failed }, 'engine does not answer and is killed')
  running.kill('SIGKILL')
}
