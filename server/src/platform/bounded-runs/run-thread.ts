/** One thread for bounded runs. It runs one function at a time, and ends for good when a run exceeds its limits. */
import { Worker } from 'node:worker_threads'
import type { Clock } from '../clock.ts'
import { runTooLarge, runTooSlow } from './run-errors.ts'
import type { RunReport, RunRequest } from './run-program.ts'

const HEAP_MB = 128
const YOUNG_HEAP_MB = 16
/** For starting the thread and loading the module. */
const LOAD_LIMIT_MS = 30_000
const IDLE_MS = 60_000

interface ThreadRun extends RunRequest {
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
}

export interface RunThread extends AsyncDisposable {
  /** Rejects when the run exceeds a limit or is cancelled; `isUsable` is then false. */
  run<Output>(run: ThreadRun): Promise<Output>
  readonly isUsable: boolean
}

interface State {
  readonly worker: Worker
  current: { readonly reject: (reason: unknown) => void } | undefined
  isEnded: boolean
  timer: Disposable
}

const noTimer: Disposable = { [Symbol.dispose]: () => undefined }

/** `onIdleEnd` is called when the thread ended because nothing was run for a while. */
export function startRunThread(clock: Clock, onIdleEnd: () => void): RunThread {
  const worker = new Worker(new URL('./run-program.ts', import.meta.url), {
    // The environment holds secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  worker.unref()
  const state: State = { worker, current: undefined, isEnded: false, timer: noTimer }
  worker.on('error', (error) => end(state, isOutOfMemory(error) ? runTooLarge() : error))
  worker.on('exit', () => end(state, new Error('the thread of a bounded run ended')))
  const waitForWork = () =>
    limit(state, clock, IDLE_MS, () => {
      end(state, undefined)
      onIdleEnd()
    })
  return {
    get isUsable() {
      return !state.isEnded
    },
    async run<Output>({ module, name, input, limitMs, signal }: ThreadRun) {
      const done = Promise.withResolvers<Output>()
      state.current = done
      const report = (message: RunReport<Output>) => {
        if (message.kind === 'done') done.resolve(message.output)
        else if (message.kind === 'failed') done.reject(message.error)
        else limit(state, clock, limitMs, () => end(state, runTooSlow(limitMs)))
      }
      const cancel = () => end(state, signal?.reason)
      worker.on('message', report)
      signal?.addEventListener('abort', cancel)
      limit(state, clock, LOAD_LIMIT_MS, () => end(state, new Error(`${module} was not loaded in time`)))
      try {
        worker.postMessage({ module, name, input } satisfies RunRequest)
        return await done.promise
      } finally {
        worker.off('message', report)
        signal?.removeEventListener('abort', cancel)
        state.current = undefined
        if (!state.isEnded) waitForWork()
      }
    },
    async [Symbol.asyncDispose]() {
      end(state, new Error('the server is stopping'))
      await worker.terminate()
    },
  }
}

/** Calls `task` after `ms`. Replaces the limit before it. */
function limit(state: State, clock: Clock, ms: number, task: () => void): void {
  state.timer[Symbol.dispose]()
  state.timer = clock.every(ms, task)
}

function end(state: State, reason: unknown): void {
  if (state.isEnded) return
  state.isEnded = true
  state.timer[Symbol.dispose]()
  state.current?.reject(reason)
  void state.worker.terminate()
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
