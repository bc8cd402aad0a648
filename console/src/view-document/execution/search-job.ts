/** One execution of a stored search, from the first answer to the last. */
import {
  cancelSearchJob,
  type ExecutionState,
  executeSearch,
  getSearchJob,
  type SearchJob,
} from '@logyard/contract/search/search-jobs'
import type { Call } from '../../api/api-client.ts'

const POLL_MS = 250

interface JobOptions {
  /** Given up: a newer execution took its place, or the page was left. The server is told to stop. */
  readonly signal: AbortSignal
  readonly onProgress: (job: SearchJob) => void
  /** `false` for what nobody asked for by hand. */
  readonly extendSession: boolean
  /** What is told on the way has what came out of queries that still run. */
  readonly isPartial?: boolean
}

/** Resolves with the finished job; rejects with the signal's reason once it is given up. */
export async function executeJob(
  call: Call,
  searchId: string,
  body: ExecutionState,
  { signal, onProgress, extendSession, isPartial = false }: JobOptions,
): Promise<SearchJob> {
  const session = extendSession ? {} : { extendSession: false as const }
  const asked = isPartial ? { query: { partial: true } } : {}
  // Without the signal: the answer names the job, which must be known to be stopped.
  let job = await call(executeSearch, { params: { id: searchId }, body, ...session })
  while (!job.execution.done) {
    if (signal.aborted) {
      stopJob(call, job.id)
      break
    }
    onProgress(job)
    await pause(POLL_MS, signal)
    if (signal.aborted) continue
    job = await call(getSearchJob, { params: { jobId: job.id }, ...asked, extendSession: false })
  }
  signal.throwIfAborted()
  return job
}

/** What came out so far stays with the job. */
export function stopJob(call: Call, jobId: string): void {
  // The job may be through by now, and then there is nothing to stop.
  void call(cancelSearchJob, { params: { jobId }, extendSession: false }).catch(() => undefined)
}

/** Ends early when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    if (signal.aborted) done()
    else signal.addEventListener('abort', done, { once: true })
  })
}
