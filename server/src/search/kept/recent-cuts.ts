/** How ranges were cut into pieces a moment ago: asked again, they need not be looked at anew. */
import type { InstantRange } from '../message-scope.ts'
import { cut, type Pieces } from './pieces.ts'

export interface RecentCuts {
  /** The range in pieces as one like it was cut before, which may lie a little earlier. */
  find(name: string, range: InstantRange, nowMs: number): Pieces | undefined
  /** `stored` is the time that there were messages of. */
  add(name: string, range: InstantRange, stored: InstantRange, pieces: Pieces, nowMs: number): void
}

interface Cut {
  readonly range: InstantRange
  readonly stored: InstantRange
  readonly lengthMs: number
  readonly madeAtMs: number
}

/** What came since lies in no whole piece and is read: so long that is little. */
const GOOD_FOR_MS = 30_000
/** Of one name: a period and the one before it, of some places. */
const MOST = 8

export function createRecentCuts(names: number): RecentCuts {
  /** Those cut last at the end, here and there. */
  const cuts = new Map<string, readonly Cut[]>()
  return {
    find(name, range, nowMs) {
      const isGood = (one: Cut) =>
        Math.abs(nowMs - one.madeAtMs) < GOOD_FOR_MS &&
        Math.abs(range.fromMs - one.range.fromMs) <= one.lengthMs &&
        Math.abs(range.toMs - one.range.toMs) <= one.lengthMs
      const found = cuts.get(name)?.findLast(isGood)
      return found && cut(range, found.stored, nowMs, found.lengthMs)
    },
    add(name, range, stored, { lengthMs }, nowMs) {
      const before = cuts.get(name) ?? []
      cuts.delete(name)
      cuts.set(name, [...before, { range, stored, lengthMs, madeAtMs: nowMs }].slice(-MOST))
      const [first] = cuts.keys()
      if (cuts.size > names && first !== undefined) cuts.delete(first)
    },
  }
}
