/** Configurations of which packs write some texts as value references, and the rest as plain JSON. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { below, type Codec, isRecord, isReference, refuse, withoutParameter } from './codec.ts'
import { referenceOf } from './scalar-codecs.ts'

/** `references` are the names of the properties that packs write as references; `texts` are all texts but the type. */
export function mixed<T>(schema: TSchema, references: readonly string[] | 'texts'): Codec<T> {
  const isWritten = (name: string, value: unknown) =>
    typeof value === 'string' && (references === 'texts' ? name !== 'type' : references.includes(name))
  return {
    read(data, reading) {
      if (!isRecord(data)) refuse(reading, 'is not an object')
      const read = Object.entries(data).map(([name, value]) => {
        const isTyped = reading.form === 'pack' && isReference(value)
        return [name, isTyped ? withoutParameter(value, below(reading, name))['@value'] : value]
      })
      const config = Object.fromEntries(read)
      if (Value.Check(schema, config)) return config as T
      const [error] = Value.Errors(schema, config)
      return refuse(reading, `is not valid: ${error?.instancePath ?? ''} ${error?.message ?? ''}`)
    },
    write(value, form) {
      if (form === 'plain' || !isRecord(value)) return value
      const written = Object.entries(value).map(([name, one]) => [
        name,
        isWritten(name, one) ? referenceOf('string', one) : one,
      ])
      return Object.fromEntries(written)
    },
  }
}
