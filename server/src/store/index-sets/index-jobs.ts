/** The long tasks about indices, as system jobs: settling a rotated index, its range, its removal. */
import type { SystemJobs } from '../../jobs/system-jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { createMutex, type Mutex } from '../../platform/mutex.ts'
import { CLEAN_UP, OPTIMIZE, REBUILD, SETTLE, SINGLE_RANGE } from './index-job-kinds.ts'
import type { IndexLookup } from './index-lookup.ts'
import type { IndexRanges } from './index-ranges.ts'
import type { IndexSetStore } from './index-set-store.ts'
import type { MessagePartitions } from './message-partitions.ts'
import type { WriteTargets } from './write-targets.ts'

/** While too many jobs of a kind run, only `rebuildRanges` throws: the next repair starts the others. */
export type IndexJobs = ReturnType<typeof createIndexJobs>

/** How long the previous write index stays writable after a rotation. */
export const SETTLE_DELAY_MS = 30_000

interface IndexJobsDeps {
  readonly jobs: Pick<SystemJobs, 'register'>
  readonly store: IndexSetStore
  readonly lookup: IndexLookup
  readonly ranges: IndexRanges
  readonly partitions: MessagePartitions
  readonly targets: WriteTargets
  readonly inTurn: Mutex
  readonly clock: Clock
}

export function createIndexJobs(deps: IndexJobsDeps) {
  const { jobs, ranges, partitions, clock } = deps
  const settling = registerSettling(deps)
  const optimizing = registerOptimizing(deps)
  const cleaning = registerCleaning(deps)
  const rebuilding = registerRebuilding(deps)
  /** A range that is calculated again is the same. */
  const singleRange = jobs.register(SINGLE_RANGE, {
    async run({ index }, signal) {
      await partitions.ready(signal)
      await ranges.calculate(index)
    },
  })

  return {
    /** Makes an index read-only that is no longer written to, and calculates its range; then it can be optimized. */
    settle: (index: string, delayMs: number) => unlessTooMany(settling.start({ index }, delayMs)),
    /** Merges its parts. */
    optimize: (index: string) => unlessTooMany(optimizing.start({ index })),
    calculateRange: (index: string) => unlessTooMany(singleRange.start({ index })),
    /** Calculates the ranges of one set, or of all sets; throws while another such job runs. */
    rebuildRanges: (indexSetId?: string) =>
      rebuilding.start({
        ...(indexSetId === undefined ? {} : { index_set_id: indexSetId }),
        asked_at: clock.now().toISOString(),
      }),
    /** Deletes the doomed indices of a set. */
    cleanUp: (indexSetId: string) => unlessTooMany(cleaning.start({ index_set_id: indexSetId })),
    /** Write for the commit that deletes the set. */
    cleaningUp: (indexSetId: string) => cleaning.starting({ index_set_id: indexSetId }),
  }
}

async function unlessTooMany(started: Promise<void>): Promise<void> {
  try {
    await started
  } catch (error) {
    if (!(error instanceof LogyardError && error.code === 'system-jobs-too-many')) throw error
  }
}

/** The state of the index and its range are the same after a repetition. */
function registerSettling({ jobs, store, lookup, ranges, partitions, targets }: IndexJobsDeps) {
  return jobs.register(SETTLE, {
    async run({ index: name }, signal) {
      await partitions.ready(signal)
      await targets.released(name, signal)
      const found = await lookup.find(name)
      if (found === undefined || found.isWriteIndex || found.index.state !== 'open') return
      // The next repair starts the optimization.
      const optimization = found.set.index_optimization_disabled ? 'not-due' : 'due'
      await store.indices.update(name, (index) => ({ ...index, is_read_only: true, optimization, range: null }))
      await ranges.calculate(name)
    },
  })
}

/**
 * Parts that are merged stay merged. An index at which the engine crashes again and again counts as optimized, so that
 * no repair starts this again.
 */
function registerOptimizing({ jobs, store, lookup, partitions }: IndexJobsDeps) {
  /** The engine has few sessions, and merging parts occupies one. */
  const oneOptimization = createMutex()
  const done = async (name: string) => {
    await store.indices.update(name, (index) => ({ ...index, optimization: 'done' }))
  }

  async function optimize(name: string, signal: AbortSignal): Promise<void> {
    await partitions.ready(signal)
    signal.throwIfAborted()
    const found = await lookup.find(name)
    if (found === undefined || found.index.state !== 'open') return
    const parts = (await partitions.figures()).get(name)?.parts ?? 0
    if (parts > found.set.index_optimization_max_num_segments) await partitions.optimize(name, signal)
    await done(name)
  }

  return jobs.register(OPTIMIZE, {
    run: ({ index }, signal) => oneOptimization(() => optimize(index, signal)),
    afterGivingUp: ({ index }) => done(index),
  })
}

/** A repetition leaves out the ranges that were calculated since it was asked for. */
function registerRebuilding({ jobs, lookup, ranges, partitions }: IndexJobsDeps) {
  return jobs.register(REBUILD, {
    async run({ index_set_id, asked_at }, signal, progress) {
      await partitions.ready(signal)
      const due = (await lookup.list(index_set_id)).filter(
        ({ index: { state, range } }) => state === 'open' && (range?.calculated_at ?? '') <= asked_at,
      )
      for (const [done, { index }] of due.entries()) {
        signal.throwIfAborted()
        progress(done / due.length)
        await ranges.calculate(index.id)
      }
    },
  })
}

/**
 * An index is doomed until its partition is dropped, and dropping it again does nothing. If the set was deleted, the
 * indices that a cancelled job leaves are those of a set that was deleted without them, so that no repair deletes them.
 * If the set is there, each was to be deleted alone, and may be dropped in part: the next repair completes that.
 */
function registerCleaning({ jobs, store, partitions, targets, inTurn }: IndexJobsDeps) {
  const doomedOf = async (indexSetId: string) =>
    (await store.indices.listBy('set', indexSetId)).filter(({ state }) => state === 'doomed')
  return jobs.register(CLEAN_UP, {
    async run({ index_set_id }, signal, progress) {
      await partitions.ready(signal)
      // Later writers must not write to the set.
      await targets.reload()
      const doomed = await doomedOf(index_set_id)
      for (const [done, { id }] of doomed.entries()) {
        signal.throwIfAborted()
        progress(done / doomed.length)
        await targets.released(id, signal)
        await inTurn(async () => {
          await partitions.drop(id)
          await store.indices.delete(id)
        })
      }
    },
    afterCancel: ({ index_set_id }) =>
      inTurn(async () => {
        if ((await store.sets.find(index_set_id)) !== undefined) return
        for (const { id } of await doomedOf(index_set_id))
          await store.indices.update(id, (index) => ({ ...index, state: 'open', range: null }))
      }),
  })
}
