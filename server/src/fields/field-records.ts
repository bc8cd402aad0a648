/** Persists the known fields in the settings. */
import { Type } from 'typebox'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import type { KnownField } from './known-fields.ts'
import { createUnsavedEntries } from './unsaved-entries.ts'

export const fieldCollection = defineCollection({
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
  const collection = settings.collection(fieldCollection)
  return {
    list: async () =>
      (await collection.list()).map(({ index, field, forms, first }) => ({ index, field, forms, first })),
    ...createUnsavedEntries({
      settings,
      collection,
      ownerKey: 'index',
      name: 'fields of messages',
      documentOf: (known: KnownField, stored) => ({
        id: `${known.index} ${known.field}`,
        ...known,
        first: stored?.first ?? known.first,
        forms: known.forms | (stored?.forms ?? 0),
      }),
      saved(known, { first, forms }) {
        known.first = first
        known.forms |= forms
      },
    }),
  }
}
