/** Starts, closes, reopens and deletes indices, one change at a time. */
import type { SystemMessages } from '../../notices/system-messages.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Mutex } from '../../platform/mutex.ts'
import {
  indexBehind,
  indexBeingReplaced,
  indexBusy,
  indexSetNotFound,
  indexSetNotWritable,
  writeIndexKept,
} from './index-errors.ts'
import { type IndexJobs, SETTLE_DELAY_MS } from './index-jobs.ts'
import { type IndexLookup, indexNumber, type ManagedIndex } from './index-lookup.ts'
import { unknownRange } from './index-ranges.ts'
import type { IndexSetStore, StoredIndex, StoredIndexSet } from './index-set-store.ts'
import type { MessagePartitions } from './message-partitions.ts'
import type { WriteTargets } from './write-targets.ts'

export type Indices = ReturnType<typeof createIndices>

/** How long closing or deleting waits for writers of the index: less than the timeout of clients. */
const RELEASE_MS = 5000

export function createIndices(deps: {
  readonly store: IndexSetStore
  readonly lookup: IndexLookup
  readonly partitions: MessagePartitions
  readonly targets: WriteTargets
  readonly jobs: IndexJobs
  readonly messages: SystemMessages
  readonly inTurn: Mutex
  readonly clock: Clock
}) {
  const { store, lookup, partitions, targets, jobs, messages, inTurn, clock } = deps

  /** The writes that start the next index of the set and make it the write index. Call it within `inTurn`. */
  const nextIndex = (set: StoredIndexSet) => findNextIndex(store, clock, set)

  async function cycleNow(
    indexSetId: string,
    isDue: (current: ManagedIndex | undefined) => boolean,
  ): Promise<string | undefined> {
    const set = await store.sets.find(indexSetId)
    if (set === undefined) throw indexSetNotFound.otherwise(indexSetId)
    if (!set.writable) throw indexSetNotWritable(set)
    const target = await store.writeIndices.findVersioned(indexSetId)
    const current = target === undefined ? undefined : await lookup.find(target.document.index)
    if (!isDue(current)) return undefined
    const next = await nextIndex(set)
    const pointer = { id: indexSetId, index: next.id }
    await store.settings.commit([
      store.indices.inserting(next),
      target === undefined
        ? store.writeIndices.inserting(pointer)
        : store.writeIndices.replacing(pointer, target.version),
    ])
    await targets.reload()
    const from = current === undefined ? '' : ` from ${current.index.id}`
    await messages.write('Deflector', `Index set <${set.title}> writes${from} to ${next.id} from now on.`)
    if (current !== undefined) await jobs.settle(current.index.id, SETTLE_DELAY_MS)
    return next.id
  }

  /** Changes an index that has no writer, and never will have one again. */
  async function change(name: string, what: 'closed' | 'deleted', work: (found: ManagedIndex) => Promise<void>) {
    if ((await lookup.get(name)).isWriteIndex) throw writeIndexKept(name, what)
    await untilReleased(name, targets, clock)
    await inTurn(async () => work(await lookup.get(name)))
  }

  /**
   * The state comes first, as an index has many partitions: if the engine ends in between, the next repair changes those
   * that are left.
   */
  async function intend(name: string, state: Partial<StoredIndex>): Promise<void> {
    partitions.requireEngine()
    await store.indices.update(name, (stored) => ({ ...stored, ...state }))
  }

  return {
    nextIndex,
    /** Starts the next index if `isDue` is still true in its turn, and answers its name. */
    cycle: (indexSetId: string, isDue: (current: ManagedIndex | undefined) => boolean = () => true) =>
      inTurn(() => cycleNow(indexSetId, isDue)),
    close: (name: string) =>
      change(name, 'closed', async ({ index }) => {
        if (index.state === 'closed') return
        if ((await partitions.beingReplaced()) === name) throw indexBeingReplaced(name)
        if (!partitions.areComplete()) throw indexBehind(name)
        await intend(name, { state: 'closed', is_reopened: false, range: null })
        await partitions.detach(name)
      }),
    async reopen(name: string) {
      await inTurn(async () => {
        const { index } = await lookup.get(name)
        if (index.state === 'open') return
        await intend(name, { state: 'open', is_reopened: true, range: null })
        await partitions.attach(name)
        await jobs.calculateRange(name)
      })
    },
    delete: (name: string) =>
      change(name, 'deleted', async () => {
        await intend(name, { state: 'doomed' })
        await partitions.drop(name)
        await store.indices.delete(name)
      }),
  }
}

async function findNextIndex(store: IndexSetStore, clock: Clock, set: StoredIndexSet): Promise<StoredIndex> {
  const numbers = (await store.indices.list()).map(({ id }) => indexNumber(id, set.index_prefix) ?? -1)
  const number = Math.max(-1, ...numbers) + 1
  const now = clock.now()
  return {
    id: `${set.index_prefix}_${number}`,
    index_set_id: set.id,
    number,
    created_at: now.toISOString(),
    state: 'open',
    is_reopened: false,
    is_read_only: false,
    optimization: 'not-due',
    range: unknownRange(now),
  }
}

async function untilReleased(name: string, targets: WriteTargets, clock: Clock): Promise<void> {
  const leaving = new AbortController()
  const patience = clock.sleep(RELEASE_MS, leaving.signal).then(
    () => {
      leaving.abort()
      throw indexBusy(name)
    },
    () => undefined,
  )
  const done = targets.released(name, leaving.signal).then(
    () => leaving.abort(),
    () => undefined,
  )
  await Promise.all([patience, done])
}
