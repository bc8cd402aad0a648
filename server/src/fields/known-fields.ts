/** The fields of each index and their forms, in memory. */
import { setOfIndex } from '../store/messages/set-of-index.ts'
import type { FoundField } from './field-forms.ts'

export interface KnownField {
  readonly index: string
  readonly field: string
  forms: number
  readonly first: number
  /** Whether the settings have it, perhaps with fewer forms. */
  isPersisted: boolean
}

export interface NotedField extends FoundField {
  /** The form that the field had first anywhere in the index set. */
  readonly first: number
  /** The index already has an unusual number of other fields. */
  readonly isFlood: boolean
}

export interface KnownFields {
  /** Adds what the settings have. */
  load(field: Omit<KnownField, 'isPersisted'>): void
  /** Calls `onChange` if the field, or one of its forms, is new. */
  learn(found: FoundField): NotedField
  /** Removes an index. Returns its fields; undefined if it has none. */
  forget(index: string): readonly KnownField[] | undefined
  has(index: string): boolean
  firstForm(index: string, field: string): number | undefined
  formsIn(indices: readonly string[]): ReadonlyMap<string, readonly number[]>
  /** The forms of each field over all indices. */
  union(): ReadonlyMap<string, number>
  /** An index has too many fields to list them all, so it may have this one. */
  mayBeUnlisted(field: string): boolean
}

/** An index with more distinct fields than this is flooded. */
const USUAL_FIELDS_OF_INDEX = 1000
/** Further names are not noted, and searches treat them as fields of any type. */
const MAX_FIELDS_OF_INDEX = 10_000

export function createKnownFields(onChange: (field: KnownField) => void): KnownFields {
  /** Indices in the order in which they were first written to. */
  const indices = new Map<string, Map<string, KnownField>>()
  let cachedUnion: ReadonlyMap<string, number> | undefined
  const fieldsOf = (index: string) => indices.getOrInsertComputed(index, () => new Map<string, KnownField>())

  return {
    load(field) {
      fieldsOf(field.index).set(field.field, { ...field, isPersisted: true })
    },
    learn({ index, field, forms, first: found }) {
      const fields = fieldsOf(index)
      const before = fields.get(field)
      const first = before?.first ?? firstInSet(indices, index, field) ?? found
      const isFlood = before === undefined && fields.size >= USUAL_FIELDS_OF_INDEX
      const noted = { index, field, forms, first, isFlood }
      if (before === undefined ? fields.size >= MAX_FIELDS_OF_INDEX : (forms & ~before.forms) === 0) return noted
      const known = before ?? { index, field, forms, first, isPersisted: false }
      known.forms |= forms
      fields.set(field, known)
      cachedUnion = undefined
      onChange(known)
      return noted
    },
    forget(index) {
      const fields = indices.get(index)
      indices.delete(index)
      cachedUnion = undefined
      return fields && [...fields.values()]
    },
    has: (index) => indices.has(index),
    firstForm: (index, field) => indices.get(index)?.get(field)?.first ?? firstInSet(indices, index, field),
    formsIn(names) {
      const found = new Map<string, number[]>()
      for (const index of names) {
        for (const [field, { forms }] of indices.get(index) ?? []) {
          found.getOrInsertComputed(field, () => []).push(forms)
        }
      }
      return found
    },
    union() {
      cachedUnion ??= unionOf(indices)
      return cachedUnion
    },
    mayBeUnlisted: (field) =>
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
