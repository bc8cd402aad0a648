/**
 * The processing threads. At most two blocks are posted to a thread, so that it never waits for the next one. A thread
 * that dies or runs away is replaced and its blocks are processed again. A block that ends two threads is reported as
 * a crash, so that one message cannot stop all others.
 */
import type { FieldVerdict } from '../../fields/field-watch.ts'
import type { TailSettings } from '../../live/tail-settings.ts'
import type { LookupRegistry } from '../../lookup/live/lookup-registry.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { BlockResult } from '../blocks/block-result.ts'
import type { RegexOwner } from '../blocks/regex-owner.ts'
import type { ProcessingSettings } from '../settings/processing-settings.ts'
import type { PoolBlock, PoolResult } from './pool-block.ts'
import { type RegexOwners, withOwners } from './regex-guard.ts'
import { regexOwnersOf } from './usable-settings.ts'
import {
  configureThread,
  currentJob,
  endThread,
  type Job,
  post,
  postJob,
  startThread,
  takeJob,
  type WorkerThread,
  watchTails,
} from './worker-thread.ts'

export type WorkerPool = ReturnType<typeof createWorkerPool>

export interface CurrentWork {
  readonly block: PoolBlock
  /** Index of the raw message within the block. */
  readonly index: number
}

export interface WorkerPoolDeps {
  readonly size: number
  readonly nodeId: string
  readonly codecsModule: string
  readonly lookups: Pick<LookupRegistry, 'connect'>
  readonly clock: Clock
  readonly log: Log
  /** A regular expression of the owner ran longer than `REGEX_LIMIT_MS` on one message. */
  onRegexTimeout(owner: RegexOwner): void
}

const BLOCKS_PER_WORKER = 2
const MAX_STRIKES = 2
const WATCH_MS = 250
/** Only a fault in a codec or processor can take that long for one message. */
const MESSAGE_LIMIT_MS = 60_000

interface Pool {
  readonly deps: WorkerPoolDeps
  readonly threads: WorkerThread[]
  readonly waiting: Job[]
  settings: ProcessingSettings | undefined
  owners: RegexOwners
  tails: readonly TailSettings[]
  sequence: number
  isClosing: boolean
}

export function createWorkerPool(deps: WorkerPoolDeps) {
  const pool: Pool = {
    deps,
    threads: [],
    waiting: [],
    settings: undefined,
    owners: [],
    tails: [],
    sequence: 0,
    isClosing: false,
  }
  const { threads } = pool
  for (let count = 0; count < deps.size; count += 1) threads.push(addThread(pool))
  const watcher = deps.clock.every(WATCH_MS, () => watchThreads(pool))
  return {
    /** How many blocks the threads hold at once. */
    capacity: deps.size * BLOCKS_PER_WORKER,
    configure(settings: ProcessingSettings) {
      pool.settings = settings
      pool.owners = withOwners(pool.owners, regexOwnersOf(settings))
      for (const thread of threads) configureThread(thread, settings, pool.owners)
    },
    /** Tells all threads the verdicts on fields that results reported. */
    learn(verdicts: readonly FieldVerdict[]) {
      if (verdicts.length === 0) return
      for (const thread of threads) post(thread, { kind: 'fields', verdicts })
    },
    /** Replaces the live tails. */
    watch(tails: readonly TailSettings[]) {
      pool.tails = tails
      for (const thread of threads) watchTails(thread, tails)
    },
    process(block: PoolBlock) {
      const done = Promise.withResolvers<PoolResult>()
      pool.sequence += 1
      pool.waiting.push({ block, sequence: pool.sequence, strikes: 0, skips: [], done })
      dispatch(pool)
      return done.promise
    },
    /** The work of each thread at this moment. */
    currentWork: () =>
      threads.map((thread) => {
        const job = currentJob(thread)
        return job && { block: job.block, index: thread.guard.isAt(job.sequence) ? thread.guard.index() : 0 }
      }),
    async [Symbol.asyncDispose]() {
      pool.isClosing = true
      watcher[Symbol.dispose]()
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

function addThread(pool: Pool): WorkerThread {
  const thread = startThread(pool.deps, {
    onResult: (from, result) => finish(pool, from, result),
    onExit(from, reason) {
      if (!pool.isClosing) replace(pool, from, reason)
    },
  })
  if (pool.settings !== undefined) configureThread(thread, pool.settings, pool.owners)
  if (pool.tails.length > 0) watchTails(thread, pool.tails)
  return thread
}

function finish(pool: Pool, thread: WorkerThread, result: BlockResult): void {
  thread.busySinceMs = pool.deps.clock.monotonicMs()
  takeJob(thread, result.sequence)?.done.resolve(result)
  dispatch(pool)
}

/** Requeues the blocks of a thread that ended. The one that it was processing gets a strike. */
function replace(pool: Pool, thread: WorkerThread, reason: string): void {
  const suspect = currentJob(thread)
  pool.deps.log.error({ reason, firstOffset: suspect?.block.firstOffset }, 'processing thread ended and is replaced')
  pool.threads[pool.threads.indexOf(thread)] = addThread(pool)
  for (const job of thread.jobs) if (job !== suspect) void requeue(pool, job)
  if (suspect === undefined) return
  if (thread.verdict === undefined) suspect.strikes += 1
  if (suspect.strikes < MAX_STRIKES) void requeue(pool, suspect)
  else suspect.done.resolve({ crash: reason })
}

async function requeue(pool: Pool, job: Job): Promise<void> {
  try {
    job.block = { ...job.block, bytes: await job.block.reread() }
    pool.waiting.push(job)
    dispatch(pool)
  } catch (error) {
    job.done.reject(error)
  }
}

function dispatch({ waiting, threads, deps }: Pool): void {
  while (waiting.length > 0) {
    const free = threads
      .filter(({ jobs, verdict }) => jobs.length < BLOCKS_PER_WORKER && verdict === undefined)
      .sort((a, b) => a.jobs.length - b.jobs.length)
      .at(0)
    const job = free === undefined ? undefined : waiting.shift()
    if (free === undefined || job === undefined) return
    if (free.jobs.length === 0) free.busySinceMs = deps.clock.monotonicMs()
    free.jobs.push(job)
    postJob(free, job)
  }
}

/** Ends threads that are stuck in a regular expression or in a message. */
function watchThreads({ deps, threads, owners }: Pool): void {
  const nowMs = deps.clock.monotonicMs()
  for (const thread of threads) {
    const job = currentJob(thread)
    if (job === undefined || thread.verdict !== undefined) continue
    const stuckSinceMs = Math.max(thread.busySinceMs, thread.guard.stuckSinceMs(nowMs))
    const runaway = thread.guard.findRunaway(nowMs, owners)
    if (runaway !== undefined) {
      const { owner, index } = runaway
      job.skips.push({ index, owner })
      endThread(thread, `a regular expression of ${owner.kind} ${owner.id} ran out of time`)
      deps.onRegexTimeout(owner)
    } else if (nowMs - stuckSinceMs > MESSAGE_LIMIT_MS) {
      job.strikes += 1
      endThread(thread, 'a message took too long')
    }
  }
}
