/**
 * Deletions that belong to a commit. They are stored with it and carried out after it, in further commits; the next
 * start finishes those that a stop of the server left over.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NativeEntityDescriptor } from '@logyard/contract/content-packs/content-packs'
import { ModelType } from '@logyard/contract/content-packs/model-types'
import { Type } from 'typebox'
import { keyOf } from '../entities/entity-refs.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { defineCollection, type SettingsStore, type Write } from '../platform/settings/settings-store.ts'
import type { EntityTypes } from './entities/entity-types.ts'

const deletionCollection = defineCollection({
  name: 'content_pack_deletions',
  audit: 'note',
  schema: Type.Object({
    id: Type.String(),
    objects: Type.Array(Type.Object({ type: ModelType, id: Type.String() })),
  }),
})

/** Objects per commit. */
const TOGETHER = 500

export type ObjectToDelete = Pick<NativeEntityDescriptor, 'type' | 'id'>

export interface IntendedDeletions<T extends ObjectToDelete> {
  /** Writes for the commit that decides on the deletions. */
  readonly writes: readonly Write[]
  /** Call it after the commit. Answers the objects that were not deleted. */
  carryOut(): Promise<readonly T[]>
}

export interface Deletions {
  /** Objects that use others come first. */
  intend<T extends ObjectToDelete>(objects: readonly T[]): IntendedDeletions<T>
  /** Call it at a start. */
  finish(): Promise<void>
}

/** Those of the objects that have not been deleted in the meantime. */
export async function existing<T extends ObjectToDelete>(
  types: EntityTypes,
  objects: readonly T[],
): Promise<readonly T[]> {
  const found = new Set<string>()
  for (const name of new Set(objects.map(({ type }) => type.name))) {
    for (const { id } of (await types.named(name)?.list()) ?? []) found.add(keyOf({ type: name, id }))
  }
  return objects.filter(({ type, id }) => found.has(keyOf({ type: type.name, id })))
}

/** Objects of one type that follow each other. */
function groupsOf<T extends ObjectToDelete>(objects: readonly T[]): readonly (readonly T[])[] {
  const groups: T[][] = []
  for (const object of objects) {
    const last = groups.at(-1)
    if (last !== undefined && last.length < TOGETHER && last[0]?.type.name === object.type.name) last.push(object)
    else groups.push([object])
  }
  return groups
}

export function createDeletions(deps: {
  readonly settings: SettingsStore
  readonly types: EntityTypes
  readonly ids: Ids
  readonly log: Log
}): Deletions {
  const { settings, types, ids, log } = deps
  const store = settings.collection(deletionCollection)

  async function deleteOne({ type, id }: ObjectToDelete): Promise<boolean> {
    await nextTurn()
    try {
      await types.named(type.name)?.remove(id)
      return true
    } catch (error) {
      log.warn({ err: error, entity: keyOf({ type: type.name, id }) }, 'an object of a content pack was not deleted')
      return false
    }
  }

  /** Whether they were deleted: if not, each has to be deleted alone. */
  async function deleteTogether(objects: readonly ObjectToDelete[]): Promise<boolean> {
    const [first] = objects
    const type = first && types.named(first.type.name)
    if (type?.removeAll === undefined) return false
    try {
      await type.removeAll(objects.map(({ id }) => id))
      return true
    } catch (error) {
      log.warn({ err: error, type: type.type.name }, 'objects of a content pack could not be deleted together')
      return false
    }
  }

  async function deleteAll<T extends ObjectToDelete>(id: string, objects: readonly T[]): Promise<readonly T[]> {
    const failed: T[] = []
    for (const group of groupsOf(objects)) {
      if (await deleteTogether(group)) continue
      for (const object of group) if (!(await deleteOne(object))) failed.push(object)
    }
    await store.delete(id)
    return failed
  }

  return {
    intend(objects) {
      if (objects.length === 0) return { writes: [], carryOut: async () => [] }
      const id = ids.next()
      const facts = objects.map((one) => ({ type: one.type, id: one.id }))
      return { writes: [store.inserting({ id, objects: facts })], carryOut: () => deleteAll(id, objects) }
    },
    async finish() {
      for (const { id, objects } of await store.list()) {
        await deleteAll(id, await existing(types, objects))
        log.info({ objects: objects.length }, 'deletions finished that the last stop left over')
      }
    },
  }
}
