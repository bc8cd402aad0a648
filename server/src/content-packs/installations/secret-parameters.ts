/** Parameters whose values are secrets. Installations are stored, and answered, without these values. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import type { NativeEntityDescriptor } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity, ValueReference } from '@logyard/contract/content-packs/model-types'
import { isRecord, isReference, typeOfReference } from '../../entities/codecs/codec.ts'
import { referenceOf } from '../../entities/codecs/scalar-codecs.ts'
import type { EntityTypes } from '../entities/entity-types.ts'
import type { StoredInstallation } from '../installation-store.ts'
import { secretPaths } from '../values/compare-data.ts'
import { mapTexts } from '../values/secret-places.ts'

type Parameters = Readonly<Record<string, ValueReference>>

const MASKED = referenceOf('string', PASSWORD_SET)
/** Paths of alarm callbacks of streams in old packs. Their secrets become those of notifications. */
const CALLBACKS = /^alarm_callbacks\./

export const isMasked = (value: ValueReference | undefined): boolean => value?.['@value'] === PASSWORD_SET

/** Texts with the placeholder in the place of their values: of all parameters, or of those that are named. */
export const withoutTexts = (parameters: Parameters, names?: ReadonlySet<string>): Record<string, ValueReference> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const isHidden = typeOfReference(value) === 'string' && (names === undefined || names.has(name))
      return [name, isHidden ? MASKED : value]
    }),
  )

/** Where the data of an entity has a parameter: names by the path of the value. */
export function parameterPlaces(data: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  const below = (name: string | number) => (path === '' ? `${name}` : `${path}.${name}`)
  if (Array.isArray(data)) {
    for (const [at, item] of data.entries()) parameterPlaces(item, below(at), found)
  } else if (isReference(data)) {
    const { '@value': name } = data
    if (typeOfReference(data) === 'parameter' && typeof name === 'string') found.set(path, name)
  } else if (isRecord(data)) {
    for (const [name, value] of Object.entries(data)) parameterPlaces(value, below(name), found)
  }
  return found
}

/** The parameters in the places of secrets of these objects. */
export async function secretParameters(
  types: EntityTypes,
  entities: readonly PackEntity[],
  descriptors: readonly NativeEntityDescriptor[],
): Promise<ReadonlySet<string>> {
  const byId = new Map(descriptors.map((one) => [`${one.type.name}/${one.content_pack_entity_id}`, one]))
  const secret = new Set<string>()
  for (const { id, type, data } of entities) {
    const places = parameterPlaces(data)
    const descriptor = byId.get(`${type.name}/${id}`)
    if (places.size === 0 || descriptor === undefined) continue
    const found = types.named(type.name)
    const exported = await found?.export(descriptor.id)
    const secrets = secretPaths(exported === undefined ? {} : found?.codec.write(exported.shown, 'plain'))
    for (const [path, name] of places) if (secrets.has(path) || CALLBACKS.test(path)) secret.add(name)
  }
  return secret
}

/** Texts that were not stored before a stop, as the objects have them. Those of secrets stay hidden. */
export async function withStoredTexts(
  types: EntityTypes,
  entities: readonly PackEntity[],
  { entities: descriptors, parameters }: Pick<StoredInstallation, 'entities' | 'parameters'>,
): Promise<StoredInstallation['parameters']> {
  const byId = new Map(descriptors.map((one) => [`${one.type.name}/${one.content_pack_entity_id}`, one]))
  const secret = await secretParameters(types, entities, descriptors)
  const found = new Map<string, ValueReference>()
  for (const { id, type, data } of entities) {
    const isLost = (name: string) => isMasked(parameters[name]) && !secret.has(name)
    const hidden = [...parameterPlaces(data)].filter(([, name]) => isLost(name))
    const descriptor = byId.get(`${type.name}/${id}`)
    if (hidden.length === 0 || descriptor === undefined) continue
    const exported = await types.named(type.name)?.export(descriptor.id)
    if (exported === undefined) continue
    mapTexts(types.named(type.name)?.codec.write(exported.shown, 'plain'), (text, path) => {
      for (const [place, name] of hidden) if (place === path) found.set(name, referenceOf('string', text))
      return text
    })
  }
  return { ...parameters, ...Object.fromEntries(found) }
}
