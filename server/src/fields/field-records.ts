/** Persists the known fields in the settings. */
import { Type } from 'typebox'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import type { KnownField } from './known-fields.ts'

const fieldCollection = defineCollection({
  name: 'message_fields',
  audit: 'note',
  schema: Type.Object({
    id: Type.String(),
    index: Type.String(),
    field: Type.String(),
    forms: Type.Integer(),
    first: Type.Integer(),
  }),
  keys: { index: { unique: false, of: ({ index }) => [index] } },
})

export function createFieldRecords(settings: SettingsStore) {
  const stored = settings.collection(fieldCollection)
  const unsaved = new Set<KnownField>()
  let saving: Promise<void> = Promise.resolve()

  async function saveOnce() {
    const due = [...unsaved]
    if (due.length === 0) return
    unsaved.clear()
    const writes = due.map(({ isPersisted, ...known }) => {
      const document = { id: `${known.index} ${known.field}`, ...known }
      return isPersisted ? stored.replacing(document) : stored.inserting(document)
    })
    try {
      await settings.commit(writes)
    } catch (error) {
      for (const known of due) unsaved.add(known)
      throw error
    }
    for (const known of due) known.isPersisted = true
  }

  return {
    list: async () => (await stored.list()).map(({ index, field, forms, first }) => ({ index, field, forms, first })),
    /** Marks a field for the next save. */
    changed: (field: KnownField) => void unsaved.add(field),
    /** Saves what has changed, including what an earlier call failed to save. */
    save() {
      const saved = saving.then(saveOnce)
      saving = saved.catch(() => undefined)
      return saved
    },
    /** Deletes the fields of an index. */
    async delete(index: string, fields: readonly KnownField[]) {
      for (const field of fields) unsaved.delete(field)
      await saving
      await settings.commit((await stored.listBy('index', index)).map(({ id }) => stored.deleting(id)))
    },
  }
}
