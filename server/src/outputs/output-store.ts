/** The stored documents of outputs. Which streams use an output is stored with the streams. */
import { type Static, Type } from 'typebox'
import { configuredFields, configuredSecrets } from '../configured/stored-configured.ts'
import { defineCollection } from '../platform/settings/settings-store.ts'

export const StoredOutput = Type.Object(configuredFields)
export type StoredOutput = Static<typeof StoredOutput>

export const outputCollection = defineCollection({
  name: 'outputs',
  audit: { type: 'output', isChangedBySystem: true },
  schema: StoredOutput,
  secrets: configuredSecrets,
})
