import type { Log } from '../../platform/log.ts'
import type { IndexSetStore, StoredIndexSet } from './index-set-store.ts'

/** A set that fails does not prevent the next ones. */
export async function eachWritableSet(
  { store, log }: { readonly store: Pick<IndexSetStore, 'sets'>; readonly log: Log },
  task: (set: StoredIndexSet) => Promise<unknown>,
): Promise<void> {
  for (const set of await store.sets.list()) {
    if (!set.writable) continue
    try {
      await task(set)
    } catch (error) {
      log.error({ err: error, indexSetId: set.id }, 'an index set was not looked after')
    }
  }
}
