import type { Scalar } from '../codec.ts'
import type { FieldMap } from '../field-map.ts'
import { type JsonObject, jsonText, wholeNumber } from '../json-text.ts'

/** Limit for the flattened event, in which every value repeats the names of its parents. */
interface Room {
  left: number
}

const MAX_DEPTH = 50
const ROOM_BYTES = 8 * 1024 * 1024

/**
 * Writes the values of an event as fields, with nested names joined by `_`. An array becomes a list of its scalars,
 * empty if it has only objects; those are flattened with their position. Values that are nested very deeply, or whose
 * names would take too much memory, are written as JSON. Returns false if they are too deep even for that.
 */
export function flattenEvent(
  fields: FieldMap,
  prefix: string,
  event: JsonObject,
  except: ReadonlySet<string>,
): boolean {
  const room = { left: ROOM_BYTES }
  let isWhole = true
  for (const [key, value] of Object.entries(event)) {
    if (!except.has(key)) isWhole = flattenValue(fields, prefix + key, value, 0, room) && isWhole
  }
  return isWhole
}

function flattenValue(fields: FieldMap, name: string, value: unknown, depth: number, room: Room): boolean {
  const scalar = scalarOf(value)
  if (scalar !== undefined) {
    fields[name] = scalar
    return true
  }
  if (typeof value !== 'object' || value === null) return true
  const entries = Object.entries(value)
  if (!Array.isArray(value)) room.left -= entries.length * name.length
  if (depth === MAX_DEPTH || room.left < 0) return writeText(fields, name, value)
  const list: Scalar[] = []
  if (Array.isArray(value)) fields[name] = list
  let isWhole = true
  for (const [key, child] of entries) {
    const item = Array.isArray(value) ? scalarOf(child) : undefined
    if (item !== undefined) list.push(item)
    else isWhole = flattenValue(fields, `${name}_${key}`, child, depth + 1, room) && isWhole
  }
  return isWhole
}

function writeText(fields: FieldMap, name: string, value: object): boolean {
  const text = jsonText(value)
  if (text !== undefined) fields[name] = text
  return text !== undefined
}

function scalarOf(value: unknown): Scalar | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return wholeNumber(value)
}
