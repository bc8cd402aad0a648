import type { ChildProcess } from 'node:child_process'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { answersPing } from './engine-health.ts'

const PING_EVERY_MS = 2000
const PING_TIMEOUT_MS = 5000
const FAILED_PINGS_ALLOWED = 5

/** Kills a process that does not answer. A busy process answers: see `answersPing`. */
export async function watchPings(
  running: ChildProcess,
  { port, log, clock }: { readonly port: number; readonly log: Log; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  let failed = 0
  while (failed < FAILED_PINGS_ALLOWED) {
    await clock.sleep(PING_EVERY_MS, signal).catch(() => undefined)
    const isAnswered = await answersPing(port, PING_TIMEOUT_MS)
    if (signal.aborted) return
    failed = isAnswered ? 0 : failed + 1
  }
  log.error({ failed }, 'engine does not answer and is killed')
  running.kill('SIGKILL')
}
