/** Windows that may overlap, cut into slices that do not: each message is read and counted once. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import type { WindowPlan } from '../measures.ts'

export interface Slices {
  /** SQL of the number of the slice of an instant, given as SQL of a DateTime64(3) in UTC. */
  numberSql(instant: Sql): Sql
  /** SQL that leaves out instants between the windows, if there are any. */
  insideSql(instant: Sql): Sql | undefined
  /** The first and the last slice of the window at a place. */
  of(place: number): { readonly first: number; readonly last: number }
  /** An upper bound. */
  readonly count: number
  /** Whether a window never has more than one slice. */
  readonly isOneEach: boolean
}

/** The windows must not be empty. */
export function slicesOf({ lengthMs, ends, hopMs }: WindowPlan): Slices {
  const firstEndMs = ends[0] ?? 0
  const startMs = firstEndMs - lengthMs + 1
  if (hopMs !== undefined) return regularSlices(startMs, lengthMs, hopMs, ends.length)
  const stepMs = ends.reduce((step, end) => divisor(step, end - firstEndMs), lengthMs)
  const perWindow = lengthMs / stepMs
  const firstOf = (place: number) => ((ends[place] ?? 0) - firstEndMs) / stepMs
  return {
    numberSql: (instant) => sql`intDiv(${sinceSql(instant, startMs)}, ${stepMs})`,
    insideSql(instant) {
      const starts = ends.map((_, place) => firstOf(place))
      const hasGaps = starts.some((start, place) => start - (starts[place - 1] ?? 0) > perWindow)
      if (!hasGaps) return undefined
      // Windows have one length, so the last one that has begun decides.
      const slice = sql`intDiv(${sinceSql(instant, startMs)}, ${stepMs})`
      return sql`${slice} - roundDown(${slice}, [${sqlList(starts)}]) < ${perWindow}`
    },
    of: (place) => ({ first: firstOf(place), last: firstOf(place) + perWindow - 1 }),
    count: firstOf(ends.length - 1) + perWindow,
    isOneEach: perWindow === 1,
  }
}

/**
 * Windows begin at multiples of the hop. They end at other places of it, so each hop has two slices; one is enough if
 * windows begin where others end.
 */
function regularSlices(startMs: number, lengthMs: number, hopMs: number, windows: number): Slices {
  const wholeHops = Math.floor(lengthMs / hopMs)
  const cutMs = lengthMs % hopMs
  const perHop = cutMs === 0 ? 1 : 2
  const lastOfWindow = cutMs === 0 ? wholeHops - 1 : 2 * wholeHops
  // Every window has all of what lies between the start of the last window and the end of the first one.
  const sharedFrom = windows * perHop
  const sharedTo = wholeHops * perHop
  const shared = Math.max(0, sharedTo - sharedFrom - 1)
  const renumbered = (slice: number) => (slice >= sharedTo ? slice - shared : Math.min(slice, sharedFrom))
  return {
    numberSql(instant) {
      const since = sinceSql(instant, startMs)
      const hop = sql`intDiv(${since}, ${hopMs})`
      const slice = perHop === 1 ? hop : sql`2 * ${hop} + (${since} % ${hopMs} >= ${cutMs})`
      if (shared === 0) return slice
      return sql`if(${slice} >= ${sharedTo}, ${slice} - ${shared}, least(${slice}, ${sharedFrom}))`
    },
    insideSql: (instant) => (wholeHops > 0 ? undefined : sql`${sinceSql(instant, startMs)} % ${hopMs} < ${cutMs}`),
    of: (place) => ({ first: place * perHop, last: renumbered(place * perHop + lastOfWindow) }),
    count: renumbered((windows - 1) * perHop + lastOfWindow) + 1,
    isOneEach: lastOfWindow === 0,
  }
}

const sinceSql = (instant: Sql, startMs: number): Sql => sql`(toUnixTimestamp64Milli(${instant}) - ${startMs})`

function divisor(a: number, b: number): number {
  let [greater, less] = [a, b]
  while (less !== 0) [greater, less] = [less, greater % less]
  return greater
}
