import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { isValueReference } from './value-leaves.ts'

type Parameters = readonly Pick<PackParameter, 'name' | 'default_value'>[]

/** The title of an entity, else its name; a parameter is shown by its default. */
export const entityTitle = (entity: Pick<PackEntity, 'data'>, parameters: Parameters): string =>
  textAt(entity.data, 'title', parameters) || textAt(entity.data, 'name', parameters)

export const entityDescription = (entity: Pick<PackEntity, 'data'>, parameters: Parameters): string =>
  textAt(entity.data, 'description', parameters)

function textAt(data: unknown, key: string, parameters: Parameters): string {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined
  if (!isValueReference(value)) return typeof value === 'string' ? value : ''
  const text = String(value['@value'] ?? '')
  if (value['@type'].toLowerCase() !== 'parameter') return text
  const parameter = parameters.find(({ name }) => name === text)
  return String(parameter?.default_value ?? text)
}

/** `lookup_table` as `Lookup table`. */
export function typeText(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
