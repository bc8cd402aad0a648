import {
  CORE_FIELDS,
  FIELD,
  isInternalName,
  SERVER_FIELDS,
  UNSETTABLE_FIELDS,
} from '@logyard/contract/messages/message-fields'
import type { FieldValue, Scalar } from '../codec.ts'
import type { FieldMap } from '../field-map.ts'
import { jsonText, wholeNumber } from '../json-text.ts'
import type { MessageBatch } from './message-batch.ts'

/** Writes a sender's values as fields: nested ones flattened with `_`, names made valid, conflicting names prefixed. */
export interface FieldWriter {
  /** Reserved names, and names already in use, get `prefix` and `_` in front. */
  write(fields: FieldMap, prefix: string, name: string, value: unknown): void
}

/** Names that a sender's field cannot have. */
const RESERVED: ReadonlySet<string> = new Set([...CORE_FIELDS, ...SERVER_FIELDS, ...UNSETTABLE_FIELDS])
const MAX_DEPTH = 20
const MAX_NAME_LENGTH = 256
const BYTES_PER_FIELD = 64

export function createFieldWriter(batch: MessageBatch): FieldWriter {
  const put = (fields: FieldMap, prefix: string, name: string, value: FieldValue): void => {
    const isFree = fields[name] === undefined && !isReserved(name)
    fields[isFree ? name : `${prefix}_${name.startsWith('_') ? name.slice(1) : name}`] = value
  }

  const putText = (fields: FieldMap, prefix: string, name: string, value: unknown): void => {
    const text = jsonText(value)
    if (text === undefined) batch.fail('nested-too-deeply', `the value of ${name} is nested too deeply to be written`)
    else put(fields, prefix, name, text)
  }

  const writeAt = (fields: FieldMap, prefix: string, name: string, value: unknown, depth: number): void => {
    const simple = scalarOf(value) ?? (Array.isArray(value) ? listOf(value) : undefined)
    if (simple !== undefined) put(fields, prefix, name, simple)
    else if (typeof value === 'object' && value !== null) writeNested(fields, prefix, name, value, depth)
  }

  const writeNested = (fields: FieldMap, prefix: string, name: string, value: object, depth: number): void => {
    const entries = Object.entries(value)
    // Each child repeats the names of its parents.
    const bytes = entries.length * (name.length + BYTES_PER_FIELD)
    if (depth === MAX_DEPTH || name.length > MAX_NAME_LENGTH || !batch.spend(bytes)) {
      putText(fields, prefix, name, value)
      return
    }
    for (const [key, child] of entries) writeAt(fields, prefix, `${name}_${storable(key)}`, child, depth + 1)
  }

  return { write: (fields, prefix, name, value) => writeAt(fields, prefix, storable(name), value, 0) }
}

export function scalarOf(value: unknown): Scalar | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return value
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'object':
      return wholeNumber(value)
    default:
      return undefined
  }
}

/** A list of scalars without nulls; undefined if it has anything else. */
function listOf(values: readonly unknown[]): readonly Scalar[] | undefined {
  const list: Scalar[] = []
  for (const value of values) {
    const scalar = scalarOf(value)
    if (scalar !== undefined) list.push(scalar)
    else if (value !== null && value !== undefined) return undefined
  }
  return list
}

/** Collectors that a sidecar runs set its id: its messages are found by it. */
const isReserved = (name: string): boolean =>
  name !== FIELD.sourceCollector && (RESERVED.has(name) || isInternalName(name))

const STORABLE = /^[\w\-@]+$/

/** Replaces dots, too: storing would replace them later, and drop the value if the name is in use by then. */
function storable(name: string): string {
  if (STORABLE.test(name)) return name
  return name === '' ? '_' : name.replace(/[^\w\-@]/g, '_')
}
