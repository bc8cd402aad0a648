/** What the settings keep about outputs; which streams have them stands with the streams. */
import { nullable } from '@logyard/contract/http/envelope'
import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

export const StoredOutput = Type.Object({
  id: Type.String(),
  title: Type.String(),
  type: Type.String(),
  creator_user_id: Type.String(),
  created_at: Type.String(),
  content_pack: nullable(Type.String()),
  /** As JSON, and encrypted at rest: there may be passwords in it. */
  configuration: Type.String(),
})
export type StoredOutput = Static<typeof StoredOutput>

export const outputCollection = defineCollection({
  name: 'outputs',
  schema: StoredOutput,
  secrets: ['configuration'],
})
export type OutputStore = Collection<StoredOutput>

export const storedConfiguration = ({ configuration }: StoredOutput): OutputConfiguration => JSON.parse(configuration)
