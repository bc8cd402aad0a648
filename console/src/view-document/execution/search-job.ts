/** One execution of a stored search, from start to finish. */
import {
  cancelSearchJob,
  type ExecutionState,
  executeSearch,
  getSearchJob,
  type SearchJob,
} from '@logyard/contract/search/search-jobs'
import type { Call } from '../../api/api-client.ts'
import { pause } from './pause.ts'

const POLL_MS = 250

interface JobOptions {
  /** Aborted if a newer execution replaces this one or the page is left; the server then cancels the job. */
  readonly signal: AbortSignal
  readonly onProgress: (job: SearchJob) => void
  /** `false` for automatic refreshes. */
  readonly extendSession: boolean
  /** Progress includes the finished results of running queries. */
  readonly isPartial?: boolean
}

/** Resolves with the finished job; rejects with the signal's reason if it is aborted. */
export async function executeJob(
  call: Call,
  searchId: string,
  body: ExecutionState,
  { signal, onProgress, extendSession, isPartial = false }: JobOptions,
): Promise<SearchJob> {
  const session = extendSession ? {} : { extendSession: false as const }
  const asked = isPartial ? { query: { partial: true } } : {}
  // Not aborted by the signal: the id of the job is needed to cancel it.
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

/** The job keeps the results that it has. */
export function stopJob(call: Call, jobId: string): void {
  // The job may have finished, and then there is nothing to cancel.
  void call(cancelSearchJob, { params: { jobId }, extendSession: false }).catch(() => undefined)
}
