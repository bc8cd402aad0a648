/** The catalog: every object that packs can carry, and these objects as entities of a pack. */
import type { CatalogResolveRequest } from '@logyard/contract/content-packs/catalog'
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { isBuiltInStream, keyOf } from '../../entities/entity-refs.ts'
import { mayRead } from '../../entities/entity-type.ts'
import type { Caller } from '../../http/caller.ts'
import type { Ids } from '../../platform/ids.ts'
import { CURRENT_SERVER } from '../constraints.ts'
import type { EntityTypes } from '../entities/entity-types.ts'
import { withEmptySecrets } from '../values/secret-places.ts'
import { collectEntities } from './collect-entities.ts'

/** Objects that the caller may not read are left out, as if they did not exist. */
export type Catalog = ReturnType<typeof createCatalog>

export function createCatalog({ types, ids }: { readonly types: EntityTypes; readonly ids: Ids }) {
  return {
    async index(caller: Caller) {
      const lists = await Promise.all(
        types.listed.map(async (type) => {
          const readable = (await type.list()).filter(({ id }) => mayRead(type, caller, id))
          return readable.map(({ id, title }) => ({ id, type: type.type, title }))
        }),
      )
      return lists.flat()
    },
    async resolve(wanted: CatalogResolveRequest['entities'], caller: Caller) {
      const { collected, leftOut } = await collectEntities(types, wanted, caller)
      const packIds = new Map(Array.from(collected.keys(), (key) => [key, ids.uuid()]))
      const entities = Array.from(collected, ([key, { type, exported }]): PackEntity => {
        // A reference to an object that does not exist stays as it is, and the installation names it.
        const data = type.mapReferences(withEmptySecrets(exported.shown), (ref) =>
          isBuiltInStream(ref) ? ref.id : (packIds.get(keyOf(ref)) ?? ref.id),
        )
        return {
          v: '1',
          type: type.type,
          id: packIds.get(key) ?? '',
          data: type.codec.write(data, 'pack'),
          constraints: [{ type: 'server-version', version: type.serverVersion ?? `>=${CURRENT_SERVER}` }],
        }
      })
      return { entities, left_out: [...leftOut] }
    },
  }
}
