/**
 * Runs functions whose duration a user decides, such as a pattern on a text, in threads of their own: with limits of
 * time and memory, and a bounded queue in which users share the time. Threads start with the first run and end when idle.
 */
import type { Clock } from '../clock.ts'
import { createFairQueue, type FairQueue } from '../fair-queue/fair-queue.ts'
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
  /** Time of the function itself; waiting and loading its module do not count. */
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

interface State {
  readonly clock: Clock
  readonly queue: FairQueue
  readonly threads: Set<RunThread>
  readonly idle: RunThread[]
  readonly stopping: AbortController
}

export function createBoundedRuns(clock: Clock): BoundedRuns {
  const state: State = {
    clock,
    queue: createFairQueue({
      clock,
      places: runLimits.threads,
      reservedPlaces: 1,
      placesOfOwner: runLimits.threadsOfUser,
      waiting: runLimits.waiting,
      waitingOfOwner: runLimits.waitingOfUser,
      waitingSizeOfOwner: runLimits.waitingCharactersOfUser,
      refuse: tooManyRuns,
    }),
    threads: new Set(),
    idle: [],
    stopping: new AbortController(),
  }
  return {
    run: (task, input, options) => run(state, task, input, options),
    async [Symbol.asyncDispose]() {
      state.stopping.abort(new Error('the server is stopping'))
      await Promise.all([...state.threads].map((thread) => thread[Symbol.asyncDispose]()))
    },
  }
}

async function run<Input, Output>(
  state: State,
  { module, name }: BoundedTask<Input, Output>,
  input: Input,
  { userId, limitMs = runLimits.runMs, signal: given, characters = 0 }: RunOptions,
): Promise<Output> {
  const { signal: stopping } = state.stopping
  const signal = given === undefined ? stopping : AbortSignal.any([given, stopping])
  const turn = { owner: userId, object: `${module} ${name}`, signal, size: characters }
  using _place = await state.queue.acquire(turn)
  const thread = idleThread(state)
  try {
    return await thread.run<Output>({ module, name, input, limitMs, signal })
  } finally {
    if (thread.isUsable) state.idle.push(thread)
    else state.threads.delete(thread)
  }
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
