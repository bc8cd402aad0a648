/** The indices of a set as bars on a time line, from known and estimated begins and ends. */
import type { IndexSummary } from '@logyard/contract/store/deflector'
import { UNKNOWN_INSTANT } from '@logyard/contract/store/index-ranges'
import { naturally } from '../../../base/text/natural-order.ts'

export type IndexState = 'active' | 'open' | 'reopened' | 'closed'

export interface TimeLineBar {
  readonly name: string
  readonly state: IndexState
  readonly fromMs: number
  readonly toMs: number
  /** A bar without a known range fills the gap between its neighbours. */
  readonly isRangeKnown: boolean
  readonly bytes: number | undefined
  readonly events: number | undefined
}
export interface TimeLine {
  readonly fromMs: number
  readonly toMs: number
  /** Sorted from the oldest index to the newest. */
  readonly bars: readonly TimeLineBar[]
}
export interface NamedIndex {
  readonly name: string
  readonly summary: IndexSummary
}

const FIRST_SPAN_MS = 3_600_000

export const stateOf = ({ is_deflector, is_closed, is_reopened }: IndexSummary): IndexState =>
  is_deflector ? 'active' : is_closed ? 'closed' : is_reopened ? 'reopened' : 'open'

/** Sorted from the oldest to the newest: `web_9` before `web_10`. */
export const sortedIndices = (indices: Readonly<Record<string, IndexSummary>>): readonly NamedIndex[] =>
  Object.entries(indices)
    .map(([name, summary]) => ({ name, summary }))
    .toSorted((a, b) => naturally(a.name, b.name))

export const isKnownRange = ({ range }: IndexSummary): boolean =>
  range !== null && !(range.begin === UNKNOWN_INSTANT && range.end === UNKNOWN_INSTANT)

export function timeLine(indices: Readonly<Record<string, IndexSummary>>, nowMs: number): TimeLine {
  const sorted = sortedIndices(indices)
  const known = sorted.map(({ summary }) => knownSpan(summary))
  const bars = sorted.map(({ name, summary }, index): TimeLineBar => {
    const own = known[index]
    const [fromMs, toMs] = own ?? gapFor(known, index, nowMs)
    const { size } = summary
    return {
      name,
      state: stateOf(summary),
      fromMs,
      toMs,
      isRangeKnown: own !== undefined,
      bytes: size?.bytes,
      events: size?.events,
    }
  })
  const fromMs = Math.min(...bars.map((bar) => bar.fromMs), nowMs)
  return {
    fromMs: fromMs === nowMs ? nowMs - FIRST_SPAN_MS : fromMs,
    toMs: Math.max(...bars.map((bar) => bar.toMs), nowMs),
    bars,
  }
}

type Span = readonly [fromMs: number, toMs: number]

function knownSpan(summary: IndexSummary): Span | undefined {
  if (!isKnownRange(summary) || summary.range === null) return undefined
  return [Date.parse(summary.range.begin), Date.parse(summary.range.end)]
}

/** Adjacent indices without a known range share the gap evenly. */
function gapFor(known: readonly (Span | undefined)[], index: number, nowMs: number): Span {
  const before = known.slice(0, index).findLastIndex((span) => span !== undefined)
  const afterOffset = known.slice(index).findIndex((span) => span !== undefined)
  const after = afterOffset === -1 ? known.length : index + afterOffset
  const count = after - before - 1
  const endMs = known[after]?.[0] ?? nowMs
  const startMs = Math.min(known[before]?.[1] ?? endMs - count * FIRST_SPAN_MS, endMs)
  const shareMs = (endMs - startMs) / count
  const place = index - before - 1
  return [startMs + place * shareMs, startMs + (place + 1) * shareMs]
}
