/** The stored documents of inputs. */
import { nullable } from '@logyard/contract/http/envelope'
import { type Static, Type } from 'typebox'
import { configuredFields, configuredSecrets } from '../../configured/stored-configured.ts'
import { defineCollection } from '../../platform/settings/settings-store.ts'

export const StoredInput = Type.Object({
  ...configuredFields,
  global: Type.Boolean(),
  node: nullable(Type.String()),
  static_fields: Type.Record(Type.String(), Type.String()),
})
export type StoredInput = Static<typeof StoredInput>

export const inputCollection = defineCollection({
  name: 'inputs',
  audit: { type: 'input', isChangedBySystem: true },
  schema: StoredInput,
  secrets: configuredSecrets,
})

/** Stands for all nodes, those included that join later. */
export const EVERY_NODE = '*'

/** A user stopped the input on this node, or on `EVERY_NODE`. It stays stopped across restarts, until it is started again. */
export const StoredStop = Type.Object({ id: Type.String(), input_id: Type.String(), node_id: Type.String() })
export type StoredStop = Static<typeof StoredStop>

export const stopCollection = defineCollection({
  name: 'input_stops',
  audit: { type: 'input-stops' },
  schema: StoredStop,
  keys: {
    input: { unique: false, of: (stop: StoredStop) => [stop.input_id] },
    node: { unique: false, of: (stop: StoredStop) => [stop.node_id] },
  },
})

export const stopOf = (inputId: string, nodeId: string): StoredStop => ({
  id: `${nodeId}/${inputId}`,
  input_id: inputId,
  node_id: nodeId,
})
