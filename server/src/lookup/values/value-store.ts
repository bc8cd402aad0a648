/** The stored documents of values that users and rules store in data adapters. */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { nullable } from '@logyard/contract/http/envelope'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'

export const ValueDocument = Type.Object({
  id: Type.String(),
  adapter_id: Type.String(),
  key: Type.String(),
  /** JSON: a single value, a list of texts, or a map. */
  value: Type.String(),
  updated_at: Type.String(),
  expires_at: nullable(Type.String()),
})
export type ValueDocument = Static<typeof ValueDocument>

export const valueCollection = defineCollection({
  name: 'lookup_values',
  schema: ValueDocument,
  keys: { adapter: { unique: false, of: ({ adapter_id }) => [adapter_id] } },
})
export type ValueStore = Collection<ValueDocument, 'adapter'>

export const valueDocumentId = (adapterId: string, key: string): string =>
  `${adapterId}-${createHash('sha256').update(key).digest('base64url')}`

/** Of one commit, so that a large one does not stop the server for long. */
const WRITES_AT_ONCE = 500

export interface ValueDocuments {
  load(adapterId: string): Promise<readonly ValueDocument[]>
  save(documents: readonly ValueDocument[], deletedIds: readonly string[]): Promise<void>
}

export function createValueDocuments(settings: SettingsStore): ValueDocuments {
  const store: ValueStore = settings.collection(valueCollection)
  return {
    load: (adapterId) => store.listBy('adapter', adapterId),
    async save(documents, deletedIds) {
      for (let at = 0; at < documents.length; at += WRITES_AT_ONCE) {
        const part = documents.slice(at, at + WRITES_AT_ONCE)
        const stored = new Set((await store.findMany(part.map(({ id }) => id))).map(({ id }) => id))
        await settings.commit(part.map((one) => (stored.has(one.id) ? store.replacing(one) : store.inserting(one))))
        await nextTurn()
      }
      for (let at = 0; at < deletedIds.length; at += WRITES_AT_ONCE) {
        await settings.commit(deletedIds.slice(at, at + WRITES_AT_ONCE).map((id) => store.deleting(id)))
        await nextTurn()
      }
    },
  }
}
