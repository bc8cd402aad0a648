/** One execution of a stored search, from start to finish. */

import { keepSearchRunning } from '@logyard/contract/search/running-searches'
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
  /** Whether the server goes on with it in the background after it is aborted. */
  readonly isKept?: () => boolean
  /** An execution that was started before, which is polled. */
  readonly jobId?: string | undefined
  /** Progress includes the finished results of running queries. */
  readonly isPartial?: boolean
}

/** Resolves with the finished job; rejects with the signal's reason if it is aborted. */
export async function executeJob(
  call: Call,
  searchId: string,
  body: ExecutionState,
  { signal, onProgress, extendSession, isPartial = false, jobId, isKept = () => false }: JobOptions,
): Promise<SearchJob> {
  const session = extendSession ? {} : { extendSession: false as const }
  const asked = isPartial ? { query: { partial: true } } : {}
  // Not aborted by the signal: the id of the job is needed to cancel it.
  let job =
    jobId === undefined
      ? await call(executeSearch, { params: { id: searchId }, body, ...session })
      : await call(getSearchJob, { params: { jobId }, ...asked, ...session })
  while (!job.execution.done) {
    if (signal.aborted) {
      if (!isKept()) stopJob(call, job.id)
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

/** From now on the job goes on without being polled. */
export const keepJob = (call: Call, jobId: string): Promise<unknown> =>
  call(keepSearchRunning, { params: { jobId }, extendSession: false })
