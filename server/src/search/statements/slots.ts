import { LogyardError } from '../../platform/errors.ts'

/** A number of places that are taken and given back; who finds none free waits in line. */
export interface Slots {
  /**
   * Rejects when `signal` fires first. Users take turns, and so do the signals of one user: many statements of one
   * search do not keep the others waiting, and many searches of one user do not keep other users waiting.
   */
  take(turn: Turn): Promise<Disposable>
}

export interface Turn {
  /** The id of the user. */
  readonly user: string
  /** Statements with the same signal belong to the same search. */
  readonly signal: AbortSignal
}

export interface SlotLimits {
  readonly places: number
  /** How many of all users wait in line at most. */
  readonly waiting: number
  /** Free places that are kept for users that hold none; 1 when it is missing. */
  readonly placesKept?: number
  /** How many places one user holds at most. */
  readonly placesOfUser?: number
  /** How many of one user wait in line at most. */
  readonly waitingOfUser?: number
  /** Refuses a user that holds all its places already; without it, that user waits. */
  readonly refuseFullUser?: () => LogyardError
  /** Resolves when a place whose holder left early is free again; without it, it is free at once. */
  readonly afterLeaving?: () => Promise<void>
}

const tooManyWaiting = () =>
  new LogyardError('overloaded', 'searches-waiting', 'Too many searches are waiting already. Try again later.')

/** What one user holds and waits for, by signal. */
interface User {
  held: number
  /** Places that are not free yet, because their holders left early. */
  leaving: number
  waiting: number
  readonly lines: Map<AbortSignal, Set<() => void>>
}

export function createSlots(limits: SlotLimits): Slots {
  const { placesKept = 1, placesOfUser = limits.places, waitingOfUser = limits.waiting } = limits
  let free = limits.places
  let waiting = 0
  /** All that hold or wait; the first one has its turn next. */
  const users = new Map<string, User>()

  function mayEnter({ held, leaving }: User): boolean {
    const taken = held + leaving
    return taken === 0 ? free > 0 : taken < placesOfUser && free > placesKept
  }

  function forget(name: string, user: User): void {
    if (user.held === 0 && user.leaving === 0 && user.waiting === 0) users.delete(name)
  }

  async function release(name: string, user: User, signal: AbortSignal): Promise<void> {
    user.held -= 1
    if (signal.aborted && limits.afterLeaving !== undefined) {
      user.leaving += 1
      await limits.afterLeaving()
      user.leaving -= 1
    }
    free += 1
    forget(name, user)
    letIn()
  }

  function letIn(): void {
    for (const [name, user] of users) {
      if (free === 0) return
      const [next] = user.lines
      if (next === undefined || !mayEnter(user)) continue
      const [signal, line] = next
      const [enter] = line
      // The next turn of both comes after that of all others.
      users.delete(name)
      users.set(name, user)
      user.lines.delete(signal)
      if (enter !== undefined) line.delete(enter)
      if (line.size > 0) user.lines.set(signal, line)
      enter?.()
    }
  }

  function wait(user: User, signal: AbortSignal): Promise<void> {
    const line = user.lines.get(signal) ?? new Set()
    user.lines.set(signal, line)
    const change = (by: number) => {
      waiting += by
      user.waiting += by
    }
    change(1)
    return new Promise<void>((resolve, reject) => {
      const enter = () => {
        change(-1)
        hold(user)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        change(-1)
        line.delete(enter)
        if (line.size === 0) user.lines.delete(signal)
        reject(signal.reason)
      }
      line.add(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  function hold(user: User): void {
    free -= 1
    user.held += 1
  }

  return {
    async take({ user: name, signal }) {
      signal.throwIfAborted()
      const user = users.get(name) ?? { held: 0, leaving: 0, waiting: 0, lines: new Map() }
      if (limits.refuseFullUser !== undefined && user.held + user.waiting >= placesOfUser) throw limits.refuseFullUser()
      if (mayEnter(user)) {
        hold(user)
        users.delete(name)
        users.set(name, user)
        return { [Symbol.dispose]: () => void release(name, user, signal) }
      }
      users.set(name, user)
      try {
        if (waiting >= limits.waiting || user.waiting >= waitingOfUser) throw tooManyWaiting()
        await wait(user, signal)
      } catch (error) {
        forget(name, user)
        throw error
      }
      return { [Symbol.dispose]: () => void release(name, user, signal) }
    },
  }
}
