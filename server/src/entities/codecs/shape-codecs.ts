/** Codecs of objects, lists and free configuration. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { readScalars } from '../../http/body-scalars.ts'
import { findMismatch } from '../../http/schema-checks.ts'
import {
  below,
  type Codec,
  type Decoded,
  isRecord,
  isReference,
  type Reading,
  refuse,
  typeOfReference,
  withoutParameter,
} from './codec.ts'
import { fitsType, referenceOf, text } from './scalar-codecs.ts'

const MAX_DEPTH = 40

type Fields = Readonly<Record<string, Codec<never> | Codec<unknown>>>
type Shape<F> = { readonly [K in keyof F]: Decoded<F[K]> }

/** An object with these fields. Others are refused, so that nothing of a pack is lost unseen. */
export function shape<F extends Fields>(fields: F): Codec<Shape<F>> {
  const entries = Object.entries(fields) as [string, Codec<unknown>][]
  return {
    read(data, reading) {
      if (!isRecord(data)) refuse(reading, 'is not an object')
      const unknown = Object.keys(data).find((name) => !Object.hasOwn(fields, name))
      if (unknown !== undefined) refuse(below(reading, unknown), 'is an unknown property')
      const read = entries.map(([name, codec]) => [name, readField(codec, data[name], below(reading, name))])
      return Object.fromEntries(read)
    },
    write(value, form) {
      const given: Readonly<Record<string, unknown>> = value
      return Object.fromEntries(
        entries
          .filter(([name]) => given[name] !== undefined)
          .map(([name, codec]) => [name, codec.write(given[name], form)]),
      )
    },
  }
}

function readField(codec: Codec<unknown>, value: unknown, reading: Reading): unknown {
  if (value !== undefined && !(value === null && 'absent' in codec)) return codec.read(value, reading)
  if ('absent' in codec) return codec.absent
  return refuse(reading, 'is missing')
}

/** A list; empty if it is absent. */
export const list = <T>(item: Codec<T>): Codec<readonly T[]> => ({
  read(data, reading) {
    if (!Array.isArray(data)) refuse(reading, 'is not a list')
    return data.map((one, at) => item.read(one, below(reading, at)))
  },
  write: (values, form) => values.map((value) => item.write(value, form)),
  absent: [],
})

const texts = list(text)

/** Texts in no order of their own, which are sorted so that they can be compared. */
export const sortedTexts: Codec<readonly string[]> = {
  ...texts,
  read: (data, reading) => [...texts.read(data, reading)].sort(),
}

/** Values of one kind under free names. Empty if it is absent. */
export const mapped = <T>(item: Codec<T>): Codec<Readonly<Record<string, T>>> => ({
  read(data, reading) {
    if (!isRecord(data)) refuse(reading, 'is not an object')
    return Object.fromEntries(Object.entries(data).map(([name, one]) => [name, item.read(one, below(reading, name))]))
  },
  write: (values, form) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, item.write(value, form)])),
  absent: {},
})

/** JSON that is written as it is in packs, too. */
export const plain = <T>(schema: TSchema, what: string): Codec<T> => ({
  read(data, reading) {
    if (Value.Check(schema, data)) return data as T
    // Packs are written by people, too, and may leave out what requests may leave out.
    const completed = readScalars(schema, structuredClone(data))
    if (Value.Check(schema, completed)) return completed as T
    const mismatch = typeof completed === 'object' && completed !== null ? findMismatch(schema, completed) : undefined
    return refuse(reading, mismatch === undefined ? `is not ${what}` : `is not ${what}: ${mismatch}`)
  },
  write: (value) => value,
})

/** Free configuration: values of any type in maps and lists. Drops nulls, and values that do not fit their type. */
export const configuration: Codec<Readonly<Record<string, unknown>>> = {
  read(data, reading) {
    if (!isRecord(data)) refuse(reading, 'is not an object')
    return reading.form === 'plain' ? withoutNulls(data) : readMap(data, reading, 0)
  },
  write: (value, form) => (form === 'plain' ? withoutNulls(value) : writeMap(value)),
  absent: {},
}

function readMap(data: Readonly<Record<string, unknown>>, reading: Reading, depth: number): Record<string, unknown> {
  const read = Object.entries(data).map(
    ([name, value]) => [name, readValue(value, below(reading, name), depth)] as const,
  )
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

function readValue(value: unknown, reading: Reading, depth: number): unknown {
  if (depth > MAX_DEPTH) refuse(reading, `is nested more than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) {
    return value.map((item, at) => readValue(item, below(reading, at), depth + 1)).filter((item) => item !== undefined)
  }
  if (isReference(value)) {
    const reference = withoutParameter(value, reading)
    return fitsType(reference['@value'], typeOfReference(reference)) ? reference['@value'] : undefined
  }
  if (isRecord(value)) return readMap(value, reading, depth + 1)
  if (value === null || value === undefined) return undefined
  return refuse(reading, 'is not a value with @type and @value')
}

function writeMap(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const written = Object.entries(value).map(([name, one]) => [name, writeValue(one)] as const)
  return Object.fromEntries(written.filter(([, one]) => one !== undefined))
}

function writeValue(value: unknown): unknown {
  if (typeof value === 'string') return referenceOf('string', value)
  if (typeof value === 'boolean') return referenceOf('boolean', value)
  if (typeof value === 'number') return numberReference(value)
  if (Array.isArray(value)) return value.map(writeValue).filter((item) => item !== undefined)
  return isRecord(value) ? writeMap(value) : undefined
}

function numberReference(value: number) {
  if (fitsType(value, 'integer')) return referenceOf('integer', value)
  return referenceOf(Number.isSafeInteger(value) ? 'long' : 'double', value)
}

function withoutNulls(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null && one !== undefined)
      .map(([name, one]) => [name, isRecord(one) ? withoutNulls(one) : one]),
  )
}
