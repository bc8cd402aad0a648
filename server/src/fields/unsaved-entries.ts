/** Entries in memory whose changes are saved in a collection now and then. */
import type { Collection, Document, SettingsStore } from '../platform/settings/settings-store.ts'

interface Entry {
  /** Whether the settings have it. */
  isPersisted: boolean
}

export function createUnsavedEntries<E extends Entry, T extends Document, Key extends string>(deps: {
  readonly settings: SettingsStore
  readonly collection: Collection<T, Key>
  /** Key by which the documents of one owner are found. */
  readonly ownerKey: Key
  readonly documentOf: (entry: E) => T
}) {
  const { settings, collection, ownerKey, documentOf } = deps
  const unsaved = new Set<E>()
  let saving: Promise<void> = Promise.resolve()

  async function saveOnce() {
    if (unsaved.size === 0) return
    const due = [...unsaved]
    unsaved.clear()
    try {
      await settings.commit(
        due.map((entry) => collection[entry.isPersisted ? 'replacing' : 'inserting'](documentOf(entry))),
      )
    } catch (error) {
      for (const entry of due) unsaved.add(entry)
      throw error
    }
    for (const entry of due) entry.isPersisted = true
  }

  return {
    /** Marks an entry for the next save. */
    changed: (entry: E) => void unsaved.add(entry),
    /** Saves what has changed, including what an earlier call failed to save. Calls do not overlap. */
    save() {
      const saved = saving.then(saveOnce)
      saving = saved.catch(() => undefined)
      return saved
    },
    /** Deletes the documents of an owner, whose entries these are. */
    async delete(owner: string, entries: Iterable<E>) {
      for (const entry of entries) unsaved.delete(entry)
      await saving
      await settings.commit((await collection.listBy(ownerKey, owner)).map(({ id }) => collection.deleting(id)))
    },
  }
}
