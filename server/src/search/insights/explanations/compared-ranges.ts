/** The time of the messages that are compared, in slices: each belongs to one of the two sides. */
import type { ComparedWith } from '@logyard/contract/search/explanations'
import { ALWAYS, anyOf } from '@logyard/languages/query-sql/condition'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInteger, sqlList, sqlRangeEnd } from '@logyard/languages/sql/sql-parts'
import { LogyardError } from '../../../platform/errors.ts'
import { type InstantRange, rangeCondition } from '../../scope/message-scope.ts'

export interface Slice extends InstantRange {
  readonly isInside: boolean
}

export interface ComparedRanges {
  readonly slices: readonly Slice[]
  /** UInt8: the number of the slice of a message. */
  readonly number: Sql
  /** From the first slice to the end of the last one. */
  readonly whole: InstantRange
  /** Condition: the message of the whole time is in one of the slices. */
  readonly isCompared: Sql
  /** Condition: a compared message is inside. */
  readonly isInside: Sql
  /** Times of one side alone; without them, messages of the same time are on both. */
  readonly pieces: readonly Slice[] | undefined
}

const SLICES = 40
const MIN_SLICES = 12
const DAY_MS = 86_400_000

const nothingToCompare = () =>
  new LogyardError(
    'invalid',
    'explanation-without-rest',
    'There is nothing to compare with: the messages to explain are all messages of the time range. Choose a part of it, ' +
      'a query, or the time before.',
  )

const rangesOverlap = () =>
  new LogyardError(
    'invalid',
    'explanation-ranges-overlap',
    'The two time ranges overlap, so no message is in only one of them. Choose a shorter one.',
  )

const shiftedBy = ({ fromMs, toMs }: InstantRange, ms: number): InstantRange => ({
  fromMs: fromMs - ms,
  toMs: toMs - ms,
})

/** What a range is compared with. Throws if that is nothing, or overlaps it. */
export function rangesOutside(
  inside: InstantRange,
  around: InstantRange,
  compared: ComparedWith | InstantRange,
): readonly InstantRange[] {
  const parts = partsOutside(inside, around, compared).filter(({ fromMs, toMs }) => fromMs <= toMs)
  if (parts.length === 0) throw nothingToCompare()
  if (parts.some(({ fromMs, toMs }) => fromMs <= inside.toMs && toMs >= inside.fromMs)) throw rangesOverlap()
  return parts
}

function partsOutside(inside: InstantRange, around: InstantRange, compared: ComparedWith | InstantRange) {
  if (typeof compared === 'object') return [compared]
  switch (compared) {
    case 'rest':
      return [
        { fromMs: around.fromMs, toMs: Math.min(around.toMs, inside.fromMs - 1) },
        { fromMs: Math.max(around.fromMs, inside.toMs + 1), toMs: around.toMs },
      ]
    case 'before':
      return [shiftedBy(inside, inside.toMs - inside.fromMs + 1)]
    case 'yesterday':
      return [shiftedBy(inside, DAY_MS)]
    case 'last_week':
      return [shiftedBy(inside, 7 * DAY_MS)]
    default:
      throw compared satisfies never
  }
}

const lengthOf = ({ fromMs, toMs }: InstantRange): number => toMs - fromMs + 1

/** Slices of the ranges of both sides, by time. */
export function compareRanges(inside: InstantRange, outside: readonly InstantRange[]): ComparedRanges {
  const pieces = [{ ...inside, isInside: true }, ...outside.map((range) => ({ ...range, isInside: false }))].sort(
    (a, b) => a.fromMs - b.fromMs,
  )
  const total = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)
  return slicedRanges(
    pieces.map((piece) => {
      const least = piece.isInside || outside.length > 1 ? 1 : MIN_SLICES
      const count = Math.min(lengthOf(piece), Math.max(least, Math.round((SLICES * lengthOf(piece)) / total)))
      return { piece, stepMs: Math.ceil(lengthOf(piece) / count) }
    }),
    inside,
  )
}

/** One range whose messages are on one side or the other by a condition: first all slices outside, then those inside. */
export function compareWithin(range: InstantRange, isInside: Sql): ComparedRanges {
  const stepMs = Math.ceil(lengthOf(range) / Math.min(lengthOf(range), SLICES / 2))
  const one = slicedRanges([{ piece: { ...range, isInside: false }, stepMs }], range)
  return {
    ...one,
    slices: [...one.slices, ...one.slices.map((slice) => ({ ...slice, isInside: true }))],
    number: sql`toUInt8(${one.number} + if(${isInside}, ${one.slices.length}, 0))`,
    isInside,
    pieces: undefined,
  }
}

interface Sliced {
  readonly piece: Slice
  readonly stepMs: number
}

const haveGap = (parts: readonly Sliced[]): boolean =>
  parts.some(({ piece }, at) => at > 0 && parts[at - 1]?.piece.toMs !== piece.fromMs - 1)

function slicedRanges(parts: readonly Sliced[], inside: InstantRange): ComparedRanges {
  const slices: Slice[] = []
  const numbers: Sql[] = []
  for (const { piece, stepMs } of parts) {
    const at = sql`intDiv(toUnixTimestamp64Milli(timestamp) - ${sqlInteger(piece.fromMs)}, ${sqlInteger(stepMs)})`
    numbers.push(sql`timestamp <= ${sqlRangeEnd(piece.toMs)}`, sql`${slices.length} + ${at}`)
    for (let { fromMs } = piece; fromMs <= piece.toMs; fromMs += stepMs)
      slices.push({ fromMs, toMs: Math.min(piece.toMs, fromMs + stepMs - 1), isInside: piece.isInside })
  }
  const whole = { fromMs: slices[0]?.fromMs ?? 0, toMs: Math.max(...slices.map(({ toMs }) => toMs)) }
  const [, ...last] = numbers.splice(-2)
  return {
    slices,
    number: sql`toUInt8(${numbers.length === 0 ? sqlList(last) : sql`multiIf(${sqlList([...numbers, ...last])})`})`,
    whole,
    isCompared: haveGap(parts) ? anyOf(parts.map(({ piece }) => rangeCondition(piece))) : ALWAYS,
    isInside: rangeCondition(inside),
    pieces: parts.map(({ piece }) => piece),
  }
}
