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

const recordCollection = defineCollection({
  name: 'unusual_messages',
  audit: { type: 'unusual-message' },
  schema: UnusualRecord,
  keys: { owner: { unique: false, of: ({ owner }) => [owner] } },
})

export interface UnusualEntry extends Static<typeof UnusualRecord> {
  /** Whether the settings have it. */
  isPersisted: boolean
}

export function createUnusualRecords(settings: SettingsStore) {
  const collection = settings.collection(recordCollection)
  return {
    list: async () => (await collection.list()).map((record) => ({ ...record, isPersisted: true })),
    ...createUnsavedEntries({
      settings,
      collection,
      ownerKey: 'owner',
      documentOf: ({ isPersisted: _, ...record }: UnusualEntry) => record,
    }),
  }
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
