/** The state of the objects right after an installation, so that later changes by hand can be detected. */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NativeEntityDescriptor } from '@logyard/contract/content-packs/content-packs'
import type { EntityTypes } from '../entities/entity-types.ts'
import type { BaselineStore, StoredInstallation } from '../installation-store.ts'

type Installed = Pick<StoredInstallation, 'id' | 'entities'>

export type Baselines = ReturnType<typeof createBaselines>

/** Hash of an object that was changed before anything was recorded: it equals no other. */
const UNKNOWN = ''

export const objectKey = ({ type, id }: Pick<NativeEntityDescriptor, 'type' | 'id'>) => `${type.name}/${id}`

export function createBaselines({ store, types }: { readonly store: BaselineStore; readonly types: EntityTypes }) {
  async function hashOf({ type, id }: NativeEntityDescriptor): Promise<string | undefined> {
    await nextTurn()
    const exported = await types.named(type.name)?.export(id)
    if (exported === undefined) return undefined
    return createHash('sha256').update(JSON.stringify(exported.shown)).digest('hex')
  }
  const recorded = async (id: string) => new Map(Object.entries((await store.find(id))?.hashes ?? {}))

  /** Call it when the objects are stored. */
  async function record({ id, entities }: Installed): Promise<void> {
    const before = await recorded(id)
    const hashes: [string, string][] = []
    for (const descriptor of entities) {
      const key = objectKey(descriptor)
      const hash = before.get(key) ?? (await hashOf(descriptor))
      if (hash !== undefined) hashes.push([key, hash])
    }
    await store.put({ id, hashes: Object.fromEntries(hashes) })
  }

  return {
    /** Write for the commit that stores the objects. The records of `unchanged` ones, by `objectKey`, stay. */
    async pending(id: string, unchanged?: ReadonlySet<string>) {
      const found = await store.find(id)
      const before = new Map(Object.entries(found?.hashes ?? {}))
      const hashes = Array.from(unchanged ?? [], (key) => [key, before.get(key) ?? UNKNOWN] as const)
      const baseline = { id, hashes: Object.fromEntries(hashes), is_pending: true }
      return found === undefined ? store.inserting(baseline) : store.replacing(baseline)
    },
    record,
    /** Ids of the installations whose objects are stored, and not recorded because of a stop. */
    unrecorded: async () => (await store.list()).filter(({ is_pending }) => is_pending === true).map(({ id }) => id),
    /** The objects, by `objectKey`, that differ from how they were stored, and those without a record. */
    async changedByHand(id: string, descriptors: readonly NativeEntityDescriptor[]) {
      const known = await recorded(id)
      const changed = new Set<string>()
      for (const descriptor of descriptors) {
        const hash = await hashOf(descriptor)
        if (hash !== undefined && hash !== known.get(objectKey(descriptor))) changed.add(objectKey(descriptor))
      }
      return changed
    },
  }
}
