/** The entities of a pack, read and in the order of their creation: an entity comes after those that it needs. */
import type { ContentPack } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity, ValueReference } from '@logyard/contract/content-packs/model-types'
import { isRecord, type PackForm } from '../../entities/codecs/codec.ts'
import { isBuiltInStream, keyOf, nameIn } from '../../entities/entity-refs.ts'
import type { AnyEntityType, EntityRef } from '../../entities/entity-type.ts'
import { LogyardError } from '../../platform/errors.ts'
import { entitiesUnexpected, installationFailed, versionUnsupported } from '../content-pack-errors.ts'
import type { EntityTypes } from '../entities/entity-types.ts'

export interface ReadEntity {
  /** Id in the pack. */
  readonly id: string
  readonly type: AnyEntityType
  readonly title: string
  /** References are ids of the pack. */
  readonly data: unknown
}

interface ReadOptions {
  readonly types: EntityTypes
  readonly parameters: ReadonlyMap<string, ValueReference>
  readonly form: PackForm
  /** Name in errors. */
  readonly name: string
  /** The id of an object that is not among the entities, and may be used by them. */
  readonly outside: Outside
}

export type Outside = (ref: EntityRef) => string | undefined

/** Packs may use nothing of the system but its built-in streams. */
export const builtInOnly: Outside = (ref) => (isBuiltInStream(ref) ? ref.id : undefined)

/** Throws `versionUnsupported` for legacy packs, which cannot be installed. */
export function readEntities(
  pack: ContentPack,
  options: Omit<ReadOptions, 'form' | 'name' | 'outside'>,
): readonly ReadEntity[] {
  if (pack.v !== '1') throw versionUnsupported(pack.v)
  return orderEntities(pack.entities, {
    ...options,
    form: 'pack',
    name: `${pack.id}/${pack.rev}`,
    outside: builtInOnly,
  })
}

export function orderEntities(
  entities: readonly Pick<PackEntity, 'id' | 'type' | 'data'>[],
  options: ReadOptions,
): readonly ReadEntity[] {
  const read = new Map(
    entities.map((entity) => {
      const one = readEntity(entity, options)
      return [keyOf({ type: one.type.type.name, id: one.id }), one] as const
    }),
  )
  const byName = new Map(Array.from(read, ([key, { type, data }]) => [`${type.type.name}/${nameIn(data)}`, key]))
  const ordered: ReadEntity[] = []
  const state = new Map<string, 'open' | 'done'>()
  const rank = new Map(options.types.listed.map(({ type }, at) => [type.name, at]))
  const byType = [...read].toSorted(([, one], [, other]) => {
    return (rank.get(one.type.type.name) ?? 0) - (rank.get(other.type.type.name) ?? 0)
  })
  // Types that others use come first, so that the entities of a type stay in their order: names depend on it.
  // Without recursion: packs can nest references deeper than the stack allows.
  for (const [start] of byType) {
    const stack = [start]
    for (let key = stack.at(-1); key !== undefined; key = stack.at(-1)) {
      const entity = read.get(key)
      if (entity === undefined || state.get(key) === 'done') {
        stack.pop()
        continue
      }
      const waiting = neededBy(entity, { read, byName, outside: options.outside }).filter(
        (needed) => state.get(needed) === undefined,
      )
      if (state.get(key) === undefined) state.set(key, 'open')
      if (waiting.length > 0) {
        stack.push(...waiting)
        continue
      }
      state.set(key, 'done')
      ordered.push(entity)
      stack.pop()
    }
  }
  return ordered
}

function readEntity(
  { id, type, data }: Pick<PackEntity, 'id' | 'type' | 'data'>,
  { types, parameters, form, name }: ReadOptions,
): ReadEntity {
  const found = types.find(type)
  if (found === undefined) {
    throw entitiesUnexpected(`${name} has an entity of the type ${type.name} ${type.version}, which is unknown here`)
  }
  try {
    const read = found.codec.read(form === 'pack' ? withoutScope(data) : data, { form, parameters, path: '' })
    return { id, type: found, title: found.titleOf(read), data: read }
  } catch (error) {
    throw error instanceof LogyardError ? installationFailed(name, describeEntity(type.name, id), error.message) : error
  }
}

/** Packs of version 4.1 and later say who may change an object. Here everybody with the permission may. */
function withoutScope(data: unknown): unknown {
  if (!isRecord(data)) return data
  const { _scope, ...rest } = data
  return rest
}

export const describeEntity = (type: string, id: string) => `${type} ${id}`

/** Keys of entities of the pack. Each reference has to be in the pack, or be a built-in stream. */
function neededBy(
  { id, type, data }: ReadEntity,
  {
    read,
    byName,
    outside,
  }: {
    readonly read: ReadonlyMap<string, ReadEntity>
    readonly byName: ReadonlyMap<string, string>
    readonly outside: Outside
  },
): readonly string[] {
  const needed: string[] = []
  type.mapReferences(data, (ref: EntityRef) => {
    if (read.has(keyOf(ref))) needed.push(keyOf(ref))
    else if (outside(ref) === undefined && ref.isOptional !== true) {
      throw entitiesUnexpected(
        `${describeEntity(type.type.name, id)} needs the ${ref.type} ${ref.id}, which the pack does not have`,
      )
    }
    return ref.id
  })
  for (const used of type.namesUsed?.(data) ?? []) {
    const key = byName.get(`${used.type}/${used.name}`)
    if (key !== undefined) needed.push(key)
  }
  const own = keyOf({ type: type.type.name, id })
  return needed.filter((key) => key !== own)
}
