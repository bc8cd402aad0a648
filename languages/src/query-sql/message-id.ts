/** SQL for the ids of messages. An id is stored as three columns, in whose order ids sort. */

import { type Sql, sql } from '../sql/sql.ts'
import { sqlInstant, sqlList } from '../sql/sql-parts.ts'
import { NEVER } from './condition.ts'

export const ID_COLUMNS: readonly Sql[] = [sql`received`, sql`journal_offset`, sql`place`]

/** The columns as one value that can be compared. */
export const ID_TUPLE = sql`(${sqlList(ID_COLUMNS)})`

/** The parts that an id consists of. */
export interface IdParts {
  readonly receivedAtMs: number
  /** The offset in the journal, modulo 2^42. */
  readonly journalOffset: number
  /** The place within the raw message, and the number of the node. */
  readonly place: number
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** The version and the variant of the ids of messages. */
const OF_MESSAGE = /^.{14}7.{4}[89ab]/
/** Bits of the offset after the variant of the id. */
export const OFFSET_BITS = 30

/** Undefined for a text that is no UUID. */
export function idParts(id: string): IdParts | undefined {
  if (!UUID.test(id)) return undefined
  const hex = id.replaceAll('-', '')
  const number = (from: number, to: number) => Number.parseInt(hex.slice(from, to), 16)
  return {
    receivedAtMs: number(0, 12),
    journalOffset: number(13, 16) * 2 ** OFFSET_BITS + (number(16, 24) % 2 ** OFFSET_BITS),
    place: number(24, 32),
  }
}

/** Condition: the message has this id. */
export function hasId(id: string): Sql {
  const parts = OF_MESSAGE.test(id) ? idParts(id) : undefined
  return parts === undefined ? NEVER : equals(parts)
}

const equals = ({ receivedAtMs, journalOffset, place }: IdParts): Sql =>
  sql`received = ${sqlInstant(receivedAtMs)} AND journal_offset = ${journalOffset} AND place = ${place}`

/** Condition: the message has one of these ids. */
export function hasOneOfIds(ids: readonly string[]): Sql {
  const tuples = ids.flatMap((id) => idTuple(id) ?? [])
  return tuples.length === 0 ? NEVER : sql`${ID_TUPLE} IN (${sqlList(tuples)})`
}

/** The value of the id that compares with ID_TUPLE. */
export function idTuple(id: string): Sql | undefined {
  const parts = idParts(id)
  return parts && sql`(${sqlInstant(parts.receivedAtMs)}, toUInt64(${parts.journalOffset}), toUInt32(${parts.place}))`
}

/** The 32 characters of a ULID. */
export const ULID_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Texts of these characters. */
export const OF_ULID_CHARACTERS = /^[0-9A-HJKMNP-TV-Z]*$/
/** 48 bits of time, 12 and 30 of the offset, 32 of the place, each in characters of 5 bits. */
const ULID = /^([0-9A-HJKMNP-TV-Z]{10})([0-9A-HJKMNP-TV-Z]{3})([0-9A-HJKMNP-TV-Z]{6})([0-9A-HJKMNP-TV-Z]{7})$/

/** Condition: the message id, which is not stored, follows from these parts. */
export function hasDerivedMessageId(text: string): Sql {
  const [, time, high, low, place] = ULID.exec(text) ?? []
  if (time === undefined || high === undefined || low === undefined || place === undefined) return NEVER
  const parts: IdParts = {
    receivedAtMs: numberOf(time),
    journalOffset: numberOf(high) * 2 ** OFFSET_BITS + numberOf(low),
    place: numberOf(place),
  }
  const isPossible = parts.receivedAtMs < 2 ** 48 && numberOf(high) < 2 ** 12 && parts.place < 2 ** 32
  return isPossible ? sql`(own_message_id = '' AND ${equals(parts)})` : NEVER
}

const numberOf = (digits: string): number =>
  Array.from(digits).reduce((value, digit) => value * 32 + ULID_ALPHABET.indexOf(digit), 0)
