/** What the settings keep about inputs. */
import { nullable } from '@logyard/contract/http/envelope'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

export const StoredInput = Type.Object({
  id: Type.String(),
  title: Type.String(),
  type: Type.String(),
  global: Type.Boolean(),
  node: nullable(Type.String()),
  content_pack: nullable(Type.String()),
  creator_user_id: Type.String(),
  created_at: Type.String(),
  /** As JSON, and encrypted at rest: there may be passwords in it. */
  configuration: Type.String(),
  static_fields: Type.Record(Type.String(), Type.String()),
})
export type StoredInput = Static<typeof StoredInput>

export const inputCollection = defineCollection({
  name: 'inputs',
  schema: StoredInput,
  secrets: ['configuration'],
})
export type InputStore = Collection<StoredInput>

/** That a person stopped an input on a node, and has not started it again: it stays down over restarts. */
export const StoredStop = Type.Object({ id: Type.String(), input_id: Type.String(), node_id: Type.String() })
export type StoredStop = Static<typeof StoredStop>

export const stopCollection = defineCollection({
  name: 'input_stops',
  schema: StoredStop,
  keys: {
    input: { unique: false, of: (stop: StoredStop) => [stop.input_id] },
    node: { unique: false, of: (stop: StoredStop) => [stop.node_id] },
  },
})
export type StopStore = Collection<StoredStop, 'input' | 'node'>

export const stopOf = (inputId: string, nodeId: string): StoredStop => ({
  id: `${nodeId}/${inputId}`,
  input_id: inputId,
  node_id: nodeId,
})
