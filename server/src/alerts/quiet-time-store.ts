import { QUIET_ENDS, QuietSchedule } from '@logyard/contract/alerts/quiet-times'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

const StoredQuietTime = Type.Object({
  id: Type.String(),
  title: Type.String(),
  event_definitions: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  schedule: QuietSchedule,
  at_end: Type.Enum(QUIET_ENDS),
  created_by: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
export type StoredQuietTime = Static<typeof StoredQuietTime>

export const quietTimeCollection = defineCollection({
  name: 'quiet_times',
  audit: { type: 'quiet-time' },
  schema: StoredQuietTime,
})
export type QuietTimeStore = Collection<StoredQuietTime>

/** How many notifications of a definition a quiet time held back; the id names both. */
const HeldBackCount = Type.Object({ id: Type.String(), quiet_time_id: Type.String(), count: Type.Integer() })
type HeldBackCount = Static<typeof HeldBackCount>

export const heldBackCollection = defineCollection({
  name: 'quiet_time_counts',
  audit: 'note',
  schema: HeldBackCount,
  keys: { quietTime: { unique: false, of: ({ quiet_time_id }: HeldBackCount) => [quiet_time_id] } },
})
export type HeldBackCounts = Collection<HeldBackCount, 'quietTime'>
