/** The long tasks about indices, as system jobs: settling a rotated index, its range, its removal. */
import type { JobKind, JobRun, SystemJobs } from '../../jobs/system-jobs.ts'
import { LogyardError } from '../../platform/errors.ts'
import { createTurns, type Turns } from '../../platform/turns.ts'
import type { IndexLookup } from './index-lookup.ts'
import type { IndexRanges } from './index-ranges.ts'
import type { IndexSetStore } from './index-set-store.ts'
import type { MessagePartitions } from './message-partitions.ts'
import type { WriteTargets } from './write-targets.ts'

export interface IndexJobs {
  /** Makes an index read-only that is no longer written to, and calculates its range; then it can be optimized. */
  settle(name: string, delayMs: number): void
  /** Merges its parts. */
  optimize(name: string): void
  calculateRange(name: string): void
  /** Of one set, or of all sets; throws while another such job runs. */
  rebuildRanges(indexSetId?: string): void
  /** Deletes the doomed indices of a set that was deleted. */
  cleanUp(indexSetId: string): void
}

/** How long the previous write index stays writable after a rotation. */
export const SETTLE_DELAY_MS = 30_000
/** An engine that crashes while it merges the parts of an index must not crash for ever. */
const MAX_OPTIMIZATIONS = 3

const kind = (name: string, facts: Omit<JobKind, 'name'>): JobKind => ({
  name: `org.graylog2.indexer.${name}`,
  ...facts,
})
const plain = { isCancelable: false, providesProgress: false }
const REBUILD = kind('ranges.RebuildIndexRangesJob', {
  description: 'Rebuilds index range information.',
  isCancelable: true,
  providesProgress: true,
  maxRunning: 1,
})
const SINGLE_RANGE = kind('ranges.CreateNewSingleIndexRangeJob', {
  description: 'Creates new single index range information.',
  ...plain,
  maxRunning: Number.POSITIVE_INFINITY,
})
const SETTLE = (name: string) =>
  kind('indices.jobs.SetIndexReadOnlyAndCalculateRangeJob', {
    description: `Makes index ${name} read only and calculates and adds its index range afterwards.`,
    ...plain,
    maxRunning: 1000,
  })
const OPTIMIZE = kind('indices.jobs.OptimizeIndexJob', {
  description: 'Optimizes an index for read performance.',
  ...plain,
  maxRunning: 20,
})
const CLEAN_UP = kind('indices.jobs.IndexSetCleanupJob', {
  description: 'Deletes all indices in an index set.',
  isCancelable: true,
  providesProgress: true,
  maxRunning: 1000,
})

export function createIndexJobs(deps: {
  readonly jobs: SystemJobs
  readonly store: IndexSetStore
  readonly lookup: IndexLookup
  readonly ranges: IndexRanges
  readonly partitions: MessagePartitions
  readonly targets: WriteTargets
  readonly turns: Turns
}): IndexJobs {
  const { jobs, store, lookup, ranges, partitions, targets, turns } = deps
  const pending = new Set<string>()
  const optimizations = new Map<string, number>()
  /** The engine has few sessions, and merging parts occupies one. */
  const oneOptimization = createTurns()

  /** Does nothing if the job is pending, or if too many run: the next repair tries again. */
  function startOnce(key: string, job: JobRun): void {
    if (pending.has(key)) return
    pending.add(key)
    try {
      jobs.start({
        ...job,
        async run(signal, progress) {
          try {
            await job.run(signal, progress)
          } finally {
            pending.delete(key)
          }
        },
      })
    } catch (error) {
      pending.delete(key)
      if (!(error instanceof LogyardError && error.code === 'system-jobs-too-many')) throw error
    }
  }

  async function settleNow(name: string, signal: AbortSignal): Promise<void> {
    await targets.released(name, signal)
    const found = await lookup.find(name)
    if (found === undefined || found.isWriteIndex || found.index.state !== 'open') return
    // The next repair starts the optimization.
    const optimization = found.set.index_optimization_disabled ? 'not-due' : 'due'
    await store.indices.update(name, (index) => ({ ...index, is_read_only: true, optimization, range: null }))
    await ranges.calculate(name)
  }

  async function optimizeNow(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const found = await lookup.find(name)
    if (found === undefined || found.index.state !== 'open') return
    const tries = (optimizations.get(name) ?? 0) + 1
    optimizations.set(name, tries)
    const done = () => store.indices.update(name, (index) => ({ ...index, optimization: 'done' }))
    try {
      const parts = (await partitions.figures()).get(name)?.parts ?? 0
      if (parts > found.set.index_optimization_max_num_segments) await partitions.optimize(name, signal)
    } catch (error) {
      if (tries >= MAX_OPTIMIZATIONS && !signal.aborted) await done()
      throw error
    }
    await done()
    optimizations.delete(name)
  }

  const rangeJob = (name: string): JobRun => ({
    kind: SINGLE_RANGE,
    info: `Calculating ranges for index ${name}.`,
    run: () => ranges.calculate(name),
  })

  return {
    settle(name, delayMs) {
      const job = { kind: SETTLE(name), info: `Settling index ${name}.`, delayMs }
      startOnce(`settle:${name}`, { ...job, run: (signal) => settleNow(name, signal) })
    },
    optimize(name) {
      const job = { kind: OPTIMIZE, info: `Optimizing index ${name}.` }
      startOnce(`optimize:${name}`, { ...job, run: (signal) => oneOptimization(() => optimizeNow(name, signal)) })
    },
    calculateRange: (name) => startOnce(`range:${name}`, rangeJob(name)),
    rebuildRanges(indexSetId) {
      jobs.start({
        kind: REBUILD,
        info: 'No further information available.',
        async run(signal, progress) {
          const open = (await lookup.list(indexSetId)).filter(({ index }) => index.state === 'open')
          for (const [done, { index }] of open.entries()) {
            signal.throwIfAborted()
            progress(done / open.length)
            await ranges.calculate(index.id)
          }
        },
      })
    },
    cleanUp(indexSetId) {
      startOnce(`clean-up:${indexSetId}`, {
        kind: CLEAN_UP,
        info: `Deleting the indices of index set ${indexSetId}.`,
        async run(signal, progress) {
          const indices = await store.indices.listBy('set', indexSetId)
          const doomed = indices.filter((index) => index.state === 'doomed')
          for (const [done, { id }] of doomed.entries()) {
            signal.throwIfAborted()
            progress(done / doomed.length)
            await targets.released(id, signal)
            await turns(async () => {
              await partitions.drop(id)
              await store.indices.delete(id)
            })
          }
        },
      })
    },
  }
}
