/**
 * Decides whose work begins next where several owners share a number of places. The turn goes to the owner who used
 * least time, running items included, and then to the owner's object that used least.
 *
 *   const shares = createShares({ clock, places: 8 })
 *   const next = shares.next(candidates)          // of those that could begin now; undefined if none may
 *   const part = shares.start(next)               // its time counts from here
 *   part[Symbol.dispose]()                        // to here
 *
 * `createFairQueue` is a queue on top of this, for work that waits for its place. A scheduler that knows by itself what
 * is due uses the shares without the queue.
 *
 * - Time is the time of holding a place: two places for a second are two seconds.
 * - Nobody gets a place beyond half of them while an owner with less than half could begin something.
 * - `reservedPlaces` free places are left to owners that hold none.
 * - An owner that comes, or comes back, counts as having used as much as the one who used least of those that have or
 *   want something. So a newcomer is next when a place becomes free, but does not get all turns for the time before.
 */
import type { Clock } from '../clock.ts'
import { createUsedTime, type UsedTime } from './used-time.ts'

/** Whom the time of an item is counted for. */
export interface Part {
  /** The id of a user, or the name of a part of the server. */
  readonly owner: string
  /** Something of the owner, such as a search or an event definition. Values are compared as keys of a `Map`. */
  readonly object: unknown
}

export interface ShareLimits {
  readonly clock: Clock
  readonly places: number
  /** Free places for owners that hold none; 0 by default. */
  readonly reservedPlaces?: number
  /** Maximum number of places that one owner holds; all by default. */
  readonly placesOfOwner?: number
}

export interface Shares {
  /**
   * The candidate that should begin now; `undefined` if none may. Give all that could begin, at least one for each owner
   * and object; of equal ones the first wins. What the caller's own limits hold back is no candidate.
   */
  next<Candidate extends Part>(candidates: Iterable<Candidate>): Candidate | undefined
  /** Holds a place until it is disposed of. Asks nothing: call it for what `next` answered. */
  start(part: Part): Disposable
  /** The number of places that the owner holds. */
  held(owner: string): number
}

interface Running {
  readonly part: Part
  /** The time up to which it has been counted. */
  countedToMs: number
}

interface State extends Required<ShareLimits> {
  readonly owners: UsedTime<string>
  /** Used time of the objects of each owner that has or wants something. */
  readonly objects: Map<string, UsedTime<unknown>>
  readonly running: Set<Running>
  /** Places by owner. */
  readonly held: Map<string, number>
}

export function createShares(limits: ShareLimits): Shares {
  const state: State = {
    reservedPlaces: 0,
    placesOfOwner: limits.places,
    ...limits,
    owners: createUsedTime(),
    objects: new Map(),
    running: new Set(),
    held: new Map(),
  }
  const held = (owner: string) => state.held.get(owner) ?? 0
  return {
    held,
    next(candidates) {
      if (state.running.size >= state.places) return undefined
      const waiting = [...candidates]
      countRunning(state)
      followActive(state, waiting)
      let best: (typeof waiting)[number] | undefined
      for (const candidate of waiting) {
        if (!mayStart(state, candidate.owner)) continue
        if (best === undefined || compareTurns(state, candidate, best) < 0) best = candidate
      }
      return best
    },
    start(part) {
      const run: Running = { part, countedToMs: state.clock.monotonicMs() }
      state.running.add(run)
      state.held.set(part.owner, held(part.owner) + 1)
      state.owners.takeTurn(part.owner)
      objectsOf(state, part.owner).takeTurn(part.object)
      return {
        [Symbol.dispose]() {
          if (!state.running.has(run)) return
          count(state, run)
          state.running.delete(run)
          const left = held(part.owner) - 1
          if (left === 0) state.held.delete(part.owner)
          else state.held.set(part.owner, left)
        },
      }
    },
  }
}

const objectsOf = ({ objects }: State, owner: string): UsedTime<unknown> =>
  objects.getOrInsertComputed(owner, () => createUsedTime())

function countRunning(state: State): void {
  for (const run of state.running) count(state, run)
}

function count(state: State, run: Running): void {
  const nowMs = state.clock.monotonicMs()
  const { owner, object } = run.part
  state.owners.add(owner, nowMs - run.countedToMs)
  objectsOf(state, owner).add(object, nowMs - run.countedToMs)
  run.countedToMs = nowMs
}

function followActive(state: State, waiting: readonly Part[]): void {
  const active = new Map<string, Set<unknown>>()
  const add = ({ owner, object }: Part) => active.getOrInsertComputed(owner, () => new Set()).add(object)
  for (const part of waiting) add(part)
  for (const { part } of state.running) add(part)
  state.owners.follow(new Set(active.keys()))
  for (const owner of state.objects.keys()) if (!active.has(owner)) state.objects.delete(owner)
  for (const [owner, objects] of active) objectsOf(state, owner).follow(objects)
}

function mayStart({ running, held, places, placesOfOwner, reservedPlaces }: State, owner: string): boolean {
  const free = places - running.size
  const own = held.get(owner) ?? 0
  return own === 0 ? free > 0 : own < placesOfOwner && free > reservedPlaces
}

function compareTurns(state: State, a: Part, b: Part): number {
  if (a.owner === b.owner) return objectsOf(state, a.owner).compare(a.object, b.object)
  return Number(hasHalf(state, a.owner)) - Number(hasHalf(state, b.owner)) || state.owners.compare(a.owner, b.owner)
}

const hasHalf = ({ held, places }: State, owner: string) =>
  (held.get(owner) ?? 0) >= Math.max(1, Math.floor(places / 2))
