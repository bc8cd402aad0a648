import { LogyardError } from './errors.ts'

/** A limited number of places. A request that finds none free waits in a queue. */
export interface Slots {
  /**
   * Rejects if `signal` fires first. Users take turns, and so do the signals of one user: many statements of one search
   * do not block the user's other searches, and many searches of one user do not block other users.
   */
  acquire(turn: Turn): Promise<Disposable>
}

export interface Turn {
  /** The id of the user. */
  readonly user: string
  /** Statements with the same signal belong to the same search. */
  readonly signal: AbortSignal
}

export interface SlotLimits {
  readonly places: number
  /** Maximum queue length of all users. */
  readonly waiting: number
  /** Free places reserved for users that hold none; 1 by default. */
  readonly reservedPlaces?: number
  /** Maximum number of places that one user holds. */
  readonly placesOfUser?: number
  /** Maximum queue length of one user. */
  readonly waitingOfUser?: number
  /** Refuses a user that holds all of its places already; by default the user waits. */
  readonly refuseFullUser?: () => LogyardError
  /** Resolves when the place of a cancelled holder is free again; by default it is free at once. */
  readonly afterCancel?: () => Promise<void>
}

const tooManyWaiting = () =>
  new LogyardError('overloaded', 'searches-waiting', 'Too many searches or tests are waiting already. Try again later.')

/** A user's places and queue. */
interface User {
  held: number
  /** Places of cancelled holders that are not free yet. */
  closing: number
  waiting: number
  /** Waiting requests by signal. */
  readonly queues: Map<AbortSignal, Set<() => void>>
}

interface SlotState {
  readonly limits: SlotLimits
  free: number
  waiting: number
  /** All users that hold or wait for places; the first one is next. */
  readonly users: Map<string, User>
}

export function createSlots(limits: SlotLimits): Slots {
  const { placesOfUser = limits.places, waitingOfUser = limits.waiting } = limits
  const state: SlotState = { limits, free: limits.places, waiting: 0, users: new Map() }
  const { users } = state
  return {
    async acquire({ user: name, signal }) {
      signal.throwIfAborted()
      const user = users.get(name) ?? { held: 0, closing: 0, waiting: 0, queues: new Map() }
      if (limits.refuseFullUser !== undefined && user.held + user.waiting >= placesOfUser) throw limits.refuseFullUser()
      const lock = { [Symbol.dispose]: () => void release(state, name, signal) }
      if (mayEnter(state, user)) {
        hold(state, user)
        moveToEnd(users, name, user)
        return lock
      }
      users.set(name, user)
      try {
        if (state.waiting >= limits.waiting || user.waiting >= waitingOfUser) throw tooManyWaiting()
        await wait(state, user, signal)
      } catch (error) {
        removeIdle(users, name, user)
        throw error
      }
      return lock
    },
  }
}

function mayEnter({ limits, free }: SlotState, { held, closing }: User): boolean {
  const { reservedPlaces = 1, placesOfUser = limits.places } = limits
  const occupied = held + closing
  return occupied === 0 ? free > 0 : occupied < placesOfUser && free > reservedPlaces
}

function hold(state: SlotState, user: User): void {
  state.free -= 1
  user.held += 1
}

function moveToEnd<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key)
  map.set(key, value)
}

function removeIdle(users: Map<string, User>, name: string, user: User): void {
  if (user.held === 0 && user.closing === 0 && user.waiting === 0) users.delete(name)
}

async function release(state: SlotState, name: string, signal: AbortSignal): Promise<void> {
  const user = state.users.get(name)
  if (user === undefined) return
  user.held -= 1
  const { afterCancel } = state.limits
  if (signal.aborted && afterCancel !== undefined) {
    user.closing += 1
    await afterCancel()
    user.closing -= 1
  }
  state.free += 1
  removeIdle(state.users, name, user)
  admitWaiting(state)
}

/** Gives free places to waiting requests, in turns. */
function admitWaiting(state: SlotState): void {
  for (const [name, user] of state.users) {
    if (state.free === 0) return
    const [next] = user.queues
    if (next === undefined || !mayEnter(state, user)) continue
    const [signal, queue] = next
    const [enter] = queue
    // The user, and the signal among the user's signals, come last from now on.
    moveToEnd(state.users, name, user)
    user.queues.delete(signal)
    if (enter !== undefined) queue.delete(enter)
    if (queue.size > 0) user.queues.set(signal, queue)
    enter?.()
  }
}

function wait(state: SlotState, user: User, signal: AbortSignal): Promise<void> {
  const queue = user.queues.getOrInsertComputed(signal, () => new Set())
  const countWaiting = (by: number) => {
    state.waiting += by
    user.waiting += by
  }
  countWaiting(1)
  return new Promise<void>((resolve, reject) => {
    const enter = () => {
      countWaiting(-1)
      hold(state, user)
      signal.removeEventListener('abort', cancel)
      resolve()
    }
    const cancel = () => {
      countWaiting(-1)
      queue.delete(enter)
      if (queue.size === 0) user.queues.delete(signal)
      reject(signal.reason)
    }
    queue.add(enter)
    signal.addEventListener('abort', cancel, { once: true })
  })
}
