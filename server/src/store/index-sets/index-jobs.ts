/** The long tasks about indices, as system jobs: settling a rotated index, its range, its removal. */
import type { JobRun, SystemJobs } from '../../jobs/system-jobs.ts'
import { LogyardError } from '../../platform/errors.ts'
import { createTurns, type Turns } from '../../platform/turns.ts'
import { CLEAN_UP, OPTIMIZE, REBUILD, SETTLE, SINGLE_RANGE } from './index-job-kinds.ts'
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

interface IndexJobsDeps {
  readonly jobs: SystemJobs
  readonly store: IndexSetStore
  readonly lookup: IndexLookup
  readonly ranges: IndexRanges
  readonly partitions: MessagePartitions
  readonly targets: WriteTargets
  readonly turns: Turns
}

export function createIndexJobs(deps: IndexJobsDeps): IndexJobs {
  const { jobs, store, lookup, ranges, partitions, targets, turns } = deps
  const startOnce = createOnceStarter(jobs)
  const optimizeNow = createOptimizer(deps)
  /** The engine has few sessions, and merging parts occupies one. */
  const oneOptimization = createTurns()

  async function settleNow(name: string, signal: AbortSignal): Promise<void> {
    await targets.released(name, signal)
    const found = await lookup.find(name)
    if (found === undefined || found.isWriteIndex || found.index.state !== 'open') return
    // The next repair starts the optimization.
    const optimization = found.set.index_optimization_disabled ? 'not-due' : 'due'
    await store.indices.update(name, (index) => ({ ...index, is_read_only: true, optimization, range: null }))
    await ranges.calculate(name)
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

/** Starting a job does nothing while it is pending, or while too many run: the next repair tries again. */
function createOnceStarter(jobs: SystemJobs) {
  const pending = new Set<string>()
  return (key: string, job: JobRun): void => {
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
}

function createOptimizer({ store, lookup, partitions }: Pick<IndexJobsDeps, 'store' | 'lookup' | 'partitions'>) {
  const tried = new Map<string, number>()
  return async function optimize(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const found = await lookup.find(name)
    if (found === undefined || found.index.state !== 'open') return
    const tries = (tried.get(name) ?? 0) + 1
    tried.set(name, tries)
    const done = () => store.indices.update(name, (index) => ({ ...index, optimization: 'done' }))
    try {
      const parts = (await partitions.figures()).get(name)?.parts ?? 0
      if (parts > found.set.index_optimization_max_num_segments) await partitions.optimize(name, signal)
    } catch (error) {
      if (tries >= MAX_OPTIMIZATIONS && !signal.aborted) await done()
      throw error
    }
    await done()
    tried.delete(name)
  }
}
