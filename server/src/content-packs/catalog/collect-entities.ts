/** Objects of the system together with all that they depend on. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ModelType } from '@logyard/contract/content-packs/model-types'
import { exportFailed } from '../content-pack-errors.ts'
import { isBuiltInStream, keyOf, nameIn } from '../entities/entity-refs.ts'
import type { AnyEntityType, EntityRef, ExportedEntity } from '../entities/entity-type.ts'
import type { EntityTypes } from '../entities/entity-types.ts'

export interface CollectedEntity {
  readonly type: AnyEntityType
  readonly id: string
  readonly exported: ExportedEntity<unknown>
}

/** Parts without which an entity means nothing. */
const NEEDED: ReadonlySet<string> = new Set(['lookup_cache', 'lookup_adapter'])

/** Each once. Objects that do not exist, unknown types and the built-in streams are left out. */
export async function collectEntities(
  types: EntityTypes,
  wanted: readonly { readonly id: string; readonly type: ModelType }[],
): Promise<ReadonlyMap<string, CollectedEntity>> {
  const found = new Map<string, CollectedEntity>()
  const seen = new Set<string>()
  const idsByName = createNameIndex(types)
  const queue: (EntityRef & { readonly neededBy?: string })[] = wanted.flatMap(({ id, type }) =>
    types.find(type) === undefined ? [] : [{ id, type: type.name }],
  )
  for (let ref = queue.pop(); ref !== undefined; ref = queue.pop()) {
    const key = keyOf(ref)
    if (seen.has(key) || isBuiltInStream(ref)) continue
    seen.add(key)
    await nextTurn()
    const type = types.named(ref.type)
    const exported = await type?.export(ref.id)
    if (type === undefined || exported === undefined) {
      if (ref.neededBy !== undefined && NEEDED.has(ref.type)) {
        throw exportFailed(`${ref.neededBy} needs the ${ref.type} ${ref.id}, which does not exist`)
      }
      continue
    }
    found.set(key, { type, id: ref.id, exported })
    const neededBy = `The ${ref.type} "${exported.title}"`
    type.mapReferences(exported.data, (used) => {
      queue.push({ ...used, neededBy })
      return used.id
    })
    for (const used of type.namesUsed?.(exported.data) ?? []) {
      const id = await idsByName(used.type, used.name)
      if (id !== undefined) queue.push({ type: used.type, id })
    }
  }
  return found
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
