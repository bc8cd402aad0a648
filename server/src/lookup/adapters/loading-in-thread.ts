/**
 * Lists that adapters load as a whole. Each load requests the list and builds its table in a thread of its adapter: a
 * response that ends the thread is the failure of that adapter only, which goes on with the list that it has. The thread
 * ends after the load, unless the next one follows soon, because loads are rare and a thread needs 25 MB.
 */
import type { Clock } from '../../platform/clock.ts'
import { createFairQueue, type FairQueue } from '../../platform/fair-queue/fair-queue.ts'
import { ThreadEnded } from '../../platform/threads/called-thread.ts'
import type { SharedAnswers } from '../shared-tables/shared-answers.ts'
import type { AdapterStart } from './adapter.ts'
import { createAdapterThread } from './adapter-thread.ts'
import type { ListFunctions, ListSource, ListVersion } from './list-thread.ts'

/** The memory limit of the thread of one adapter, which holds the response, its text and its table. */
const LIST_MEMORY_MB = 512
/** The time limit for requesting a list and building its table. */
const LOAD_LIMIT_MS = 120_000
/** The number of lists that all adapters together load at the same time. */
const LOADS_AT_ONCE = 8
/** The thread of an adapter that loads more often is not ended in between. */
const OFTEN_MS = 10_000

export const createListLoads = (clock: Clock): FairQueue =>
  // Each adapter waits with one load at most.
  createFairQueue({ clock, places: LOADS_AT_ONCE, waiting: Number.POSITIVE_INFINITY })

export function loadingInThread(source: ListSource, refreshEveryMs: number, start: AdapterStart) {
  const thread = createAdapterThread<ListFunctions>(start, {
    program: new URL('./list-program.ts', import.meta.url),
    data: source,
    memoryMb: LIST_MEMORY_MB,
    idleMs: refreshEveryMs < OFTEN_MS ? refreshEveryMs * 2 : 0,
  })
  let answers: SharedAnswers | undefined
  let version: ListVersion | undefined

  async function load(signal: AbortSignal) {
    using _place = await start.listLoads.acquire({ owner: start.id, signal })
    const limit = AbortSignal.timeout(LOAD_LIMIT_MS)
    try {
      return await thread.call('load', version, { signal: AbortSignal.any([signal, limit]) })
    } catch (error) {
      signal.throwIfAborted()
      if (limit.aborted) throw new Error(`The list was not loaded within ${LOAD_LIMIT_MS / 1000} seconds.`)
      if (error instanceof ThreadEnded) throw new Error(`The thread that loads the list was ended: ${error.message}`)
      throw error
    }
  }

  return {
    answers: () => answers,
    async refresh(signal: AbortSignal) {
      const loaded = await load(signal)
      version = loaded.version
      if (loaded.answers === undefined) return 'unchanged'
      answers = loaded.answers
      return 'changed'
    },
    /** Deletes the list. The next refresh loads it, even if it did not change. */
    drop() {
      answers = undefined
      version = undefined
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
