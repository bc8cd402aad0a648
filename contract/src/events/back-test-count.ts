/** Counts the firings of a back-test again for another condition, without measuring the past again. */
import type { BackTest, BackTestFiring, BackTestGroup, BackTestNotifications } from './back-test.ts'
import type { EventDefinition } from './event-definitions.ts'
import type { Expression } from './expressions.ts'
import { meetsExpression } from './meets-expression.ts'

export type Measured = Pick<BackTest, 'mode' | 'window_ms' | 'window_ends' | 'groups'>

export interface BackTestRule {
  /** Not looked at if each message is an event. */
  readonly expression: Expression
  readonly gracePeriodMs: number
  /** Whether the end of a firing notifies: then each start does too, in a grace period as well. */
  readonly tellsEnds: boolean
  readonly limit: EventDefinition['notification_limit']
  /** How many notifications the definition has. */
  readonly notifications: number
  /** Whether events have a key: then each group has a grace period of its own. */
  readonly isKeyed: boolean
}

export type CountedFiring = Omit<BackTestFiring, 'lasted'>

export interface CountedFirings {
  /** Sorted by their start. */
  readonly firings: readonly CountedFiring[]
  readonly events: number
  readonly notifications: BackTestNotifications
}

/** The only series of a back-test that counts messages. */
export const MESSAGES_SERIES = 'count-'

interface EventsOfWindow {
  readonly atMs: number
  readonly key: string
  readonly count: number
  /** Whether it is the first of a firing. */
  readonly isStart: boolean
}

export function countFirings(measured: Measured, rule: BackTestRule): CountedFirings {
  const firings: CountedFiring[] = []
  const events: EventsOfWindow[] = []
  for (const group of measured.groups) {
    const key = rule.isKeyed ? JSON.stringify(group.key) : ''
    for (const run of runsOf(group, eventsIn(measured, group, rule))) {
      firings.push(firingOf(measured, group, run))
      for (const [place, { window, count }] of run.entries()) {
        events.push({ atMs: endOf(measured, window), key, count, isStart: place === 0 })
      }
    }
  }
  return {
    firings: firings.toSorted((a, b) => compareTexts(a.from, b.from)),
    events: events.reduce((sum, { count }) => sum + count, 0),
    notifications: countNotifications(measured, rule, events),
  }
}

/** How many events a group has in the window at a place of its list. */
function eventsIn({ mode }: Measured, group: BackTestGroup, { expression }: BackTestRule): (place: number) => number {
  if (mode !== 'figures') return (place) => group.values[MESSAGES_SERIES]?.[place] ?? 0
  return (place) => (meetsExpression(expression, (id) => group.values[id]?.[place] ?? Number.NaN) ? 1 : 0)
}

interface FiredWindow {
  readonly place: number
  readonly window: number
  readonly count: number
}

/** The windows with events; those next to each other together. */
function runsOf({ windows }: BackTestGroup, countAt: (place: number) => number): readonly (readonly FiredWindow[])[] {
  const runs: FiredWindow[][] = []
  let previous = Number.NEGATIVE_INFINITY
  windows.forEach((window, place) => {
    const count = countAt(place)
    if (count === 0) return
    if (window === previous + 1) runs.at(-1)?.push({ place, window, count })
    else runs.push([{ place, window, count }])
    previous = window
  })
  return runs
}

function firingOf(measured: Measured, group: BackTestGroup, run: readonly FiredWindow[]): CountedFiring {
  const [first, last] = [run[0]?.window ?? 0, run.at(-1)?.window ?? 0]
  return {
    group: group.key,
    from: isoOf(endOf(measured, first) - measured.window_ms + 1),
    to: isoOf(endOf(measured, last)),
    windows: run.length,
    events: run.reduce((sum, { count }) => sum + count, 0),
    values: Object.fromEntries(
      Object.entries(group.values).map(([id, values]) => [
        id,
        figuresOf(run.map(({ place }) => values[place] ?? null)),
      ]),
    ),
  }
}

function figuresOf(figures: readonly (number | null)[]): BackTestFiring['values'][string] {
  let least: number | null = null
  let greatest: number | null = null
  for (const figure of figures) {
    if (figure === null) continue
    if (least === null || figure < least) least = figure
    if (greatest === null || figure > greatest) greatest = figure
  }
  return { first: figures[0] ?? null, least, greatest }
}

/** Counts in the order of time, as the queue of notifications would have decided. */
function countNotifications(
  { mode }: Measured,
  { gracePeriodMs, tellsEnds, limit, notifications, isKeyed }: BackTestRule,
  events: readonly EventsOfWindow[],
): BackTestNotifications {
  const lastSent = new Map<string, number>()
  const recent: { readonly atMs: number; readonly count: number }[] = []
  let recentCount = 0
  const counts = { sent: 0, in_grace_period: 0, over_limit: 0 }
  for (const { atMs, key, count, isStart } of events.toSorted((a, b) => a.atMs - b.atMs)) {
    const isWithin = gracePeriodMs > 0 && (lastSent.get(key) ?? Number.NEGATIVE_INFINITY) > atMs - gracePeriodMs
    const isInGrace = isWithin && !(tellsEnds && isStart)
    const beyondGrace = isInGrace ? 0 : gracePeriodMs > 0 ? 1 : count
    for (let [oldest] = recent; limit !== null && oldest && oldest.atMs <= atMs - limit.per_ms; [oldest] = recent) {
      recentCount -= oldest.count
      recent.shift()
    }
    const sent = limit === null ? beyondGrace : Math.min(beyondGrace, Math.max(0, limit.count - recentCount))
    counts.in_grace_period += count - beyondGrace
    counts.over_limit += beyondGrace - sent
    counts.sent += sent
    if (sent === 0) continue
    lastSent.set(key, atMs)
    if (limit !== null) recent.push({ atMs, count: sent })
    recentCount += sent
  }
  const isThrottled = gracePeriodMs > 0 || limit !== null
  return {
    ...counts,
    total: counts.sent * notifications,
    is_estimate: isThrottled && (isKeyed || mode !== 'figures'),
  }
}

const endOf = ({ window_ends }: Measured, window: number): number => window_ends[window] ?? 0
const isoOf = (ms: number): string => new Date(ms).toISOString()
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
