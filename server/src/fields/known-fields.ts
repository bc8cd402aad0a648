/** The fields of each index and their forms, in memory. */
import { setOfIndex } from '../store/messages/set-of-index.ts'
import type { FoundField } from './field-forms.ts'

export interface KnownField {
  readonly index: string
  readonly field: string
  forms: number
  first: number
}

export interface NotedField extends FoundField {
  /** The form that the field had first anywhere in the index set. */
  readonly first: number
  /** The index already has an unusual number of other fields. */
  readonly isFlood: boolean
}

export type KnownFields = ReturnType<typeof createKnownFields>

/** An index with more distinct fields than this is flooded. */
const USUAL_FIELDS_OF_INDEX = 1000
/** Further names are not noted, and searches treat them as fields of any type. */
const MAX_FIELDS_OF_INDEX = 10_000

export function createKnownFields(onChange: (field: KnownField) => void) {
  /** Indices in the order in which they were first written to. */
  const indices = new Map<string, Map<string, KnownField>>()
  let cachedUnion: ReadonlyMap<string, number> | undefined
  const fieldsOf = (index: string) => indices.getOrInsertComputed(index, () => new Map<string, KnownField>())

  return {
    /** Adds what the settings have. The first form that was stored counts. */
    load({ index, field, forms, first }: KnownField) {
      const fields = fieldsOf(index)
      const known = fields.get(field)
      if (known === undefined) fields.set(field, { index, field, forms, first })
      else Object.assign(known, { forms: known.forms | forms, first })
      cachedUnion = undefined
    },
    /** Calls `onChange` if the field, or one of its forms, is new. */
    learn({ index, field, forms, first: found }: FoundField) {
      const fields = fieldsOf(index)
      const before = fields.get(field)
      const first = before?.first ?? firstInSet(indices, index, field) ?? found
      const isFlood = before === undefined && fields.size >= USUAL_FIELDS_OF_INDEX
      const noted = { index, field, forms, first, isFlood }
      if (before === undefined ? fields.size >= MAX_FIELDS_OF_INDEX : (forms & ~before.forms) === 0) return noted
      const known = before ?? { index, field, forms, first }
      known.forms |= forms
      fields.set(field, known)
      cachedUnion = undefined
      onChange(known)
      return noted
    },
    /** Removes an index. Returns its fields; undefined if it has none. */
    forget(index: string) {
      const fields = indices.get(index)
      indices.delete(index)
      cachedUnion = undefined
      return fields && [...fields.values()]
    },
    has: (index: string) => indices.has(index),
    firstForm: (index: string, field: string) =>
      indices.get(index)?.get(field)?.first ?? firstInSet(indices, index, field),
    formsIn(names: readonly string[]) {
      const found = new Map<string, number[]>()
      for (const index of names) {
        for (const [field, { forms }] of indices.get(index) ?? []) {
          found.getOrInsertComputed(field, () => []).push(forms)
        }
      }
      return found
    },
    /** The forms of each field over all indices. */
    union() {
      cachedUnion ??= unionOf(indices)
      return cachedUnion
    },
    /** Some index has too many fields to note what is new in it. */
    isFull: () => [...indices.values()].some((fields) => fields.size >= MAX_FIELDS_OF_INDEX),
    /** An index has too many fields to list them all, so it may have this one. */
    mayBeUnlisted: (field: string) =>
      [...indices.values()].some((fields) => fields.size >= MAX_FIELDS_OF_INDEX && !fields.has(field)),
  }
}

type Indices = ReadonlyMap<string, ReadonlyMap<string, KnownField>>

function firstInSet(indices: Indices, index: string, field: string): number | undefined {
  const set = setOfIndex(index)
  for (const [other, fields] of indices) {
    if (setOfIndex(other) !== set) continue
    const first = fields.get(field)?.first
    if (first !== undefined) return first
  }
  return undefined
}

function unionOf(indices: Indices): ReadonlyMap<string, number> {
  const union = new Map<string, number>()
  for (const fields of indices.values()) {
    for (const [field, { forms }] of fields) union.set(field, (union.get(field) ?? 0) | forms)
  }
  return union
}
