/** Waits for executions of searches. */
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Job } from './search-job.ts'

const TIMEOUT_MS = 60_000

const searchTimedOut = () => new LogyardError('failed', 'search-timed-out', 'Timeout while executing search job')

/** Whether the job ends within that time. */
export async function waitForJob(job: Job, ms: number, clock: Clock): Promise<boolean> {
  const early = new AbortController()
  const late = clock.sleep(ms, early.signal).then(
    () => false,
    () => true,
  )
  const isDone = await Promise.race([job.done.then(() => true), late])
  early.abort()
  return isDone
}

/** Cancels the job, and throws, unless it ends in time. It is also cancelled when the client disconnects. */
export async function endOfJob(
  job: Job,
  { signal, clock, timeoutMs = TIMEOUT_MS }: { signal: AbortSignal; clock: Clock; timeoutMs?: number | undefined },
): Promise<void> {
  // The client may have disconnected while the search was planned.
  if (signal.aborted) job.cancel()
  else signal.addEventListener('abort', () => job.cancel(), { once: true })
  if (await waitForJob(job, timeoutMs, clock)) return
  job.cancel()
  throw searchTimedOut()
}
