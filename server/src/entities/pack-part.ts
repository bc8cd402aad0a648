/** The facts for content packs and configuration text that a kind states itself; the rest follows from the kind. */
import { type OperationSpec, permissionsOf as permissionsIn } from '@logyard/contract/http/operation'
import type { Prepared } from '../platform/settings/prepared.ts'
import { titleIn } from './entity-refs.ts'
import {
  type AnyEntityType,
  type EntityPermissions,
  type EntityType,
  entityType,
  type Installing,
} from './entity-type.ts'
import type { Kind } from './kind.ts'

type Told<Data> = Pick<
  EntityType<Data>,
  | 'type'
  | 'permissions'
  | 'alsoNeeded'
  | 'codec'
  | 'textName'
  | 'namesUsed'
  | 'keepsSecrets'
  | 'staysWhileUsed'
  | 'requireRoom'
  | 'requireRemovable'
  | 'removeAll'
>

export interface PackPart<Stored, Draft, By, Data> extends Told<Data> {
  /**
   * Names that stored fields have in the data, if they are other names; `nowhere` if packs do not carry the field. The
   * compiler asks for each new field, so that none is lost unseen.
   */
  readonly fieldsElsewhere: Readonly<Record<Exclude<keyof Stored, keyof Data | 'id'>, keyof Data | 'nowhere'>>
  /** Replaces references; absent if the data has none. */
  readonly mapReferences?: EntityType<Data>['mapReferences']
  /** Data of the object; undefined if content packs cannot carry it. */
  dataOf(object: Stored): Data | Promise<Data | undefined>
  /** The data with placeholders for secrets. Absent if it has none. */
  shownOf?(object: Stored): Data | Promise<Data>
  /** Whether the object stands for an entity with this data, so that none is created. May throw `entityDiffers`. */
  standsFor?(object: Stored, data: Data): boolean
  /** References are ids of the system. */
  draftOf(data: Data, before: Stored | undefined, installing: Installing): Draft | Promise<Draft>
  by(installing: Installing): By
  /** Prepares other objects in the data, which are stored with this one. Throws if the caller may not store it so. */
  beside?(
    object: Stored,
    data: Data,
    installing: Installing & { readonly isNew: boolean },
  ): Promise<Prepared<unknown> | undefined>
}

type Accessed = Pick<OperationSpec, 'access'>

/** The permissions that the API asks for the operations of a kind. */
export function permissionsOf(
  kind: Readonly<Record<'get' | 'create' | 'update' | 'delete', Accessed>>,
): EntityPermissions {
  const general = (operation: Accessed) => permissionOf(operation).replace(/:<[^>]*>$/, '')
  return {
    read: (id) => [permissionOf(kind.get).replace(/<[^>]*>$/, id)],
    create: general(kind.create),
    edit: general(kind.update),
    delete: general(kind.delete),
  }
}

function permissionOf({ access }: Accessed): string {
  const [permission] = permissionsIn(access)
  if (permission === undefined) throw new TypeError('an operation of a kind names no permission')
  return permission
}

export function createPackType<Stored extends { readonly id: string }, Draft, By, Data>(
  kind: Omit<Kind<Stored, Draft, By>, 'pack'>,
  { fieldsElsewhere: _, dataOf, shownOf, standsFor, draftOf, by, beside, ...told }: PackPart<Stored, Draft, By, Data>,
  titleOf: (object: Stored) => string,
): AnyEntityType {
  const excerptOf = (object: Stored) => ({ id: object.id, title: titleOf(object) })
  return entityType<Data>({
    titleOf: titleIn,
    mapReferences: (data) => data,
    requireRoom: ({ length }) => kind.requireRoom(length),
    ...told,
    list: async () => (await kind.list()).map(excerptOf),
    async export(id) {
      const object = await kind.find(id)
      if (object === undefined) return undefined
      const data = await dataOf(object)
      if (data === undefined) return undefined
      return { title: titleOf(object), data, shown: (await shownOf?.(object)) ?? data }
    },
    ...(standsFor && {
      async findExisting(data) {
        const found = (await kind.list()).find((object) => standsFor(object, data))
        return found && excerptOf(found)
      },
    }),
    async prepare(data, installing, id) {
      const prepared = await (id === undefined
        ? kind.prepareCreate(await draftOf(data, undefined, installing), by(installing))
        : kind.prepareReplace(id, (before) => draftOf(data, before, installing), by(installing)))
      const more = await beside?.(prepared.entity, data, { ...installing, isNew: id === undefined })
      return {
        entity: excerptOf(prepared.entity),
        writes: [...prepared.writes, ...(more?.writes ?? [])],
        async takeEffect() {
          await prepared.takeEffect()
          await more?.takeEffect()
        },
      }
    },
    remove: kind.delete,
  })
}
