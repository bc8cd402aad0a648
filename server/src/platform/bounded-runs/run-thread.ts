/** One thread for bounded runs. It runs one function at a time, and ends for good when a run exceeds its limits. */
import type { Clock } from '../clock.ts'
import { startWatchedThread, type ThreadEnd, type WatchedThread } from '../threads/watched-thread.ts'
import { runTooLarge, runTooSlow } from './run-errors.ts'
import type { RunReport, RunRequest } from './run-program.ts'

const MEMORY_MB = 256
/** Limit for starting the thread and loading the module. */
const LOAD_LIMIT_MS = 30_000
const IDLE_MS = 60_000

interface ThreadRun extends RunRequest {
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
}

export type RunThread = ReturnType<typeof startRunThread>

interface State {
  readonly thread: WatchedThread
  current: { readonly reject: (reason: unknown) => void } | undefined
  isEnded: boolean
  timer: Disposable
}

const noTimer: Disposable = { [Symbol.dispose]: () => undefined }

/** `onIdleEnd` is called when the thread ended because nothing was run for a while. */
export function startRunThread(clock: Clock, onIdleEnd: () => void) {
  const thread = startWatchedThread({
    name: 'bounded run',
    program: new URL('./run-program.ts', import.meta.url),
    data: undefined,
    memoryMb: MEMORY_MB,
    isTimedByOwner: true,
  })
  const { worker } = thread
  const state: State = { thread, current: undefined, isEnded: false, timer: noTimer }
  void thread.ended.then((ended) => end(state, reasonOf(ended)))
  const waitForWork = () =>
    limit(state, clock, IDLE_MS, () => {
      end(state, undefined)
      onIdleEnd()
    })
  return {
    get isUsable() {
      return !state.isEnded
    },
    /** Rejects when the run exceeds a limit or is cancelled; `isUsable` is then false. */
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
      await thread[Symbol.asyncDispose]()
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
  void state.thread[Symbol.asyncDispose]()
}

const reasonOf = (end: ThreadEnd | undefined): unknown =>
  end?.kind === 'too-large' ? runTooLarge() : (end?.error ?? new Error('the thread of a bounded run ended'))
