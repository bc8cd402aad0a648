/**
 * The processing threads. Takes blocks, answers results; at most two blocks are with a worker, so that it never waits
 * for the next one. A worker that dies or runs away is replaced and its blocks are done again; a block that ends two
 * workers is answered as a crash, so that one message cannot stop all others.
 */
import { Worker } from 'node:worker_threads'
import type { FieldVerdict } from '../../fields/field-watch.ts'
import type { TailSettings } from '../../live/tail-settings.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { BlockResult, RegexSkip } from '../blocks/block-result.ts'
import type { ProcessingSettings } from '../settings/processing-settings.ts'
import type { FromWorker, ToWorker, WorkerStart } from './processing-worker.ts'
import { createGuardMemory, createGuardWatch, type RuleIds } from './regex-guard.ts'

export interface PoolBlock {
  readonly firstOffset: number
  readonly count: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The bytes go to the thread; when it dies with them they are needed again. */
  reread(): Promise<Uint8Array<ArrayBuffer>>
}

export type PoolResult = BlockResult | { readonly crash: string }

export interface WorkerPool extends AsyncDisposable {
  readonly size: number
  /** How many blocks may be given to it before it has answered any. */
  readonly capacity: number
  configure(settings: ProcessingSettings): void
  /** Tells all threads what became of the fields that results told of. */
  learn(verdicts: readonly FieldVerdict[]): void
  /** The live tails that messages are tested against from now on. */
  watch(tails: readonly TailSettings[]): void
  process(block: PoolBlock): Promise<PoolResult>
  /** What each thread has in hand: the first offset of a block and how many messages it holds. */
  inHand(): readonly (PoolBlock | undefined)[]
}

export interface WorkerPoolDeps {
  readonly size: number
  readonly nodeId: string
  readonly codecsModule: string
  readonly clock: Clock
  readonly log: Log
  /** A regular expression of a stream rule took longer than `REGEX_LIMIT_MS` on one message. */
  onRegexTimeout(ruleId: string): void
}

const BLOCKS_PER_WORKER = 2
const MAX_STRIKES = 2
export const REGEX_LIMIT_MS = 2000
const WATCH_MS = 250
/** Nothing but a fault in a codec takes that long for one block. */
const BLOCK_LIMIT_MS = 60_000
const MAX_HEAP_MB = 1024
/** Rows are short-lived: with more room for them the memory grows, and nothing becomes faster. */
const YOUNG_HEAP_MB = 24

interface Job {
  block: PoolBlock
  readonly sequence: number
  strikes: number
  readonly skips: RegexSkip[]
  readonly done: PromiseWithResolvers<PoolResult>
}

interface Thread {
  readonly worker: Worker
  readonly jobs: Job[]
  readonly watch: ReturnType<typeof createGuardWatch>
  busySinceMs: number
  /** Why it was ended by us. */
  verdict: string | undefined
}

export function createWorkerPool(deps: WorkerPoolDeps): WorkerPool {
  const { clock, log } = deps
  const threads: Thread[] = []
  const waiting: Job[] = []
  let settings: ProcessingSettings | undefined
  let ruleIds: RuleIds = []
  let tails: readonly TailSettings[] = []
  let sequence = 0
  let isClosing = false

  function startThread(): Thread {
    const guardMemory = createGuardMemory()
    const start: WorkerStart = { nodeId: deps.nodeId, codecsModule: deps.codecsModule, guardMemory }
    const worker = new Worker(new URL('./processing-worker.ts', import.meta.url), {
      workerData: start,
      // Our environment holds secrets, and codecs need none of it.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    })
    const thread: Thread = {
      worker,
      jobs: [],
      watch: createGuardWatch(guardMemory, REGEX_LIMIT_MS),
      busySinceMs: 0,
      verdict: undefined,
    }
    let fault: unknown
    worker.on('message', (result: FromWorker) => finish(thread, result))
    worker.on('error', (error) => {
      fault = error
    })
    worker.on('exit', () => {
      if (!isClosing) replace(thread, thread.verdict ?? String(fault ?? 'the thread ended'))
    })
    if (settings !== undefined) configureThread(thread, settings)
    if (tails.length > 0) worker.postMessage({ kind: 'tails', tails } satisfies ToWorker)
    return thread
  }

  function configureThread(thread: Thread, next: ProcessingSettings) {
    thread.worker.postMessage({ kind: 'settings', settings: next, ruleIds } satisfies ToWorker)
  }

  function finish(thread: Thread, result: BlockResult) {
    const job = thread.jobs.shift()
    thread.busySinceMs = clock.monotonicMs()
    job?.done.resolve(result)
    dispatch()
  }

  /** Gives the blocks of a thread that ended to others: the one in hand with a strike, the next one without. */
  function replace(thread: Thread, reason: string) {
    const [suspect, ...innocent] = thread.jobs
    log.error({ reason, firstOffset: suspect?.block.firstOffset }, 'processing thread ended and is replaced')
    threads[threads.indexOf(thread)] = startThread()
    for (const job of innocent) void again(job)
    if (suspect === undefined) return
    if (thread.verdict === undefined) suspect.strikes += 1
    if (suspect.strikes < MAX_STRIKES) void again(suspect)
    else suspect.done.resolve({ crash: reason })
  }

  async function again(job: Job) {
    try {
      job.block = { ...job.block, bytes: await job.block.reread() }
      waiting.push(job)
      dispatch()
    } catch (error) {
      job.done.reject(error)
    }
  }

  function dispatch() {
    while (waiting.length > 0) {
      const free = threads
        .filter(({ jobs, verdict }) => jobs.length < BLOCKS_PER_WORKER && verdict === undefined)
        .sort((a, b) => a.jobs.length - b.jobs.length)
        .at(0)
      const job = free === undefined ? undefined : waiting.shift()
      if (free === undefined || job === undefined) return
      if (free.jobs.length === 0) free.busySinceMs = clock.monotonicMs()
      free.jobs.push(job)
      const { firstOffset, bytes } = job.block
      const task = { sequence: job.sequence, firstOffset, bytes, skips: job.skips }
      free.worker.postMessage({ kind: 'block', task } satisfies ToWorker, [bytes.buffer])
    }
  }

  function watch() {
    const nowMs = clock.monotonicMs()
    for (const thread of threads) {
      const [job] = thread.jobs
      if (job === undefined || thread.verdict !== undefined) continue
      const runaway = thread.watch(nowMs, ruleIds)
      if (runaway !== undefined) {
        job.skips.push({ index: runaway.index, ruleId: runaway.ruleId })
        end(thread, `the regular expression of rule ${runaway.ruleId} ran out of time`)
        deps.onRegexTimeout(runaway.ruleId)
      } else if (nowMs - thread.busySinceMs > BLOCK_LIMIT_MS) {
        job.strikes += 1
        end(thread, 'a block took too long')
      }
    }
  }

  function end(thread: Thread, verdict: string) {
    thread.verdict = verdict
    void thread.worker.terminate()
  }

  const watcher = clock.every(WATCH_MS, watch)
  for (let count = 0; count < deps.size; count += 1) threads.push(startThread())

  return {
    size: deps.size,
    capacity: deps.size * BLOCKS_PER_WORKER,
    configure(next) {
      settings = next
      // Numbers never change their meaning: a worker may still be in a block that it began with older settings.
      const ids = next.streams.flatMap(({ rules }) => rules.map(({ id }) => id))
      ruleIds = [...new Set([...ruleIds, ...ids])]
      for (const thread of threads) configureThread(thread, next)
    },
    learn(verdicts) {
      if (verdicts.length === 0) return
      for (const { worker } of threads) worker.postMessage({ kind: 'fields', verdicts } satisfies ToWorker)
    },
    watch(next) {
      tails = next
      for (const { worker } of threads) worker.postMessage({ kind: 'tails', tails } satisfies ToWorker)
    },
    process(block) {
      const done = Promise.withResolvers<PoolResult>()
      sequence += 1
      waiting.push({ block, sequence, strikes: 0, skips: [], done })
      dispatch()
      return done.promise
    },
    inHand: () => threads.map(({ jobs }) => jobs[0]?.block),
    async [Symbol.asyncDispose]() {
      isClosing = true
      watcher[Symbol.dispose]()
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}
