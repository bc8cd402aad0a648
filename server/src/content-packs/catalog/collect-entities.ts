/** Objects of the system together with all that they depend on. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EntityDescriptor } from '@logyard/contract/content-packs/model-types'
import { isBuiltInStream, keyOf, nameIn } from '../../entities/entity-refs.ts'
import { type AnyEntityType, type EntityRef, type ExportedEntity, mayRead } from '../../entities/entity-type.ts'
import type { Caller } from '../../http/caller.ts'
import { exportFailed } from '../content-pack-errors.ts'
import type { EntityTypes } from '../entities/entity-types.ts'

export interface CollectedEntity {
  readonly type: AnyEntityType
  readonly id: string
  readonly exported: ExportedEntity<unknown>
}

/** Parts without which an entity means nothing. */
const NEEDED: ReadonlySet<string> = new Set(['lookup_cache', 'lookup_adapter'])

export interface CollectedEntities {
  readonly collected: ReadonlyMap<string, CollectedEntity>
  /** Objects that do not exist, or that the caller may not read. Those that are used by their name have it as id. */
  readonly leftOut: readonly EntityDescriptor[]
}

/** Each once, without the built-in streams. */
export async function collectEntities(
  types: EntityTypes,
  wanted: readonly EntityDescriptor[],
  caller: Caller,
): Promise<CollectedEntities> {
  const leftOut = new Map<string, EntityDescriptor>()
  const leaveOut = (type: EntityDescriptor['type'], id: string) =>
    leftOut.set(keyOf({ type: type.name, id }), { type, id })
  const found = new Map<string, CollectedEntity>()
  const seen = new Set<string>()
  const idsByName = createNameIndex(types)
  const queue: (EntityRef & { readonly neededBy?: string })[] = []
  for (const { id, type } of wanted) {
    if (types.find(type) === undefined) leaveOut(type, id)
    else queue.push({ id, type: type.name })
  }
  for (let ref = queue.pop(); ref !== undefined; ref = queue.pop()) {
    const key = keyOf(ref)
    if (seen.has(key) || isBuiltInStream(ref)) continue
    seen.add(key)
    await nextTurn()
    const type = types.named(ref.type)
    if (type === undefined) continue
    const exported = mayRead(type, caller, ref.id) ? await type.export(ref.id) : undefined
    if (exported === undefined) {
      if (ref.neededBy !== undefined && NEEDED.has(ref.type)) {
        const reason = 'which does not exist or which you may not read'
        throw exportFailed(`${ref.neededBy} needs the ${ref.type} ${ref.id}, ${reason}`)
      }
      leaveOut(type.type, ref.id)
      continue
    }
    found.set(key, { type, id: ref.id, exported })
    const neededBy = `The ${ref.type} "${exported.title}"`
    type.mapReferences(exported.data, (used) => {
      queue.push({ ...used, neededBy })
      return used.id
    })
    for (const used of type.namesUsed?.(exported.data) ?? []) {
      const byName = types.named(used.type)
      const id = await idsByName(used.type, used.name)
      if (id !== undefined && byName !== undefined && mayRead(byName, caller, id)) queue.push({ type: used.type, id })
      else if (byName !== undefined) leaveOut(byName.type, used.name)
    }
  }
  return { collected: found, leftOut: [...leftOut.values()] }
}

/** Names of lookup tables are not their titles, which is all that lists show. */
function createNameIndex(types: EntityTypes) {
  const indexes = new Map<string, Promise<ReadonlyMap<string, string>>>()
  async function read(typeName: string): Promise<ReadonlyMap<string, string>> {
    const type = types.named(typeName)
    if (type === undefined) return new Map()
    const excerpts = await type.list()
    if (typeName !== 'lookup_table') return new Map(excerpts.map(({ id, title }) => [title, id]))
    const named = await Promise.all(
      excerpts.map(async ({ id }) => [nameIn((await type.export(id))?.data), id] as const),
    )
    return new Map(named)
  }
  return async (typeName: string, name: string) => {
    const index = indexes.get(typeName) ?? read(typeName)
    indexes.set(typeName, index)
    return (await index).get(name)
  }
}
