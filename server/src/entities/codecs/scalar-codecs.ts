/** Codecs of single values. */
import type { ValueReference } from '@logyard/contract/content-packs/model-types'
import {
  type Codec,
  isReference,
  type ParameterType,
  type Reading,
  refuse,
  typeOfReference,
  withoutParameter,
} from './codec.ts'

const INT32 = 2 ** 31 - 1

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Whether the JSON value fits the type of its reference. */
export function fitsType(value: unknown, type: string): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'integer':
      return isWhole(value) && Math.abs(value) <= INT32 + 1
    case 'long':
      return isWhole(value)
    case 'float':
    case 'double':
      return isNumber(value)
    default:
      return false
  }
}

export const referenceOf = (type: ParameterType, value: unknown): ValueReference => ({ '@type': type, '@value': value })

function scalar<T>(type: ParameterType, accepted: readonly string[], is: (value: unknown) => value is T): Codec<T> {
  const plain = (value: unknown, reading: Reading): T =>
    is(value) ? value : refuse(reading, `is not of the type ${type}`)
  return {
    read(data, reading) {
      if (reading.form === 'plain') return plain(data, reading)
      if (!isReference(data)) refuse(reading, 'is not a value with @type and @value')
      const reference = withoutParameter(data, reading)
      if (!accepted.includes(typeOfReference(reference))) {
        refuse(reading, `is of the type ${typeOfReference(reference)}, but must be of the type ${type}`)
      }
      return plain(reference['@value'], reading)
    },
    write: (value, form) => (form === 'plain' ? value : referenceOf(type, value)),
  }
}

export const text: Codec<string> = scalar('string', ['string'], (value) => typeof value === 'string')
export const boolean: Codec<boolean> = scalar('boolean', ['boolean'], (value) => typeof value === 'boolean')
export const integer: Codec<number> = scalar('integer', ['integer'], isWhole)
export const long: Codec<number> = scalar('long', ['long', 'integer'], isWhole)

/** A text that may be null in the system. Packs have no null: it travels as an empty text. */
export const textOrEmpty: Codec<string> = {
  read: (data, reading) => (data === null || data === undefined ? '' : text.read(data, reading)),
  write: text.write,
  absent: '',
}

export function oneOf<const Name extends string>(names: readonly Name[]): Codec<Name> {
  return {
    read(data, reading) {
      const given = text.read(data, reading)
      const name = names.find((candidate) => candidate.toLowerCase() === given.toLowerCase())
      return name ?? refuse(reading, `is ${JSON.stringify(given)}, but must be one of ${names.join(', ')}`)
    },
    write: text.write,
  }
}

/** Plain text, also in packs. */
export const plainText: Codec<string> = {
  read: (data, reading) => (typeof data === 'string' ? data : refuse(reading, 'is not a text')),
  write: (value) => value,
}
