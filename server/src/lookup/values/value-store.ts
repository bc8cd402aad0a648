/** The stored documents of values that users and rules store in data adapters. */
import { createHash } from 'node:crypto'
import { nullable } from '@logyard/contract/http/envelope'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { type Static, Type } from 'typebox'
import { defineCollection, type SettingsStore, type Write } from '../../platform/settings/settings-store.ts'
import { inChunks } from './in-chunks.ts'

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
  audit: { type: 'lookup-value', secretTexts: ['value'] },
  schema: ValueDocument,
  keys: { part: { unique: false, of: ({ id }) => [partOf(id)] } },
})

/** The values of an adapter are read in that many parts, so that many of them do not stop the server for long. */
const PARTS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')

export const valueDocumentId = (adapterId: string, key: string): string =>
  `${adapterId}-${createHash('sha256').update(key).digest('base64url')}`

/** Writes per commit. More take less time in all, but longer without a pause for other work. */
const WRITES_AT_ONCE = 500
/** The adapter, and the first character of the hash. */
const HASH_LENGTH = 43
const partOf = (id: string) => id.slice(0, id.length - HASH_LENGTH + 1)
const adapterOf = (id: string) => id.slice(0, id.length - HASH_LENGTH - 1)
/** Written ids of this node whose change events have not come yet. */
const MAX_OWN = 10_000

export type ValueDocuments = ReturnType<typeof createValueDocuments>

export function createValueDocuments(settings: SettingsStore) {
  const store = settings.collection(valueCollection)
  const own = createBoundedMap<string, true>(MAX_OWN)
  const isOwn = (id: string) => {
    const known = own.get(id) === true
    own.delete(id)
    return known
  }
  const commit = (writes: readonly Write[]) => {
    for (const { id } of writes) own.set(id, true)
    return settings.commit(writes)
  }
  return {
    findMany: store.findMany,
    /** Calls the listener with the ids of values of an adapter that another node has changed. */
    onOthers: (listener: (adapterId: string, ids: readonly string[]) => unknown) =>
      settings.onChange(valueCollection.name, async ({ ids }) => {
        const foreign = ids.filter((id) => !isOwn(id))
        for (const [adapterId, changed] of Map.groupBy(foreign, adapterOf)) await listener(adapterId, changed)
      }),
    async load(adapterId: string, handle: (documents: readonly ValueDocument[]) => void | Promise<void>) {
      for (const part of PARTS) await inChunks(await store.listBy('part', `${adapterId}-${part}`), handle)
    },
    /** Many writes are several commits. */
    async save(documents: Iterable<ValueDocument>, deletedIds: Iterable<string>) {
      const write = async (chunk: readonly ValueDocument[]) => {
        const stored = new Set((await store.findMany(chunk.map(({ id }) => id))).map(({ id }) => id))
        await commit(chunk.map((one) => (stored.has(one.id) ? store.replacing(one) : store.inserting(one))))
      }
      const remove = (chunk: readonly string[]) => commit(chunk.map((id) => store.deleting(id)))
      await inChunks(documents, write, WRITES_AT_ONCE)
      await inChunks(deletedIds, remove, WRITES_AT_ONCE)
    },
  }
}
