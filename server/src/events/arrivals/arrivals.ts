/**
 * Messages that definitions wait for. Once they are stored, the trigger of the definition runs: at most once at a time,
 * and not more often than every SPACING_MS. A restart forgets what arrived; the schedule finds it.
 */
import type { Clock } from '../../platform/clock.ts'
import { type FilterMatches, joinSpans } from '../../processing/filters/message-filter.ts'
import type { EventRange } from '../event-processor.ts'

/** From the start of a run to that of the next one. */
export const SPACING_MS = 250

/** What a run has to look at. */
export interface Arrived {
  readonly range: EventRange
  /** Where the run before ended, if it found too much for one. */
  readonly cursor: unknown
}

export interface WaitingDefinition {
  readonly id: string
  readonly triggerId: string
}

interface Waiting {
  triggerId: string
  /** Messages that arrived since the last run began. */
  newer: EventRange | undefined
  /** Given to a run whose end is not stored yet. */
  taken: Arrived | undefined
  notBeforeMs: number
  isTimed: boolean
}

export type Arrivals = ReturnType<typeof createArrivals>

export function createArrivals(deps: {
  readonly clock: Clock
  /** Has the trigger run now, or as soon as the run that is under way ends. */
  readonly hasten: (triggerId: string) => void
}) {
  const { clock } = deps
  const all = new Map<string, Waiting>()
  const stopping = new AbortController()

  function runSoon(one: Waiting): void {
    if (one.isTimed || (one.newer === undefined && one.taken === undefined)) return
    const waitMs = one.notBeforeMs - clock.monotonicMs()
    if (waitMs <= 0) {
      deps.hasten(one.triggerId)
      return
    }
    one.isTimed = true
    clock.sleep(waitMs, stopping.signal).then(
      () => {
        one.isTimed = false
        runSoon(one)
      },
      () => undefined,
    )
  }

  return {
    /** The definitions that wait from now on. */
    watch(definitions: readonly WaitingDefinition[]) {
      const ids = new Set(definitions.map(({ id }) => id))
      for (const id of all.keys()) if (!ids.has(id)) all.delete(id)
      for (const { id, triggerId } of definitions) {
        const known = all.get(id)
        if (known === undefined) {
          const notBeforeMs = Number.NEGATIVE_INFINITY
          all.set(id, { triggerId, newer: undefined, taken: undefined, notBeforeMs, isTimed: false })
        } else known.triggerId = triggerId
      }
    },
    /** Messages that match are stored. */
    stored(matches: FilterMatches) {
      for (const [id, span] of matches) {
        const one = all.get(id)
        if (one === undefined) continue
        one.newer = joinSpans(one.newer, span)
        runSoon(one)
      }
    },
    /** What a run that begins has to look at: again what the last run had, unless its end was stored. */
    take(id: string): Arrived | undefined {
      const one = all.get(id)
      if (one === undefined) return undefined
      if (one.taken === undefined && one.newer !== undefined) {
        one.taken = { range: one.newer, cursor: undefined }
        one.newer = undefined
      }
      if (one.taken !== undefined) one.notBeforeMs = clock.monotonicMs() + SPACING_MS
      return one.taken
    },
    /** The end of the run is stored. With a cursor, another one continues it. */
    done(id: string, cursor?: unknown) {
      const one = all.get(id)
      if (one?.taken === undefined) return
      one.taken = cursor === undefined ? undefined : { range: one.taken.range, cursor }
      runSoon(one)
    },
    /** The run failed and is repeated after this time. */
    putOff(id: string, ms: number) {
      const one = all.get(id)
      if (one === undefined) return
      one.notBeforeMs = clock.monotonicMs() + ms
      runSoon(one)
    },
    /** A run of the schedule over a whole range begins: it finds what arrived in it. */
    covered(id: string, { fromMs, toMs }: EventRange) {
      const one = all.get(id)
      const isWithin = (range: EventRange) => fromMs <= range.fromMs && range.toMs <= toMs
      if (one?.newer !== undefined && isWithin(one.newer)) one.newer = undefined
      if (one?.taken !== undefined && isWithin(one.taken.range)) one.taken = undefined
    },
    /** A run of the schedule ends. */
    resume(id: string) {
      const one = all.get(id)
      if (one !== undefined) runSoon(one)
    },
    [Symbol.dispose]: () => stopping.abort(),
  }
}
