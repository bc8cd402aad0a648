/** The stored alarm callbacks. */
import type { AlarmCallback } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { type Static, Type } from 'typebox'
import { legacyInstant } from '../identity/accounts/legacy-instant.ts'
import { defineCollection } from '../platform/settings/settings-store.ts'

const StoredCallback = Type.Object({
  id: Type.String(),
  stream_id: Type.String(),
  type: Type.String(),
  title: Type.Union([Type.String(), Type.Null()]),
  creator_user_id: Type.String(),
  created_at: Type.String({ description: 'ISO 8601, UTC' }),
  configuration: Type.String({ description: 'JSON; an address may have a secret' }),
})
export type StoredCallback = Static<typeof StoredCallback>

export const callbackCollection = defineCollection({
  name: 'legacy_alarm_callbacks',
  audit: { type: 'alarm-callback' },
  schema: StoredCallback,
  secrets: ['configuration'],
  keys: { stream: { unique: false, of: ({ stream_id }: StoredCallback) => [stream_id] } },
})

export const configurationOf = ({ configuration }: StoredCallback): Record<string, unknown> => JSON.parse(configuration)

export const callbackAnswer = (callback: StoredCallback): AlarmCallback => ({
  ...callback,
  created_at: legacyInstant(Date.parse(callback.created_at)),
  configuration: configurationOf(callback),
})
