/**
 * A watched thread for functions that the main thread calls, such as the client of a directory. It starts with the first
 * call and ends when it is not used. After it ended unexpectedly it starts again: at once if it had worked for a minute,
 * otherwise with growing pauses.
 */
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type CallableFunctions, connectCalls, type ThreadCalls } from './thread-calls.ts'
import { startWatchedThread, type ThreadEnd, type ThreadOptions, type WatchedThread } from './watched-thread.ts'

export interface CalledThreadOptions extends Omit<ThreadOptions, 'transfer' | 'isLowered'> {
  readonly clock: Clock
  readonly log: Log
  /** The functions that the thread may call here. */
  readonly ours?: CallableFunctions
  /** The thread ends when it was not used for so long; a minute by default. */
  readonly idleMs?: number
}

export interface CalledThread<Theirs extends CallableFunctions> extends AsyncDisposable {
  /** Rejects with `ThreadEnded` when the thread ends unexpectedly, or may not start again yet. */
  call: ThreadCalls<Theirs>['call']
}

/** The thread ended unexpectedly. The message is a clause for users. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
}

const IDLE_MS = 60_000
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 30_000
/** A thread that worked for so long starts again without a pause. */
const STEADY_MS = 60_000

interface Running<Theirs extends CallableFunctions> {
  readonly thread: WatchedThread
  readonly calls: ThreadCalls<Theirs>
  readonly startedAtMs: number
  underway: number
  idle: AbortController
}

interface State<Theirs extends CallableFunctions> {
  readonly options: CalledThreadOptions
  readonly clock: Clock
  running: Running<Theirs> | undefined
  pauseMs: number
  pausedUntilMs: number
  lastReason: string
  isClosed: boolean
}

export function createCalledThread<Theirs extends CallableFunctions>(
  options: CalledThreadOptions,
): CalledThread<Theirs> {
  const state: State<Theirs> = {
    options,
    clock: options.clock,
    running: undefined,
    pauseMs: 0,
    pausedUntilMs: 0,
    lastReason: '',
    isClosed: false,
  }
  return {
    call(name, input, callOptions) {
      const running = runningOf(state)
      if (running instanceof Error) return Promise.reject(running)
      running.underway += 1
      running.idle.abort()
      return running.calls.call(name, input, callOptions).finally(() => {
        running.underway -= 1
        if (running.underway === 0) void endWhenIdle(state, running)
      })
    },
    async [Symbol.asyncDispose]() {
      state.isClosed = true
      const { running } = state
      state.running = undefined
      running?.calls.close(new Error('the server is stopping'))
      await running?.thread[Symbol.asyncDispose]()
    },
  }
}

function runningOf<Theirs extends CallableFunctions>(state: State<Theirs>): Running<Theirs> | Error {
  if (state.isClosed) return new Error('the server is stopping')
  if (state.running !== undefined) return state.running
  const { options, clock } = state
  if (clock.monotonicMs() < state.pausedUntilMs) return new ThreadEnded(`${state.lastReason} a moment ago`)
  const thread = startWatchedThread({ ...options, isLowered: true })
  const calls = connectCalls<Theirs>(thread.worker, options.ours ?? {})
  const running: Running<Theirs> = {
    thread,
    calls,
    startedAtMs: clock.monotonicMs(),
    underway: 0,
    idle: new AbortController(),
  }
  state.running = running
  void thread.ended.then((end) => {
    if (end !== undefined) noteEnd(state, running, end)
  })
  return running
}

function noteEnd<Theirs extends CallableFunctions>(
  state: State<Theirs>,
  running: Running<Theirs>,
  { kind, reason, error }: ThreadEnd,
): void {
  const { clock, options } = state
  if (state.running === running) state.running = undefined
  const nowMs = clock.monotonicMs()
  state.pauseMs =
    nowMs - running.startedAtMs >= STEADY_MS ? 0 : Math.min(Math.max(state.pauseMs * 2, FIRST_PAUSE_MS), MAX_PAUSE_MS)
  state.pausedUntilMs = nowMs + state.pauseMs
  state.lastReason = reason
  options.log.error({ thread: options.name, end: kind, reason, err: error }, 'a thread ended unexpectedly')
  running.calls.close(new ThreadEnded(reason))
}

async function endWhenIdle<Theirs extends CallableFunctions>(state: State<Theirs>, running: Running<Theirs>) {
  running.idle = new AbortController()
  try {
    await state.clock.sleep(state.options.idleMs ?? IDLE_MS, running.idle.signal)
  } catch {
    return // It is used again.
  }
  if (state.running !== running) return
  state.running = undefined
  await running.thread[Symbol.asyncDispose]()
}
