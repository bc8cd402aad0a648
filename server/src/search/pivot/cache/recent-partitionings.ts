/** How ranges were cut into pieces a moment ago: asked again, they need not be looked at anew. */
import { createLruMap } from '../../../platform/lru-map.ts'
import type { InstantRange } from '../../scope/message-scope.ts'
import { cut, type Pieces } from './partitions.ts'

export interface RecentCuts {
  /** The range in pieces, cut as one like it was before, which may lie a little earlier. */
  find(name: string, range: InstantRange, nowMs: number): RecentCut | undefined
  /** `stored` is the time that there were messages of. */
  add(name: string, range: InstantRange, stored: InstantRange, pieces: Pieces, nowMs: number): void
  /** Until it is cut anew nothing is found under that name. */
  forget(name: string): void
}

interface RecentCut {
  readonly pieces: Pieces
  /** What came since lies in no piece: it should be cut anew. */
  readonly isOld: boolean
  /** It was not looked for a while how much lies in no piece. */
  readonly isRestDue: boolean
}

interface Cut {
  readonly range: InstantRange
  readonly stored: InstantRange
  readonly lengthMs: number
  readonly madeAtMs: number
  restCountedAtMs: number
}

const OLD_AFTER_MS = 30_000
/** Each count takes some milliseconds. */
const REST_EVERY_MS = 5000
/** With what comes in that time more might lie in the rest than in pieces. */
const GOOD_FOR_MS = 120_000
/** Of one name: a period and the one before it, of some places. */
const MOST = 8

export function createRecentCuts(names: number): RecentCuts {
  const cuts = createLruMap<string, readonly Cut[]>(names)
  return {
    find(name, range, nowMs) {
      const isLike = (one: Cut) =>
        Math.abs(nowMs - one.madeAtMs) < GOOD_FOR_MS &&
        Math.abs(range.fromMs - one.range.fromMs) <= one.lengthMs &&
        Math.abs(range.toMs - one.range.toMs) <= one.lengthMs
      const found = cuts.get(name)?.findLast(isLike)
      const pieces = found && cut(range, found.stored, nowMs)
      if (found === undefined || pieces === undefined) return undefined
      const isRestDue = Math.abs(nowMs - found.restCountedAtMs) >= REST_EVERY_MS
      if (isRestDue) found.restCountedAtMs = nowMs
      return { pieces, isOld: Math.abs(nowMs - found.madeAtMs) >= OLD_AFTER_MS, isRestDue }
    },
    add(name, range, stored, { lengthMs }, nowMs) {
      const before = cuts.get(name) ?? []
      cuts.set(name, [...before, { range, stored, lengthMs, madeAtMs: nowMs, restCountedAtMs: nowMs }].slice(-MOST))
    },
    forget(name) {
      cuts.delete(name)
    },
  }
}
