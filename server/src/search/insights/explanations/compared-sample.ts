/**
 * Which of the compared messages are read to find candidates: all of a side, or spans of time in each of its slices, which
 * the order of the table finds without reading the rest.
 */
import { allOf, anyOf, not } from '@logyard/languages/query-sql/condition'
import type { Sql } from '@logyard/languages/sql/sql'
import type { InstantRange } from '../../scope/message-scope.ts'
import { rangeCondition } from '../../scope/message-scope.ts'
import type { ComparedRanges } from './compared-ranges.ts'

/** The engine compares the values of usual fields of so many messages within a few hundred milliseconds. */
export const MAX_COMPARED_OUTSIDE = 40_000
export const MAX_COMPARED_INSIDE = 40_000
const MAX_READ_FOR_INSIDE = 600_000
/** Messages that the engine reads at least. */
const GRANULE = 8192
/** Messages that are read to learn which fields there are and how their numbers are spread. */
const PROFILED = 8000
const PROFILE_SPANS = 4
/** Few long spans: the engine reads thousands of messages around each. */
const SPANS = 16
/** Share of the golden ratio: spans that begin at it never follow a period of the messages. */
const TURN = 0.618034

export interface SideTotals {
  readonly inside: number
  readonly outside: number
}

export interface ComparedSample {
  /** Condition: the message is in the sample. */
  readonly isRead: Sql
  readonly isAll: boolean
}

export function comparedSample(ranges: ComparedRanges, isInside: Sql | undefined, totals: SideTotals): ComparedSample {
  if (totals.inside <= MAX_COMPARED_INSIDE && totals.outside <= MAX_COMPARED_OUTSIDE)
    return { isRead: ranges.isCompared, isAll: true }
  const outside = spansOf(ranges, false, MAX_COMPARED_OUTSIDE / Math.max(1, totals.outside), SPANS)
  const inside = spansOf(ranges, true, insideShare(isInside !== undefined, totals), SPANS)
  if (isInside === undefined) return { isRead: anyOf([inside, outside]), isAll: false }
  return { isRead: anyOf([allOf([isInside, inside]), allOf([not(isInside), outside])]), isAll: false }
}

/** Messages that match a condition lie among others, which are read with them. */
function insideShare(isByCondition: boolean, { inside, outside }: SideTotals): number {
  const share = MAX_COMPARED_INSIDE / Math.max(1, inside)
  if (!isByCondition) return share
  return Math.min(share, MAX_READ_FOR_INSIDE / Math.max(1, Math.min(inside + outside, inside * GRANULE)))
}

/** Condition: the message is in one of a few spans of time of one side, with this share of its messages. */
function spansOf({ slices }: ComparedRanges, inside: boolean, share: number, spans: number): Sql {
  const own = slices.filter((slice) => slice.isInside === inside)
  if (share >= 1) return anyOf(own.map(rangeCondition))
  const chosen = own.filter((_, at) => at % Math.ceil(own.length / spans) === 0)
  const shareOfChosen = Math.min(1, (share * own.length) / chosen.length)
  return anyOf(chosen.map((slice, at) => rangeCondition(spanIn(slice, shareOfChosen, at))))
}

/** Condition: the message is in the smaller sample of one side. */
export const profileOf = (ranges: ComparedRanges, inside: boolean, totals: SideTotals): Sql =>
  spansOf(ranges, inside, shareOfProfile(ranges, inside, totals), PROFILE_SPANS)

function shareOfProfile({ pieces }: ComparedRanges, inside: boolean, totals: SideTotals): number {
  const share = PROFILED / Math.max(1, inside ? totals.inside : totals.outside)
  return inside ? Math.min(share, insideShare(pieces === undefined, totals)) : share
}

/** A part of the slice, somewhere in it. */
function spanIn({ fromMs, toMs }: InstantRange, share: number, at: number): InstantRange {
  if (share === 1) return { fromMs, toMs }
  const lengthMs = toMs - fromMs + 1
  const startMs = Math.floor(fromMs + (((at + 1) * TURN) % 1) * lengthMs * (1 - share))
  return { fromMs: startMs, toMs: Math.max(startMs, Math.floor(startMs + lengthMs * share) - 1) }
}
