/** The stored counts of unusual messages: one record for each stream or input, kind and field. */
import type { UnusualField } from '@logyard/contract/fields/unusual-messages'
import { type Static, Type } from 'typebox'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import { kindsOf } from './field-forms.ts'
import { createUnsavedEntries } from './unsaved-entries.ts'

const UnusualRecord = Type.Object({
  id: Type.String(),
  owner: Type.String(),
  kind: Type.Union([Type.Literal('type-clash'), Type.Literal('long-value'), Type.Literal('field-flood')]),
  field: Type.String(),
  index_set: Type.String(),
  usual_form: Type.Integer(),
  other_forms: Type.Integer(),
  count: Type.Integer(),
  first_seen: Type.String(),
  last_seen: Type.String(),
  example_index: Type.String(),
  example_id: Type.String(),
})

export const recordCollection = defineCollection({
  name: 'unusual_messages',
  audit: { type: 'unusual-message' },
  schema: UnusualRecord,
  keys: { owner: { unique: false, of: ({ owner }) => [owner] } },
})

type StoredUnusual = Static<typeof UnusualRecord>

export interface UnusualEntry extends StoredUnusual {
  /** The part of the count that the settings have. */
  savedCount: number
}

export function createUnusualRecords(settings: SettingsStore) {
  const collection = settings.collection(recordCollection)
  return {
    list: async () => (await collection.list()).map((record) => ({ ...record, savedCount: record.count })),
    ...createUnsavedEntries({
      settings,
      collection,
      ownerKey: 'owner',
      name: 'unusual messages',
      documentOf: ({ savedCount, ...record }: UnusualEntry, stored) => ({
        ...record,
        count: (stored?.count ?? 0) + record.count - savedCount,
        other_forms: record.other_forms | (stored?.other_forms ?? 0),
        first_seen: stored?.first_seen ?? record.first_seen,
      }),
      saved(entry, document, before) {
        // The commit does not include messages that were counted while it ran.
        entry.count += (before?.count ?? 0) - entry.savedCount
        entry.savedCount = document.count
      },
    }),
  }
}

/** Takes over the counts of all nodes, and keeps those of this node that are not stored yet. */
export function takeOver(entry: UnusualEntry, { count, other_forms, first_seen }: StoredUnusual): void {
  entry.count += count - entry.savedCount
  entry.savedCount = count
  entry.other_forms |= other_forms
  entry.first_seen = first_seen
}

export function unusualField(entry: UnusualEntry): UnusualField {
  const [usual = 'string'] = kindsOf(entry.usual_form)
  return {
    kind: entry.kind,
    field: entry.field,
    index_set: entry.index_set,
    usual_type: usual,
    other_types: entry.kind === 'type-clash' ? [...kindsOf(entry.other_forms)] : [],
    count: entry.count,
    first_seen: entry.first_seen,
    last_seen: entry.last_seen,
    example: { index: entry.example_index, message_id: entry.example_id },
  }
}
