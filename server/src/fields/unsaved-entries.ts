/** Entries in memory whose changes are saved in a collection now and then. Several nodes save the same ones. */
import type { Collection, Document, SettingsChange, SettingsStore } from '../platform/settings/settings-store.ts'

export function createUnsavedEntries<E extends object, T extends Document, Key extends string>(deps: {
  readonly settings: SettingsStore
  readonly collection: Collection<T, Key>
  readonly name: string
  /** Key by which the documents of one owner are found. */
  readonly ownerKey: Key
  /** The document of an entry, with what other nodes have stored. */
  readonly documentOf: (entry: E, stored: T | undefined) => T
  /** Called once the document is stored in place of `before`. */
  readonly saved: (entry: E, document: T, before: T | undefined) => void
}) {
  const { settings, collection, name, ownerKey, documentOf, saved } = deps
  const unsaved = new Set<E>()
  // Entries of two nodes would replace each other.
  const inTurn = settings.turns(name)
  let saving: Promise<void> = Promise.resolve()

  async function write(due: readonly E[]): Promise<void> {
    const found = await collection.findMany(due.map((entry) => documentOf(entry, undefined).id))
    const stored = new Map(found.map((document) => [document.id, document]))
    const merged = due.map((entry) => {
      const { id } = documentOf(entry, undefined)
      return { entry, document: documentOf(entry, stored.get(id)) }
    })
    await settings.commit(
      merged.map(({ document }) => collection[stored.has(document.id) ? 'replacing' : 'inserting'](document)),
    )
    for (const { entry, document } of merged) saved(entry, document, stored.get(document.id))
  }

  async function saveOnce() {
    if (unsaved.size === 0) return
    const due = [...unsaved]
    unsaved.clear()
    try {
      await inTurn(() => write(due))
    } catch (error) {
      for (const entry of due) unsaved.add(entry)
      throw error
    }
  }

  return {
    /** Marks an entry for the next save. */
    changed: (entry: E) => void unsaved.add(entry),
    /** Saves what has changed, including what an earlier call failed to save. Calls do not overlap. */
    save() {
      const written = saving.then(saveOnce)
      saving = written.catch(() => undefined)
      return written
    },
    /** The documents that a change left, maybe of another node. */
    readChanged: ({ ids }: SettingsChange) => collection.findMany(ids),
    /** Deletes the documents of an owner, whose entries these are. */
    async delete(owner: string, entries: Iterable<E>) {
      for (const entry of entries) unsaved.delete(entry)
      await saving
      await settings.commit((await collection.listBy(ownerKey, owner)).map(({ id }) => collection.deleting(id)))
    },
  }
}
