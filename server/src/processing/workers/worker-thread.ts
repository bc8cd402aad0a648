import type { Worker } from 'node:worker_threads'
import type { TailSettings } from '../../live/tail-settings.ts'
import type { LookupRegistry } from '../../lookup/live/lookup-registry.ts'
import { startWatchedThread } from '../../platform/threads/watched-thread.ts'
import type { BlockResult, RegexSkip } from '../blocks/block-result.ts'
import { changedSections, type ProcessingSettings } from '../settings/processing-settings.ts'
import type { PoolBlock, PoolResult } from './pool-block.ts'
import type { FromWorker, ToWorker, WorkerStart } from './processing-worker.ts'
import { createGuardMemory, createGuardWatch, type GuardWatch, type RegexOwners } from './regex-guard.ts'

export const REGEX_LIMIT_MS = 2000
const MAX_MEMORY_MB = 1024
/** Rows are short-lived: a larger young generation uses more memory and is no faster. */
const YOUNG_HEAP_MB = 24

export interface Job {
  block: PoolBlock
  readonly sequence: number
  /** How many threads ended while they processed it. */
  strikes: number
  readonly skips: RegexSkip[]
  readonly done: PromiseWithResolvers<PoolResult>
}

/** A processing thread and the blocks that were posted to it. */
export interface WorkerThread {
  readonly worker: Worker
  readonly jobs: Job[]
  readonly guard: GuardWatch
  /** The settings that it has. */
  settings: ProcessingSettings | undefined
  busySinceMs: number
  /** Why the pool ended it. */
  verdict: string | undefined
}

export interface ThreadEvents {
  onResult(thread: WorkerThread, result: BlockResult): void
  onExit(thread: WorkerThread, reason: string): void
}

export interface ThreadDeps extends Pick<WorkerStart, 'nodeId' | 'codecsModule'> {
  readonly lookups: Pick<LookupRegistry, 'connect'>
}

export function startThread(deps: ThreadDeps, events: ThreadEvents): WorkerThread {
  const guardMemory = createGuardMemory()
  const { nodeId, codecsModule } = deps
  const lookups = deps.lookups.connect()
  const { worker, ended } = startWatchedThread({
    name: 'processing',
    program: new URL('./processing-worker.ts', import.meta.url),
    data: { nodeId, codecsModule, guardMemory, lookups: lookups.link } satisfies WorkerStart,
    transfer: [lookups.link.port],
    memoryMb: MAX_MEMORY_MB,
    youngHeapMb: YOUNG_HEAP_MB,
    // The guard of the pool knows what a standing thread was doing.
    isTimedByOwner: true,
  })
  const thread: WorkerThread = {
    worker,
    jobs: [],
    guard: createGuardWatch(guardMemory, REGEX_LIMIT_MS),
    settings: undefined,
    busySinceMs: 0,
    verdict: undefined,
  }
  worker.on('message', (result: FromWorker) => events.onResult(thread, result))
  void ended.then((end) => {
    lookups[Symbol.dispose]()
    events.onExit(thread, thread.verdict ?? end?.reason ?? 'the thread ended')
  })
  return thread
}

/** Posts the sections that the thread does not have yet. */
export function configureThread(thread: WorkerThread, settings: ProcessingSettings, owners: RegexOwners): void {
  const change = changedSections(thread.settings, settings)
  thread.settings = settings
  if (change !== undefined) post(thread, { kind: 'settings', change, owners })
}

export const watchTails = (thread: WorkerThread, tails: readonly TailSettings[]): void =>
  post(thread, { kind: 'tails', tails })

export function postJob(thread: WorkerThread, { block, sequence, skips }: Job): void {
  const { firstOffset, bytes } = block
  post(thread, { kind: 'block', task: { sequence, firstOffset, bytes, skips } }, [bytes.buffer])
}

export function post({ worker }: WorkerThread, message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer)
}

/** Ends a thread. Its exit makes the pool replace it. */
export function endThread(thread: WorkerThread, verdict: string): void {
  thread.verdict = verdict
  void thread.worker.terminate()
}

/** Removes the job of this sequence number from the thread. */
export function takeJob({ jobs }: WorkerThread, sequence: number): Job | undefined {
  const at = jobs.findIndex((job) => job.sequence === sequence)
  return at === -1 ? undefined : jobs.splice(at, 1)[0]
}

/** The job that the thread is processing, or was when it ended. */
export const currentJob = ({ jobs, guard }: WorkerThread): Job | undefined =>
  jobs.find(({ sequence }) => guard.isAt(sequence)) ?? jobs[0]
