/**
 * Finds, in a worker, fields that the main thread does not know yet: a field that is new to an index, or has a new form
 * there. Counts every message with an unusual field: another type than the field had first, or a very long value. A
 * known, usual field costs one lookup.
 */

import { FIELD } from '@logyard/contract/messages/message-fields'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Message } from '../store/messages/message.ts'
import type { MessageIds } from '../store/messages/message-ids.ts'
import { formOf } from './field-forms.ts'

/** A field of an index, as found in a block. */
export interface SeenField {
  readonly index: string
  readonly field: string
  readonly forms: number
  /** The first form that this worker saw. */
  readonly first: number
}

/** Messages of one input, and of the same streams, with a field in a form that is not known to be usual. */
export interface FieldCount {
  readonly kind: 'form' | 'long-value'
  readonly index: string
  readonly field: string
  /** One bit of field-forms.ts. */
  readonly form: number
  readonly inputId: string
  readonly streams: readonly string[]
  count: number
  /** The first of these messages. */
  readonly exampleId: string
}

export interface SeenFields {
  readonly fields: readonly SeenField[]
  readonly counts: readonly FieldCount[]
}

/** The main thread's response to a reported field. */
export interface FieldVerdict {
  readonly index: string
  readonly field: string
  /** Forms that are usual in this index. */
  readonly usual: number
}

/** The reference refuses longer ones. */
export const LONG_VALUE_BYTES = 32_766
const MAX_BYTES_PER_UNIT = 3
const MAX_FIELDS_OF_INDEX = 20_000
const MAX_INDICES = 1000
/** Further counts are dropped. */
const MAX_COUNTS_OF_BLOCK = 1000

interface Known {
  forms: number
  readonly first: number
  /** 0 until the main thread has responded. */
  usual: number
}

export function createFieldWatch() {
  const indices = createBoundedMap<string, Map<string, Known>>(MAX_INDICES)
  let seen = new Map<string, SeenField>()
  /** Changes with what is known. */
  let version = 0
  let counts = new Map<string, FieldCount>()

  function fieldsOf(index: string): Map<string, Known> {
    const known = indices.get(index)
    if (known !== undefined) return known
    const fields = new Map<string, Known>()
    indices.set(index, fields)
    version += 1
    return fields
  }

  function count(what: Omit<FieldCount, 'count'>) {
    const key = `${what.kind} ${what.index} ${what.field} ${what.form} ${what.inputId} ${what.streams.join()}`
    const counted = counts.get(key)
    if (counted !== undefined) counted.count += 1
    else if (counts.size < MAX_COUNTS_OF_BLOCK) counts.set(key, { ...what, count: 1 })
  }

  return {
    look({ fields, inputId, streams }: Message, indexes: readonly string[], ids: Pick<MessageIds, 'id'>) {
      for (const index of indexes) {
        const known = fieldsOf(index)
        for (const [field, value] of fields) {
          if (field === FIELD.fullMessage || field === FIELD.messageId) continue
          const form = formOf(value)
          const before = known.get(field)
          if (before === undefined || (before.forms & form) === 0) {
            if (before === undefined && known.size >= MAX_FIELDS_OF_INDEX) continue
            const forms = (before?.forms ?? 0) | form
            const first = before?.first ?? form
            known.set(field, { forms, first, usual: before?.usual ?? 0 })
            version += 1
            seen.set(`${index} ${field}`, { index, field, forms, first })
          }
          if (((before?.usual ?? 0) & form) === 0) {
            count({ kind: 'form', index, field, form, inputId, streams, exampleId: ids.id })
          }
          if (typeof value === 'string' && isLong(value)) {
            count({ kind: 'long-value', index, field, form, inputId, streams, exampleId: ids.id })
          }
        }
      }
    },
    /** Returns what was found since the last call. */
    take() {
      const taken = { fields: [...seen.values()], counts: [...counts.values()] }
      if (seen.size > 0) seen = new Map()
      if (counts.size > 0) counts = new Map()
      return taken
    },
    learn(verdicts: readonly FieldVerdict[]) {
      for (const { index, field, usual } of verdicts) {
        const known = indices.get(index)?.get(field)
        if (known !== undefined) known.usual = usual
      }
      version += 1
    },
    /** Changes whenever `usualForms` may return something else. */
    version: () => version,
    /**
     * The forms that each of these fields may have in all of these indices without anything to report, if the value is not
     * long. A message whose fields have such forms needs no look.
     */
    usualForms: (indexes: readonly string[], fields: readonly string[]) =>
      Int32Array.from(fields, (field) =>
        indexes.reduce((forms, index) => {
          const known = indices.get(index)?.get(field)
          return known === undefined ? 0 : forms & known.usual & known.forms
        }, -1),
      ),
  }
}

/** A text of at most as many characters is not long. */
export const MAX_USUAL_LENGTH = Math.floor(LONG_VALUE_BYTES / MAX_BYTES_PER_UNIT)

const isLong = (text: string): boolean =>
  text.length * MAX_BYTES_PER_UNIT > LONG_VALUE_BYTES && Buffer.byteLength(text) > LONG_VALUE_BYTES
