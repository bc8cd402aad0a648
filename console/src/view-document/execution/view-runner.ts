/**
 * Executes the searches behind the widgets of a search or a dashboard page. A widget belongs to the latest run that
 * requested it; it keeps its old result until that run has a new one.
 */
import type { SearchJob } from '@logyard/contract/search/search-jobs'
import type { Call } from '../../api/api-client.ts'
import { ApiError } from '../../api/api-error.ts'
import { createActiveRuns, type Run } from './active-runs.ts'
import { finishedOutcomes, outcomesOf, pageState, withOlder, withPage } from './job-results.ts'
import { idleRunner, type RunnerState, type RunRequest, type StoredSearch } from './run-request.ts'
import { executeJob, keepJob, stopJob } from './search-job.ts'
import { createStore, type Store } from './store.ts'

export interface ViewRunnerDeps {
  readonly call: Call
  readonly now: () => number
}

interface Runner extends ViewRunnerDeps {
  readonly store: Store<RunnerState>
  readonly runs: ReturnType<typeof createActiveRuns>
  readonly become: (changes: Partial<RunnerState>) => void
}

export function createViewRunner({ call, now }: ViewRunnerDeps) {
  const store = createStore(idleRunner)
  const runs = createActiveRuns()
  const become = (changes: Partial<RunnerState>) =>
    store.set({ ...store.get(), ...changes, loading: runs.loading(), isRunning: runs.isSearching() })
  const runner: Runner = { call, now, store, runs, become }
  return {
    state: store.get,
    subscribe: store.subscribe,
    run: (request: RunRequest, options: { readonly isAutomatic?: boolean } = {}) => runSearch(runner, request, options),
    /** What the widget shows or waits for. */
    requestedBy: (widgetId: string): string | undefined =>
      runs.requestedBy(widgetId) ?? store.get().outcomes.get(widgetId)?.requested,
    loadPage: (searchTypeId: string, limit: number, offset: number) =>
      loadPage(runner, searchTypeId, { limit, offset }),
    /** Ends the running searches and shows what they have found so far. */
    stop(): void {
      for (const run of runs.searches()) {
        run.isStopping = true
        if (run.jobId !== undefined) stopJob(call, run.jobId)
      }
    },
    /** Aborts the runs of hidden widgets, and forgets the results of those that no longer exist. */
    keepOnly(shown: ReadonlySet<string>, existing: ReadonlySet<string>): void {
      for (const id of runs.loading()) if (!shown.has(id)) runs.release(id)
      const { outcomes } = store.get()
      const isUnchanged = [...outcomes.keys()].every((id) => existing.has(id))
      become(isUnchanged ? {} : { outcomes: new Map([...outcomes].filter(([id]) => existing.has(id))) })
    },
    /** Lets the running searches go on in the background, also after the page is left. */
    async keep(): Promise<void> {
      await Promise.all(runs.searches().map((run) => keepRun(runner, run)))
      become({ isKept: true })
    },
    /** Aborts everything, on the server as well, except for searches that are kept or run for long. */
    leave(): void {
      for (const run of runs.searches()) if (now() - run.startedAt >= KEPT_AFTER_MS) void keepRun(runner, run)
      runs.abortAll()
      become({ startedAt: undefined, progress: undefined })
    },
    /** Aborts everything, on the server as well. */
    abort(): void {
      runs.abortAll()
      become({ startedAt: undefined, progress: undefined })
    },
  }
}
export type ViewRunner = ReturnType<typeof createViewRunner>

/** The search goes on for a user who leaves the page after waiting that long. */
const KEPT_AFTER_MS = 10_000

async function keepRun({ call }: Runner, run: Run): Promise<void> {
  if (run.jobId === undefined || run.isKept) return
  run.isKept = true
  try {
    await keepJob(call, run.jobId)
  } catch (error) {
    // It has ended, or there are too many: then it ends as others that are not polled.
    run.isKept = false
    if (!(error instanceof ApiError)) throw error
  }
}

async function runSearch(runner: Runner, request: RunRequest, { isAutomatic = false }): Promise<void> {
  const { store, runs, become } = runner
  if (request.replacesAll) runs.abortAll()
  const run = runs.begin('search', request.requested, runner.now())
  become({ startedAt: run.startedAt, isKept: false, progress: undefined, error: undefined })
  try {
    const executed = await execute(runner, request, run, !isAutomatic)
    runs.end(run)
    const result = executed?.job.results[executed.search.query.id]
    if (executed === undefined || result === undefined) return become({})
    const { search, job } = executed
    const { cancelled: isCancelled } = job.execution
    const fresh = outcomesOf(result, search, request.state, run.waiting)
    const older = store.get().outcomes
    become({
      outcomes: new Map(request.replacesAll ? fresh : [...older, ...withOlder(fresh, older)]),
      ...(runs.isNewestSearch(run) ? { latest: { search, state: request.state, result, isCancelled } } : {}),
      finished: store.get().finished + 1,
    })
  } catch (error) {
    if (run.signal.aborted) return
    runs.end(run)
    become({ error: asError(error) })
  }
}

async function execute(runner: Runner, request: RunRequest, run: Run, extendSession: boolean) {
  const { call } = runner
  const { signal } = run
  const attempt = async (isRetry: boolean) => {
    const search = await request.prepare({ extendSession, isRetry })
    signal.throwIfAborted()
    if (search === undefined) return undefined
    const onProgress = (job: SearchJob) => showProgress(runner, request, run, search, job)
    const isKept = () => run.isKept
    const options = { signal, extendSession, onProgress, isKept, jobId: search.jobId, isPartial: request.showsPartial }
    return { search, job: await executeJob(call, search.id, request.state, options) }
  }
  try {
    return await attempt(false)
  } catch (error) {
    // The server deletes searches that no view refers to after some days; a screen on a wall runs for longer.
    if (signal.aborted || !(error instanceof ApiError) || error.status !== 404) throw error
    return attempt(true)
  }
}

function showProgress(
  { call, store, runs, become }: Runner,
  request: RunRequest,
  run: Run,
  search: StoredSearch,
  job: SearchJob,
) {
  if (run.isStopping && run.jobId === undefined) stopJob(call, job.id)
  run.jobId = job.id
  const finished = finishedOutcomes(job, search, request, run.waiting)
  for (const [id] of finished) run.waiting.delete(id)
  become({
    ...(runs.isNewestSearch(run) ? { progress: job.execution.progress } : {}),
    ...(finished.length === 0 ? {} : { outcomes: new Map([...store.get().outcomes, ...finished]) }),
  })
}

/** Loads other messages of one message list; nothing else is executed again. */
async function loadPage(
  { call, now, store, runs, become }: Runner,
  searchTypeId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<void> {
  const owner = [...store.get().outcomes].find(([, { searchTypeIds }]) => searchTypeIds.includes(searchTypeId))
  const [widgetId, outcome] = owner ?? []
  const state = outcome === undefined ? undefined : pageState(outcome, searchTypeId, page)
  if (widgetId === undefined || outcome === undefined || state === undefined) return
  // Its next result comes from a search that is running, and replaces every page.
  if (runs.searches().some(({ waiting }) => waiting.has(widgetId))) return
  const run = runs.begin('page', new Map([[widgetId, outcome.requested]]), now())
  become({ error: undefined })
  try {
    const options = { signal: run.signal, extendSession: true, onProgress: () => undefined }
    const job = await executeJob(call, outcome.searchId, state, options)
    runs.end(run)
    const [result] = Object.values(job.results)
    if (result === undefined) return become({})
    const query = withPage(outcome.query, result, searchTypeId)
    become({ outcomes: new Map(store.get().outcomes).set(widgetId, { ...outcome, query }) })
  } catch (error) {
    if (run.signal.aborted) return
    runs.end(run)
    become({ error: asError(error) })
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
