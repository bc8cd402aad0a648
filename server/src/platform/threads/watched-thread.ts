/**
 * A thread for code that handles bytes or work that others choose. An exception, an endless loop and the need for too
 * much memory end the thread, and nothing else. The owner learns the reason and decides whether to start another one.
 */
import { type Transferable, Worker } from 'node:worker_threads'
import { systemClock } from '../clock.ts'
import { compileCacheEnv } from '../compile-cache-env.ts'
import type { ThreadStart } from './thread-start.ts'
import { STANDSTILL_MS, watchThread } from './thread-watch.ts'

export interface ThreadOptions {
  /** Name of the thread, for tools that list threads. */
  readonly name: string
  readonly program: URL
  /** The program reads it by `threadData`. */
  readonly data: unknown
  readonly transfer?: readonly Transferable[]
  /** Limit of heap and buffers together. */
  readonly memoryMb: number
  /** Its owner bounds how long each piece of its work takes. */
  readonly isTimedByOwner?: boolean
  readonly youngHeapMb?: number
  /** While the cores are busy, it gets a third of the time of another thread (on Linux). */
  readonly isLowered?: boolean
}

/** Why a thread ended that its owner did not end. */
export interface ThreadEnd {
  readonly kind: 'failed' | 'stood-still' | 'too-large'
  /** A clause for users, such as "it did not answer for 5 seconds". */
  readonly reason: string
  /** What the thread threw. */
  readonly error?: unknown
}

export interface WatchedThread extends AsyncDisposable {
  readonly worker: Worker
  /** Resolves when the thread has ended; with `undefined` if its owner ended it. */
  readonly ended: Promise<ThreadEnd | undefined>
}

/** The heap may grow beyond the watched limit until the watch looks again. */
const HEAP_HEADROOM = 4
const YOUNG_HEAP_MB = 16
/**
 * Some loops never look whether they are to end, such as one that only calls `new Array(1000)`. Such a thread would hold
 * a core until the server stops, so the server ends and is started again.
 */
const STUCK_SECONDS = 10

export function startWatchedThread(options: ThreadOptions): WatchedThread {
  const { name, program, data, transfer = [], memoryMb, youngHeapMb = YOUNG_HEAP_MB, isLowered = false } = options
  const signs = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(new URL('./start-program.ts', import.meta.url), {
    name,
    workerData: { program: program.href, isLowered, signs, data } satisfies ThreadStart<unknown>,
    transferList: [...transfer],
    // The environment holds secrets.
    env: compileCacheEnv(),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb * HEAP_HEADROOM, maxYoungGenerationSizeMb: youngHeapMb },
  })
  worker.unref()
  let end: ThreadEnd | undefined
  let isOwnersEnd = false
  let terminating: Promise<unknown> | undefined
  let ending: Disposable | undefined
  let hasExited = false
  const terminate = () => {
    if (!hasExited) ending ??= watchEnding(name)
    terminating ??= worker.terminate()
    return terminating
  }
  const endAs = (verdict: ThreadEnd) => {
    if (end !== undefined) return
    end = verdict
    void terminate()
  }
  const tooLarge: ThreadEnd = { kind: 'too-large', reason: `it needed more than ${memoryMb} MB of memory` }
  const stoodStill: ThreadEnd = {
    kind: 'stood-still',
    reason: `it did not answer for ${STANDSTILL_MS / 1000} seconds`,
  }
  const alarms = {
    onStandstill: () => {
      if (options.isTimedByOwner !== true) endAs(stoodStill)
    },
    onTooLarge: () => endAs(tooLarge),
  }
  const watch = watchThread(worker, { memoryMb, signs }, alarms)
  worker.on('error', (error) => {
    end ??= isOutOfMemory(error) ? tooLarge : { kind: 'failed', reason: `it failed: ${messageOf(error)}`, error }
  })
  const ended = new Promise<ThreadEnd | undefined>((resolve) => {
    worker.on('exit', () => {
      hasExited = true
      ending?.[Symbol.dispose]()
      watch[Symbol.dispose]()
      resolve(isOwnersEnd ? undefined : (end ?? { kind: 'failed', reason: 'it ended unexpectedly' }))
    })
  })
  return {
    worker,
    ended,
    async [Symbol.asyncDispose]() {
      isOwnersEnd = end === undefined
      await terminate()
    },
  }
}

/** Counts seconds instead of measuring: the machine may sleep in between. */
function watchEnding(name: string): Disposable {
  let seconds = 0
  const ticker = systemClock.every(1000, () => {
    seconds += 1
    if (seconds < STUCK_SECONDS) return
    ticker[Symbol.dispose]()
    throw new Error(`the thread "${name}" cannot be ended`)
  })
  return ticker
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
