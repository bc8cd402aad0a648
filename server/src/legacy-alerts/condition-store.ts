/** The stored alert conditions. */
import { type Static, Type } from 'typebox'
import { defineCollection } from '../platform/settings/settings-store.ts'

const StoredCondition = Type.Object({
  id: Type.String(),
  stream_id: Type.String(),
  type: Type.String(),
  title: Type.Union([Type.String(), Type.Null()]),
  creator_user_id: Type.String(),
  created_at: Type.String({ description: 'ISO 8601, UTC' }),
  parameters: Type.Record(Type.String(), Type.Unknown()),
})
export type StoredCondition = Static<typeof StoredCondition>

export const conditionCollection = defineCollection({
  name: 'legacy_alert_conditions',
  audit: { type: 'alert-condition' },
  schema: StoredCondition,
  keys: { stream: { unique: false, of: ({ stream_id }: StoredCondition) => [stream_id] } },
})

/** Their ids are random. */
export const inOrderOfCreation = <T extends { readonly id: string; readonly created_at: string }>(
  documents: readonly T[],
): readonly T[] => documents.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))

const orderOf = ({ id, created_at }: { readonly id: string; readonly created_at: string }) => `${created_at} ${id}`
