/**
 * How a definition goes on after the wall clock went back. While the clock was ahead, ranges were evaluated in which
 * messages arrive only now. They are evaluated again, and what is stored of them already is not stored twice.
 */
import { type Static, Type } from 'typebox'
import { AHEAD_MS, isAhead } from '../../platform/clock.ts'
import type { EventRange, MessagesAhead, ProcessorTiming } from '../event-processor.ts'

/** The clock went back by this and a hop before now at the latest: then the next run sees it. */
const MIN_SEEN_MS = 5000
/** A run that is late by more than this may be late because the clock went forward. */
const MIN_LATE_MS = 10_000
/** Ranges that are evaluated again after the clock went back: of so many hours at most. */
export const MAX_REPEATED_HOURS = 24
const MAX_REPEATED_MS = MAX_REPEATED_HOURS * 3_600_000

export const EvaluatedRanges = Type.Object({
  evaluated_to: Type.String({ description: 'Up to here messages were evaluated' }),
  late_from: Type.Optional(
    Type.Object(
      { evaluated_to: Type.String(), at: Type.String() },
      { description: 'How far the definition was when it became late, and when that was' },
    ),
  ),
  repeated_to: Type.Optional(Type.String({ description: 'Ranges up to here may have been evaluated before' })),
  set_back_at: Type.Optional(Type.String({ description: 'When it was seen that the clock went back' })),
})
export type EvaluatedRanges = Static<typeof EvaluatedRanges>

/** After the evaluation of a range. `lateMs` says how long after it was due. */
export function withEvaluated(
  before: EvaluatedRanges | undefined,
  range: EventRange,
  { nowMs, lateMs }: { readonly nowMs: number; readonly lateMs: number },
): EvaluatedRanges {
  const evaluated = { ...before, evaluated_to: isoOf(range.toMs) }
  if (before === undefined || lateMs <= MIN_LATE_MS) return evaluated
  const sinceMs = before.late_from === undefined ? Number.POSITIVE_INFINITY : nowMs - Date.parse(before.late_from.at)
  if (sinceMs >= 0 && sinceMs <= MAX_REPEATED_MS) return evaluated
  return { ...evaluated, late_from: { evaluated_to: before.evaluated_to, at: isoOf(nowMs) } }
}

/** After messages that arrived were evaluated, before the schedule comes to their range, which may be in the future. */
export function withArrived(
  before: EvaluatedRanges | undefined,
  { scheduled, arrived }: { readonly scheduled: EventRange; readonly arrived: EventRange },
): EvaluatedRanges {
  const known = before ?? { evaluated_to: isoOf(Math.min(scheduled.fromMs, arrived.fromMs) - 1) }
  const repeatedToMs = known.repeated_to === undefined ? arrived.toMs : Date.parse(known.repeated_to)
  return { ...known, repeated_to: isoOf(Math.max(repeatedToMs, arrived.toMs)) }
}

/** Whether the range may have been evaluated before. */
export const isRepeated = (ranges: EvaluatedRanges | undefined, { fromMs }: EventRange): boolean =>
  ranges?.repeated_to !== undefined && fromMs <= Date.parse(ranges.repeated_to)

/** Where messages lie in the future that were evaluated while the clock was ahead. */
export function messagesAhead(ranges: EvaluatedRanges | undefined, nowMs: number): MessagesAhead | undefined {
  if (ranges?.repeated_to === undefined || ranges.set_back_at === undefined) return undefined
  const toMs = Date.parse(ranges.repeated_to)
  if (!isAhead(toMs, nowMs)) return undefined
  return { range: { fromMs: nowMs + AHEAD_MS, toMs }, setBackMs: Date.parse(ranges.set_back_at) }
}

interface Position {
  readonly range: EventRange
  /** The next time of a cron expression; absent for other schedules. */
  readonly nextCronMs: number | undefined
  /** A part of the range is evaluated. */
  readonly isBegun: boolean
  readonly ranges: EvaluatedRanges | undefined
  readonly nowMs: number
}

/** Where the definition starts again, if what it evaluated or waits for lies in the future. */
export function afterSetBack(
  { range, nextCronMs, isBegun, ranges, nowMs }: Position,
  { windowMs, hopMs }: ProcessorTiming,
): { readonly evaluatedToMs: number; readonly ranges: EvaluatedRanges } | undefined {
  const reachedMs = Math.max(
    ranges === undefined ? Number.NEGATIVE_INFINITY : Date.parse(ranges.evaluated_to),
    isBegun ? range.toMs : Number.NEGATIVE_INFINITY,
  )
  const isWaitingTooLong = range.toMs > (nextCronMs ?? nowMs + Math.max(windowMs, hopMs) + AHEAD_MS)
  if (!isAhead(reachedMs, nowMs) && !isWaitingTooLong) return undefined
  const lastMs = ranges === undefined ? range.toMs : Date.parse(ranges.evaluated_to)
  const lateFromMs = ranges?.late_from === undefined ? nowMs : Date.parse(ranges.late_from.evaluated_to)
  const unseenMs = nowMs - hopMs - MIN_SEEN_MS
  const wantedMs = Math.max(Math.min(lateFromMs, unseenMs), nowMs - MAX_REPEATED_MS)
  // The same windows as before: only then their events have the same ids.
  const evaluatedToMs = nextCronMs !== undefined ? wantedMs : lastMs - Math.ceil((lastMs - wantedMs) / hopMs) * hopMs
  const repeatedToMs = Math.max(reachedMs, ranges?.repeated_to === undefined ? nowMs : Date.parse(ranges.repeated_to))
  return {
    evaluatedToMs,
    ranges: { evaluated_to: isoOf(evaluatedToMs), repeated_to: isoOf(repeatedToMs), set_back_at: isoOf(nowMs) },
  }
}

/** A sentence for the definition's page until it is where it would be without the jump. */
export function setBackProblem(ranges: EvaluatedRanges | undefined): string | undefined {
  if (ranges?.set_back_at === undefined || ranges.evaluated_to >= ranges.set_back_at) return undefined
  return `The clock of the server went back. What arrived since ${ranges.evaluated_to} is evaluated again; events that are there are not repeated.`
}

const isoOf = (ms: number): string => new Date(ms).toISOString()
