/** Counts the values of fields without columns, so that the fields that many messages have get columns. */
import type { FieldValue } from '@logyard/codecs/codec'
import type { ColumnType } from '@logyard/languages/query-sql/field-columns'
import { MAX_INTEGER } from './encode-value.ts'

/** Values of one field and one type. */
export interface ValueCount {
  readonly field: string
  readonly type: ColumnType
  readonly values: number
  /** Different texts. */
  readonly different: number
}

export interface ValueCounts {
  /** Messages that were looked at. */
  readonly messages: number
  readonly counts: readonly ValueCount[]
}

export const NO_VALUE_COUNTS: ValueCounts = { messages: 0, counts: [] }

/** Looking at each message would cost as much as writing it. */
const LOOKED_AT_EVERY = 4
/** Counts of fewer messages would tell little of how often texts recur. */
const REPORTED_AFTER = 2500
/** A sender that invents names, or texts, must not fill the memory. */
const MAX_FIELDS = 1000
const MAX_TEXTS = 50_000
const MAX_TEXT_LENGTH = 256
/** Longer names have no columns. */
const MAX_NAME_LENGTH = 120

interface Counting {
  readonly field: string
  readonly type: ColumnType
  values: number
  /** Different texts beside those in `texts`. */
  others: number
  readonly texts: Set<string>
}

export function createValueCounter() {
  let counting = new Map<string, Counting>()
  let messages = 0
  let textCount = 0
  let isLooking = false

  function addText({ texts }: Counting, text: string): boolean {
    if (texts.has(text)) return true
    if (text.length > MAX_TEXT_LENGTH || textCount >= MAX_TEXTS) return false
    texts.add(text)
    textCount += 1
    return true
  }

  return {
    /** Begins a message. */
    next() {
      messages += 1
      isLooking = messages % LOOKED_AT_EVERY === 0
    },
    /** Counts a value of the message that has no column. */
    add(field: string, value: FieldValue) {
      if (!isLooking || field.length > MAX_NAME_LENGTH) return
      const type = columnTypeOf(value)
      if (type === undefined) return
      const key = `${type} ${field}`
      let counted = counting.get(key)
      if (counted === undefined) {
        if (counting.size >= MAX_FIELDS) return
        counted = { field, type, values: 0, others: 0, texts: new Set() }
        counting.set(key, counted)
      }
      counted.values += 1
      if (typeof value === 'string' && !addText(counted, value)) counted.others += 1
    },
    /** Returns the counts once there are enough of them, and starts counting again. */
    take() {
      const lookedAt = Math.floor(messages / LOOKED_AT_EVERY)
      if (lookedAt < REPORTED_AFTER) return NO_VALUE_COUNTS
      const counts = Array.from(counting.values(), ({ field, type, values, texts, others }) => {
        return { field, type, values, different: texts.size + others }
      })
      messages = 0
      textCount = 0
      counting = new Map()
      return counts.length === 0 ? NO_VALUE_COUNTS : { messages: lookedAt, counts }
    },
  }
}

/** The type of column for a value; `undefined` for values that always stay among the other fields. */
export function columnTypeOf(value: FieldValue): ColumnType | undefined {
  switch (typeof value) {
    case 'string':
      return 'String'
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < MAX_INTEGER ? 'Int64' : 'Float64'
    case 'bigint':
      return BigInt.asIntN(64, value) === value ? 'Int64' : undefined
    default:
      return undefined
  }
}
