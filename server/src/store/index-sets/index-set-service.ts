import type { IndexSet, IndexSetDraft, IndexSetUpdate } from '@logyard/contract/store/index-sets'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Mutex } from '../../platform/mutex.ts'
import { unlessTaken } from '../../platform/settings/unless-taken.ts'
import { checkColdAfter } from './check-cold-after.ts'
import {
  defaultIndexSetKept,
  defaultIndexSetReadOnly,
  indexPrefixConflicts,
  indexPrefixManaged,
  indexSetInUse,
  indexSetNotFound,
} from './index-errors.ts'
import type { IndexJobs } from './index-jobs.ts'
import { type IndexLookup, indexNumber } from './index-lookup.ts'
import type { IndexSetDefaultsReader } from './index-set-defaults.ts'
import { defaultIndexSetCollection, type IndexSetStore, type StoredIndexSet } from './index-set-store.ts'
import type { Indices } from './indices.ts'
import { checkRefreshInterval, readIndexSetDraft, readIndexSetUpdate } from './read-index-set.ts'
import type { WriteTargets } from './write-targets.ts'

export type IndexSetService = ReturnType<typeof createIndexSetService>

interface IndexSetServiceDeps {
  readonly store: IndexSetStore
  readonly lookup: IndexLookup
  readonly indices: Indices
  readonly targets: WriteTargets
  readonly jobs: IndexJobs
  readonly inTurn: Mutex
  readonly clock: Clock
  readonly ids: Ids
  /** Whether a stream writes to the set. */
  readonly isAssigned: (indexSetId: string) => Promise<boolean>
  readonly defaults: Pick<IndexSetDefaultsReader, 'read'>
  readonly hasColdStorage: boolean
}

export function createIndexSetService(deps: IndexSetServiceDeps) {
  const { store, indices, targets, jobs, inTurn, clock, ids, isAssigned, hasColdStorage } = deps
  const { settings, sets } = store

  async function defaultId(): Promise<string> {
    const stored = await store.defaults.find('default')
    if (stored === undefined) throw new Error('there is no default index set')
    return stored.index_set_id
  }

  const answer = async (set: StoredIndexSet): Promise<IndexSet> => ({ ...set, default: set.id === (await defaultId()) })

  async function create(draft: IndexSetDraft): Promise<IndexSet> {
    const set = readIndexSetDraft(draft, await deps.defaults.read(), { id: ids.next(), now: clock.now() })
    await checkPrefix(deps, set.index_prefix)
    checkRefreshInterval(set)
    checkColdAfter(set, undefined, hasColdStorage)
    const first = await indices.nextIndex(set)
    await settings.commit([
      ...(await adopting(store, set)),
      sets.inserting(set),
      store.indices.inserting(first),
      store.writeIndices.inserting({ id: set.id, index: first.id }),
    ])
    await targets.reload()
    return answer(set)
  }

  async function remove(id: string, withIndices: boolean): Promise<void> {
    const stored = await sets.findVersioned(id)
    if (stored === undefined) throw indexSetNotFound.otherwise(id)
    if (id === (await defaultId())) throw defaultIndexSetKept(id)
    if (await isAssigned(id)) throw indexSetInUse(id)
    const owned = withIndices ? await store.indices.listBy('set', id) : []
    const doomed = owned.map((index) => store.indices.replacing({ ...index, state: 'doomed' }))
    const writes = [sets.deleting(id, stored.version), store.writeIndices.deleting(id), ...doomed]
    // If an index of the set is just being deleted, the next repair deletes those that this does not find.
    const isDone = withIndices && (await unlessTaken(settings.commit([...writes, jobs.cleaningUp(id)])))
    if (!isDone) await settings.commit(writes)
    await targets.reload()
  }

  return {
    /** Sorted by title. */
    async list() {
      const standard = await defaultId()
      const all = (await sets.list()).map((set) => ({ ...set, default: set.id === standard }))
      return all.sort((a, b) => a.title.localeCompare(b.title, 'en'))
    },
    async find(id: string) {
      const set = await sets.find(id)
      return set === undefined ? undefined : answer(set)
    },
    /** Writes for a commit that needs the set: of the commit and a concurrent deletion of the set, one fails. */
    async claiming(id: string) {
      const stored = await sets.findVersioned(id)
      return stored === undefined ? [] : [sets.replacing(stored.document, stored.version)]
    },
    defaultId,
    /** Calls the listener when the default set may have changed, until disposed. */
    onDefaultChange: (listener: () => void) => settings.onChange(defaultIndexSetCollection.name, () => listener()),
    create: (draft: IndexSetDraft) => inTurn(() => create(draft)),
    update: (id: string, update: IndexSetUpdate) =>
      inTurn(async () => {
        const stored = await sets.findVersioned(id)
        if (stored === undefined) throw indexSetNotFound.whenChanged(id)
        const changed = readIndexSetUpdate(stored.document, update)
        checkColdAfter(changed, stored.document, hasColdStorage)
        if (!changed.writable && id === (await defaultId())) throw defaultIndexSetReadOnly()
        await settings.commit([sets.replacing(changed, stored.version)])
        return answer(changed)
      }),
    makeDefault: (id: string) =>
      inTurn(async () => {
        const set = await sets.find(id)
        if (set === undefined) throw indexSetNotFound.whenMadeDefault(id)
        if (!set.writable) throw defaultIndexSetReadOnly()
        await store.defaults.put({ id: 'default', index_set_id: id })
        return { ...set, default: true }
      }),
    /** If the indices are not deleted they stay in the engine, outside of all lists, figures and searches. */
    delete: (id: string, withIndices: boolean) => inTurn(() => remove(id, withIndices)),
  }
}

async function checkPrefix(
  { store, lookup }: Pick<IndexSetServiceDeps, 'store' | 'lookup'>,
  prefix: string,
): Promise<void> {
  const others = (await store.sets.list()).map((set) => set.index_prefix)
  if (others.includes(prefix) || (await lookup.isManagedName(prefix))) throw indexPrefixManaged(prefix)
  const other = others.find((candidate) => candidate.startsWith(prefix) || prefix.startsWith(candidate))
  if (other !== undefined) throw indexPrefixConflicts(prefix, other)
}

/** Indices that remain from a deleted set with this prefix belong to the new set. */
async function adopting(store: IndexSetStore, set: StoredIndexSet) {
  const present = new Set((await store.sets.list()).map(({ id }) => id))
  const orphans = (await store.indices.list()).filter(
    ({ id, index_set_id, state }) =>
      state !== 'doomed' && !present.has(index_set_id) && indexNumber(id, set.index_prefix) !== undefined,
  )
  return orphans.map((index) => store.indices.replacing({ ...index, index_set_id: set.id }))
}
