/**
 * What answers of searches take of the server's memory, counted for each answer, each user and all of them together:
 * while rows are read, so that reading stops at a limit, and as long as the answer is kept.
 */
import { LogyardError } from '../../platform/errors.ts'

export interface AnswerMemoryLimits {
  /** The rows that one answer is made of, and as much again for the answer itself. */
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

/** What one answer holds. All of it is given back when it is disposed; nothing can be taken after that. */
export interface AnswerBudget extends Disposable {
  /** Throws when the rows are more than an answer, its user, or all together may take. */
  takeRows(bytes: number): void
  /** The same for the answer that is made of them. */
  takeAnswer(bytes: number): void
  /** The answer is made: its rows are needed no more. */
  giveRowsBack(): void
  /** Throws what was thrown before, once the answer was refused more memory. */
  requireRoom(): void
  /** From now on `drop` is called when the memory is needed; it has to dispose the budget. */
  mayBeDropped(drop: () => void): void
  /** It was asked for: others are dropped first. */
  used(): void
}

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

/** An answer is larger than its budget. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof LogyardError && error.code === 'results-too-large'

const userResultsTooLarge = (bytes: number) =>
  new LogyardError(
    'overloaded',
    'results-of-user-too-large',
    `Your running searches hold more than ${inMb(bytes)} of results, the most that one user may: wait until they are done, or ask for fewer messages.`,
  )

const resultMemoryExhausted = (bytes: number) =>
  new LogyardError(
    'overloaded',
    'result-memory-exhausted',
    `All running searches hold more than ${inMb(bytes)} of results together: try again in a minute, or ask for fewer messages.`,
  )

interface Holding {
  readonly user: string
  rows: number
  answer: number
  refusal: LogyardError | undefined
  drop: (() => void) | undefined
  isOpen: boolean
}

export function createAnswerMemory(given: Partial<AnswerMemoryLimits> = {}): AnswerMemory {
  const limits = { ...ANSWER_LIMITS, ...given }
  /** The one that was asked for last comes last. */
  const holdings = new Set<Holding>()
  const byUser = new Map<string, number>()
  let total = 0

  const heldBy = (user: string) => byUser.get(user) ?? 0

  function count(user: string, bytes: number): void {
    total += bytes
    const held = heldBy(user) + bytes
    if (held === 0) byUser.delete(user)
    else byUser.set(user, held)
  }

  /** Whether there was something to drop. */
  function dropOldestOf(user: string): boolean {
    for (const holding of holdings) {
      if (holding.user !== user || holding.drop === undefined) continue
      const { drop } = holding
      holding.drop = undefined
      drop()
      return true
    }
    return false
  }

  /** The user that holds the most: nobody loses an answer to a user that holds more. */
  function greediest(): string {
    const [first = ['', 0] as const] = [...byUser].toSorted(([, a], [, b]) => b - a)
    return first[0]
  }

  /** Drops answers until there is room. The refusal when there is none. */
  function makeRoom(user: string, bytes: number): LogyardError | undefined {
    while (heldBy(user) + bytes > limits.bytesOfUser) {
      if (!dropOldestOf(user)) return userResultsTooLarge(limits.bytesOfUser)
    }
    while (total + bytes > limits.bytesOfAll) {
      const most = greediest()
      const giver = heldBy(user) + bytes >= heldBy(most) ? user : most
      if (!dropOldestOf(giver)) return resultMemoryExhausted(limits.bytesOfAll)
    }
    return undefined
  }

  function take(holding: Holding, part: 'rows' | 'answer', bytes: number): void {
    if (!holding.isOpen) return
    const isTooLarge = holding[part] + bytes > limits.bytesOfAnswer
    const refusal = isTooLarge ? resultsTooLarge(limits.bytesOfAnswer) : makeRoom(holding.user, bytes)
    if (refusal !== undefined) {
      holding.refusal = refusal
      throw refusal
    }
    holding[part] += bytes
    count(holding.user, bytes)
  }

  return {
    open(user) {
      const holding: Holding = { user, rows: 0, answer: 0, refusal: undefined, drop: undefined, isOpen: true }
      holdings.add(holding)
      const giveRowsBack = () => {
        count(user, -holding.rows)
        holding.rows = 0
      }
      return {
        takeRows: (bytes) => take(holding, 'rows', bytes),
        takeAnswer: (bytes) => take(holding, 'answer', bytes),
        giveRowsBack,
        requireRoom() {
          if (holding.refusal !== undefined) throw holding.refusal
        },
        mayBeDropped(drop) {
          if (holding.isOpen) holding.drop = drop
        },
        used() {
          if (holdings.delete(holding)) holdings.add(holding)
        },
        [Symbol.dispose]() {
          holding.isOpen = false
          holdings.delete(holding)
          giveRowsBack()
          count(user, -holding.answer)
          holding.answer = 0
        },
      }
    },
  }
}
