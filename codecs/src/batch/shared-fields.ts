import type { FieldValue } from '../codec.ts'
import { FieldMap } from '../field-map.ts'
import type { FieldWriter } from './field-writer.ts'

export type SharedValues = Iterable<readonly [name: string, value: unknown]>

/** Fields shared by messages of a payload: read once, but counted for each message that gets them. */
export function sharedFields(writer: FieldWriter, prefix: string, values: SharedValues) {
  const read = new FieldMap()
  for (const [name, value] of values) writer.write(read, prefix, name, value)
  const entries = Object.entries(read)
  let bytes = 0
  for (const [name, value] of entries) bytes += name.length + sizeOf(value)
  return {
    bytes,
    /** Does not overwrite fields of the message; a shared field with another value gets `prefix` in front of its name. */
    addTo(fields: FieldMap) {
      for (const [name, value] of entries) {
        const own = fields[name]
        if (own === undefined) fields[name] = value
        else if (own !== value) fields[`${prefix}_${name}`] = value
      }
    },
  }
}

function sizeOf(value: FieldValue): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object') return 8
  let bytes = 8
  for (const item of value) bytes += typeof item === 'string' ? item.length : 8
  return bytes
}
