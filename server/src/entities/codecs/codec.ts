/**
 * The data of entities in two forms. In packs each value names its type and may be a parameter:
 * `{"@type": "string", "@value": "x"}`. As text, and for services, it is plain JSON. A codec describes both at once.
 */
import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import type { ValueReference } from '@logyard/contract/content-packs/model-types'
import { entityInvalid } from '../entity-errors.ts'

export type PackForm = 'pack' | 'plain'

export interface Reading {
  readonly form: PackForm
  /** The values of the pack's parameters. */
  readonly parameters: ReadonlyMap<string, ValueReference>
  /** Path of the value, from the data of the entity on. */
  readonly path: string
  /** Beginning of the names of which ids of parts are made; by default the title of the entity. */
  readonly ids?: string
}

export interface Codec<T> {
  /** Throws `entityInvalid`. */
  read(data: unknown, reading: Reading): T
  write(value: T, form: PackForm): unknown
  /** The value of a field that is absent; without it the field is required. */
  readonly absent?: T
}
export type Decoded<C> = C extends Codec<infer T> ? T : never

export type ParameterType = PackParameter['type']

export const below = (reading: Reading, name: string | number): Reading => ({
  ...reading,
  path: reading.path === '' ? `${name}` : `${reading.path}.${name}`,
})

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object with exactly the two keys of a value reference. */
export const isReference = (value: unknown): value is ValueReference =>
  isRecord(value) && '@type' in value && '@value' in value && Object.keys(value).length === 2

export const typeOfReference = (reference: ValueReference): string => reference['@type'].toLowerCase()

export function refuse(reading: Reading, reason: string): never {
  throw entityInvalid(reading.path, reason)
}

/** The reference behind the name of a parameter, or the reference itself. */
export function withoutParameter(reference: ValueReference, reading: Reading): ValueReference {
  if (typeOfReference(reference) !== 'parameter') return reference
  const name = reference['@value']
  if (typeof name !== 'string' || name.trim() === '') refuse(reading, 'names no parameter')
  const value = reading.parameters.get(name)
  if (value === undefined) refuse(reading, `names the parameter ${name}, which the pack does not have`)
  if (typeOfReference(value) === 'parameter') refuse(reading, `names the parameter ${name}, whose value is a parameter`)
  return value
}

export const withDefault = <T>(codec: Codec<T>, absent: T): Codec<T> => ({ ...codec, absent })

export const orNull = <T>(codec: Codec<T>): Codec<T | null> => ({
  read: (data, reading) => (data === null ? null : codec.read(data, reading)),
  write: (value, form) => (value === null ? null : codec.write(value, form)),
  absent: null,
})
