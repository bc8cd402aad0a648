/**
 * The memory that answers of searches use, limited for each answer, each user and in total. It is reserved while rows are
 * read, so that reading stops at a limit, and until the answer is dropped.
 */
import { LogyardError } from '../../platform/errors.ts'

export interface AnswerMemoryLimits {
  /** Limit of the rows of one answer, and of the answer itself. */
  readonly bytesOfAnswer: number
  readonly bytesOfUser: number
  readonly bytesOfAll: number
}

const MIB = 1024 * 1024
export const ANSWER_LIMITS: AnswerMemoryLimits = {
  bytesOfAnswer: 64 * MIB,
  bytesOfUser: 192 * MIB,
  bytesOfAll: 512 * MIB,
}

/** The memory of one answer. Disposing releases all of it; nothing can be reserved after that. */
export type AnswerBudget = ReturnType<typeof openBudget>

export interface AnswerMemory {
  open(userId: string): AnswerBudget
}

const inMb = (bytes: number): string => `${Math.round(bytes / MIB)} MB`

const resultsTooLarge = (bytes: number) =>
  new LogyardError(
    'invalid',
    'results-too-large',
    `The results of this search are larger than ${inMb(bytes)}: ask for fewer messages, for fewer fields, or for fewer lists in one search.`,
  )

/** Whether an answer exceeded its limit. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof LogyardError && error.code === 'results-too-large'

const userResultsTooLarge = (bytes: number) =>
  new LogyardError(
    'overloaded',
    'results-of-user-too-large',
    `Your running searches hold more than ${inMb(bytes)} of results, the maximum for one user: wait until they are done, or ask for fewer messages.`,
  )

const resultMemoryExhausted = (bytes: number) =>
  new LogyardError(
    'overloaded',
    'result-memory-exhausted',
    `All running searches hold more than ${inMb(bytes)} of results together: try again in a minute, or ask for fewer messages.`,
  )

interface Reservation {
  readonly user: string
  rows: number
  answer: number
  refusal: LogyardError | undefined
  evict: (() => void) | undefined
  isOpen: boolean
}

interface MemoryState {
  readonly limits: AnswerMemoryLimits
  /** Reservations in LRU order, the most recent last. */
  readonly reservations: Set<Reservation>
  readonly bytesByUser: Map<string, number>
  total: number
}

export function createAnswerMemory(given: Partial<AnswerMemoryLimits> = {}): AnswerMemory {
  const state: MemoryState = {
    limits: { ...ANSWER_LIMITS, ...given },
    reservations: new Set(),
    bytesByUser: new Map(),
    total: 0,
  }
  return { open: (user) => openBudget(state, user) }
}

function openBudget(state: MemoryState, user: string) {
  const { reservations } = state
  const own: Reservation = { user, rows: 0, answer: 0, refusal: undefined, evict: undefined, isOpen: true }
  reservations.add(own)
  const releaseRows = () => {
    count(state, user, -own.rows)
    own.rows = 0
  }
  return {
    /** Throws if the limit of the answer, of its user or of all users is exceeded. */
    reserveRows: (bytes: number) => reserve(state, own, 'rows', bytes),
    /** The same for the answer that is created from the rows. */
    reserveAnswer: (bytes: number) => reserve(state, own, 'answer', bytes),
    /** To be called when the answer has been created. */
    releaseRows,
    /** Throws the error of a previous reservation that was refused. */
    throwIfRefused() {
      if (own.refusal !== undefined) throw own.refusal
    },
    /** From now on `evict` may be called to free the memory; it must dispose the budget. */
    allowEviction(evict: () => void) {
      if (own.isOpen) own.evict = evict
    },
    /** Makes it the most recently used: others are evicted first. */
    touch() {
      if (reservations.delete(own)) reservations.add(own)
    },
    [Symbol.dispose]() {
      own.isOpen = false
      reservations.delete(own)
      releaseRows()
      count(state, user, -own.answer)
      own.answer = 0
    },
  }
}

function reserve(state: MemoryState, own: Reservation, part: 'rows' | 'answer', bytes: number): void {
  if (!own.isOpen) return
  const { bytesOfAnswer } = state.limits
  const refusal = own[part] + bytes > bytesOfAnswer ? resultsTooLarge(bytesOfAnswer) : makeRoom(state, own.user, bytes)
  if (refusal !== undefined) {
    own.refusal = refusal
    throw refusal
  }
  own[part] += bytes
  count(state, own.user, bytes)
}

const bytesOf = ({ bytesByUser }: MemoryState, user: string): number => bytesByUser.get(user) ?? 0

function count(state: MemoryState, user: string, bytes: number): void {
  state.total += bytes
  const ofUser = bytesOf(state, user) + bytes
  if (ofUser === 0) state.bytesByUser.delete(user)
  else state.bytesByUser.set(user, ofUser)
}

/** Evicts answers until there is room; returns the refusal if there is none. */
function makeRoom(state: MemoryState, user: string, bytes: number): LogyardError | undefined {
  const { bytesOfUser, bytesOfAll } = state.limits
  while (bytesOf(state, user) + bytes > bytesOfUser) {
    if (!evictOldestOf(state, user)) return userResultsTooLarge(bytesOfUser)
  }
  while (state.total + bytes > bytesOfAll) {
    const largest = largestUser(state)
    const victim = bytesOf(state, user) + bytes >= bytesOf(state, largest) ? user : largest
    if (!evictOldestOf(state, victim)) return resultMemoryExhausted(bytesOfAll)
  }
  return undefined
}

/** Returns whether an answer was evicted. */
function evictOldestOf({ reservations }: MemoryState, user: string): boolean {
  for (const reservation of reservations) {
    if (reservation.user !== user || reservation.evict === undefined) continue
    const { evict } = reservation
    reservation.evict = undefined
    evict()
    return true
  }
  return false
}

/** The user that holds the most, so that nobody loses an answer to a user that holds more. */
function largestUser({ bytesByUser }: MemoryState): string {
  const [first = ['', 0] as const] = [...bytesByUser].toSorted(([, a], [, b]) => b - a)
  return first[0]
}
