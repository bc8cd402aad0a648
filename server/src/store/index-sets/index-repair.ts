/**
 * Makes the engine consistent with the settings again: after a crash in the middle of a change, a job that was given up,
 * or a restored backup. The settings are authoritative; no data is deleted here except that of indices that a user
 * deleted.
 */
import type { Log } from '../../platform/log.ts'
import type { Mutex } from '../../platform/mutex.ts'
import { eachWritableSet } from './each-writable-set.ts'
import type { IndexJobs } from './index-jobs.ts'
import { type IndexLookup, indexNumber, type ManagedIndex } from './index-lookup.ts'
import type { IndexSetStore, StoredIndex } from './index-set-store.ts'
import type { Indices } from './indices.ts'
import type { MessagePartitions, PartitionFigures } from './message-partitions.ts'

export function createIndexRepair(deps: {
  readonly store: IndexSetStore
  readonly lookup: IndexLookup
  readonly partitions: MessagePartitions
  readonly indices: Indices
  readonly jobs: IndexJobs
  readonly inTurn: Mutex
  readonly log: Log
}) {
  const { store, lookup, partitions, indices, jobs, inTurn, log } = deps

  /** Adopts partitions that have the name of an index of a set but are not in the settings. */
  async function adopt(figures: ReadonlyMap<string, PartitionFigures>): Promise<void> {
    const known = new Set((await store.indices.list()).map(({ id }) => id))
    for (const set of await store.sets.list()) {
      for (const name of figures.keys()) {
        const number = indexNumber(name, set.index_prefix)
        if (number === undefined || known.has(name)) continue
        await store.indices.insert(adopted(name, set.id, number))
      }
    }
  }

  async function align(figures: ReadonlyMap<string, PartitionFigures>): Promise<void> {
    const managed = (await lookup.list()).map(({ index }) => index)
    const replaced = await partitions.beingReplaced()
    const closed = managed.filter(({ id, state }) => state === 'closed' && figures.has(id))
    for (const { id } of closed) if (id !== replaced) await partitions.detach(id)
    const open = managed.filter(({ state }) => state === 'open').map(({ id }) => id)
    for (const id of await partitions.detachedOf(open)) await partitions.attach(id)
  }

  async function pointWriters(): Promise<void> {
    const isLost = (current: ManagedIndex | undefined) => current === undefined || current.index.state !== 'open'
    await eachWritableSet({ store, log }, (set) => indices.cycle(set.id, isLost))
  }

  async function startDueJobs(): Promise<void> {
    for (const { index, isWriteIndex } of await lookup.list()) {
      if (isWriteIndex || index.state !== 'open') continue
      if (!index.is_read_only) await jobs.settle(index.id, 0)
      else {
        if (index.range === null) await jobs.calculateRange(index.id)
        if (index.optimization === 'due') await jobs.optimize(index.id)
      }
    }
    const doomed = (await store.indices.list()).filter(({ state }) => state === 'doomed')
    for (const indexSetId of new Set(doomed.map((index) => index.index_set_id))) await jobs.cleanUp(indexSetId)
  }

  return {
    async run() {
      await inTurn(async () => {
        const figures = await partitions.figures()
        await adopt(figures)
        await align(figures)
      })
      await pointWriters()
      await startDueJobs()
    },
  }
}

const adopted = (id: string, indexSetId: string, number: number): StoredIndex => ({
  id,
  index_set_id: indexSetId,
  number,
  created_at: null,
  state: 'open',
  is_reopened: false,
  is_read_only: false,
  optimization: 'not-due',
  range: null,
})
