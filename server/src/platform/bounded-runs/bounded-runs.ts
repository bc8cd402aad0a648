/**
 * Runs functions whose duration a user decides, such as a pattern on a text, in threads of their own: with limits of
 * time and heap, a bounded queue, and a share for each user. Threads start with the first run and end when idle.
 */
import type { Clock } from '../clock.ts'
import type { BoundedTask } from './bounded-task.ts'
import { tooManyRuns } from './run-errors.ts'
import { type RunThread, startRunThread } from './run-thread.ts'

export interface BoundedRuns extends AsyncDisposable {
  /**
   * Throws `LogyardError` when the run exceeds a limit or the queue is full, and what the function throws. When
   * `signal` fires, the run is stopped and the reason is thrown.
   */
  run<Input, Output>(task: BoundedTask<Input, Output>, input: Input, options: RunOptions): Promise<Output>
}

export interface RunOptions {
  readonly userId: string
  /** Of the function itself; waiting and loading its module do not count. */
  readonly limitMs?: number
  readonly signal?: AbortSignal
  /** Characters of a large input, which stay in memory while the run waits. */
  readonly characters?: number
}

export const runLimits = {
  threads: 2,
  /** A further thread is for another user. */
  threadsOfUser: 1,
  waiting: 1000,
  /** Clients such as Terraform send their requests all at once. */
  waitingOfUser: 200,
  /** A single run may exceed it. */
  waitingCharactersOfUser: 16 * 2 ** 20,
  runMs: 2000,
}

interface QueuedRun {
  readonly userId: string
  readonly characters: number
  readonly reject: (reason: unknown) => void
  readonly start: (thread: RunThread) => Promise<void>
}

interface State {
  readonly clock: Clock
  readonly threads: Set<RunThread>
  readonly idle: RunThread[]
  readonly waiting: QueuedRun[]
  /** One entry for each run that has a thread. */
  readonly running: string[]
  /** The starts so far, and the last one of each user who has runs. */
  starts: number
  readonly lastStarts: Map<string, number>
}

export function createBoundedRuns(clock: Clock): BoundedRuns {
  const state: State = {
    clock,
    threads: new Set(),
    idle: [],
    waiting: [],
    running: [],
    starts: 0,
    lastStarts: new Map(),
  }
  return {
    run: async (task, input, options) => enqueue(state, task, input, options),
    async [Symbol.asyncDispose]() {
      for (const { reject } of state.waiting.splice(0)) reject(new Error('the server is stopping'))
      await Promise.all([...state.threads].map((thread) => thread[Symbol.asyncDispose]()))
    },
  }
}

function enqueue<Input, Output>(
  state: State,
  { module, name }: BoundedTask<Input, Output>,
  input: Input,
  { userId, limitMs = runLimits.runMs, signal, characters = 0 }: RunOptions,
): Promise<Output> {
  signal?.throwIfAborted()
  const { waiting } = state
  const ofUser = waiting.filter((run) => run.userId === userId)
  const waitingCharacters = ofUser.reduce((sum, run) => sum + run.characters, 0)
  if (
    waiting.length >= runLimits.waiting ||
    ofUser.length >= runLimits.waitingOfUser ||
    (waitingCharacters > 0 && waitingCharacters + characters > runLimits.waitingCharactersOfUser)
  )
    throw tooManyRuns()

  const result = Promise.withResolvers<Output>()
  const queued: QueuedRun = {
    userId,
    characters,
    reject: result.reject,
    async start(thread) {
      signal?.removeEventListener('abort', leave)
      await thread.run<Output>({ module, name, input, limitMs, signal }).then(result.resolve, result.reject)
    },
  }
  const leave = () => {
    const at = waiting.indexOf(queued)
    if (at !== -1) waiting.splice(at, 1)
    result.reject(signal?.reason)
  }
  signal?.addEventListener('abort', leave, { once: true })
  waiting.push(queued)
  startWaiting(state)
  return result.promise
}

function startWaiting(state: State): void {
  const { waiting, running, lastStarts } = state
  while (running.length < runLimits.threads) {
    const next = nextRun(state)
    if (next === undefined) return
    waiting.splice(waiting.indexOf(next), 1)
    running.push(next.userId)
    state.starts += 1
    lastStarts.set(next.userId, state.starts)
    void runNow(state, next)
  }
}

/** Users take turns: the queue of one must not delay the runs of another by more than one of its own. */
function nextRun({ waiting, running, lastStarts }: State): QueuedRun | undefined {
  const startable = waiting.filter(({ userId }) => countOf(running, userId) < runLimits.threadsOfUser)
  const turn = ({ userId }: QueuedRun) => lastStarts.get(userId) ?? 0
  return startable.reduce<QueuedRun | undefined>(
    (best, run) => (best === undefined || turn(run) < turn(best) ? run : best),
    undefined,
  )
}

async function runNow(state: State, { userId, start }: QueuedRun): Promise<void> {
  const thread = idleThread(state)
  await start(thread)
  state.running.splice(state.running.indexOf(userId), 1)
  if (state.waiting.length === 0 && state.running.length === 0) state.lastStarts.clear()
  if (thread.isUsable) state.idle.push(thread)
  else state.threads.delete(thread)
  startWaiting(state)
}

function idleThread(state: State): RunThread {
  const idle = state.idle.pop()
  if (idle?.isUsable === true) return idle
  if (idle !== undefined) state.threads.delete(idle)
  const thread: RunThread = startRunThread(state.clock, () => {
    state.threads.delete(thread)
    const at = state.idle.indexOf(thread)
    if (at !== -1) state.idle.splice(at, 1)
  })
  state.threads.add(thread)
  return thread
}

const countOf = (userIds: readonly string[], userId: string) => userIds.filter((id) => id === userId).length
