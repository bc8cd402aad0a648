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
  /** Addresses that the values came from; two stand for any larger number. */
  readonly senders: readonly string[]
}

export interface ValueCounts {
  /** Messages that were looked at. */
  readonly messages: number
  /** Addresses that these came from; two stand for any larger number. */
  readonly senders: readonly string[]
  readonly counts: readonly ValueCount[]
}

export const NO_VALUE_COUNTS: ValueCounts = { messages: 0, senders: [], counts: [] }

/** Looking at each message would cost as much as writing it. */
const LOOKED_AT_EVERY = 4
/** Counts of fewer messages would tell little of how often texts recur. */
const REPORTED_AFTER = 2500
/** A sender that invents names, or texts, must not fill the memory. */
const MAX_FIELDS = 1000
/** When so many fields are counted, those of a smaller part of the messages make room for others. */
const RARE_SHARE = 0.005
const MAX_SENDERS = 2
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
  readonly senders: string[]
}

/** Addresses of both lists, or two of them. */
export const joinSenders = (first: readonly string[], second: readonly string[]): readonly string[] =>
  [...new Set([...first, ...second])].slice(0, MAX_SENDERS)

export function createValueCounter() {
  let counting = new Map<string, Counting>()
  let messages = 0
  let textCount = 0
  let isLooking = false
  let droppedAt = 0
  let sender = ''
  let senders: string[] = []

  function addText({ texts }: Counting, text: string): boolean {
    if (texts.has(text)) return true
    if (text.length > MAX_TEXT_LENGTH || textCount >= MAX_TEXTS) return false
    texts.add(text)
    textCount += 1
    return true
  }

  /** Names that are invented are in one message each: they must not keep others from being counted. Once per message. */
  function dropRare(): void {
    if (droppedAt === messages) return
    droppedAt = messages
    const least = Math.max(2, (messages / LOOKED_AT_EVERY) * RARE_SHARE)
    for (const [key, { values, texts }] of counting) {
      if (values >= least) continue
      textCount -= texts.size
      counting.delete(key)
    }
  }

  return {
    /** Begins a message from the address. */
    next(address: string) {
      messages += 1
      isLooking = messages % LOOKED_AT_EVERY === 0
      if (!isLooking) return
      sender = address
      addSender(senders, sender)
    },
    /** Counts a value of the message that has no column. */
    add(field: string, value: FieldValue) {
      if (!isLooking || field.length > MAX_NAME_LENGTH) return
      const type = columnTypeOf(value)
      if (type === undefined) return
      const key = `${type} ${field}`
      let counted = counting.get(key)
      if (counted === undefined) {
        if (counting.size >= MAX_FIELDS) dropRare()
        if (counting.size >= MAX_FIELDS) return
        counted = { field, type, values: 0, others: 0, texts: new Set(), senders: [] }
        counting.set(key, counted)
      }
      counted.values += 1
      addSender(counted.senders, sender)
      if (typeof value === 'string' && !addText(counted, value)) counted.others += 1
    },
    /** Returns the counts once there are enough of them, and starts counting again. */
    take() {
      const lookedAt = Math.floor(messages / LOOKED_AT_EVERY)
      if (lookedAt < REPORTED_AFTER) return NO_VALUE_COUNTS
      const counts = Array.from(counting.values(), ({ field, type, values, texts, others, senders }) => {
        return { field, type, values, different: texts.size + others, senders }
      })
      const found = { messages: lookedAt, senders, counts }
      messages = 0
      droppedAt = 0
      textCount = 0
      senders = []
      counting = new Map()
      return counts.length === 0 ? NO_VALUE_COUNTS : found
    },
  }
}

function addSender(senders: string[], sender: string): void {
  if (senders.length < MAX_SENDERS && senders[0] !== sender) senders.push(sender)
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
