/**
 * Keys of one adapter that a thread asks the main thread for. Keys that are noted until the question is sent are asked
 * together. Answers stay until those who noted them have come back, because a cache may not hold them.
 */
import type { PendingLookup } from '../../platform/pending-lookup.ts'
import { errorResult } from '../lookup-results.ts'
import type { LookupKey, LookupResult } from '../lookup-tables.ts'
import type { FetchedAnswer } from './lookup-snapshot.ts'

export type PendingAnswers = ReturnType<typeof createPendingAnswers>

interface Deps {
  readonly ask: (keys: readonly LookupKey[]) => Promise<readonly FetchedAnswer[]>
  /** Called with each answer, once. */
  readonly answered: (key: LookupKey, answer: FetchedAnswer) => void
  readonly nowMs: () => number
  readonly errorTtlMs: number
}

interface Answer {
  readonly result: LookupResult
  /** How many still come back for it. */
  takers: number
  readonly expiresAtMs: number
}

/** Keys that wait in one thread. Further ones get an error result. */
const MAX_WAITING_KEYS = 20_000
/** A message that does not come back by then has failed. */
const ANSWER_LIFE_MS = 30_000

interface State extends Deps {
  readonly answers: Map<LookupKey, Answer>
  /** How many noted each key. */
  noted: Map<LookupKey, number>
  question: PendingLookup | undefined
  waitingKeys: number
}

export function createPendingAnswers(deps: Deps) {
  const state: State = { ...deps, answers: new Map(), noted: new Map(), question: undefined, waitingKeys: 0 }
  return {
    /** The answer for one that noted the key. */
    take(key: LookupKey) {
      if (state.answers.size === 0) return undefined
      const answer = state.answers.get(key)
      if (answer === undefined) return undefined
      answer.takers -= 1
      if (answer.takers === 0) state.answers.delete(key)
      return answer.result
    },
    note(key: LookupKey) {
      if (state.waitingKeys >= MAX_WAITING_KEYS) return errorResult(state.errorTtlMs)
      const known = state.noted.get(key)
      if (known === undefined) state.waitingKeys += 1
      state.noted.set(key, (known ?? 0) + 1)
      state.question ??= createQuestion(state)
      return state.question
    },
  }
}

/** Asks when it is resolved for the first time. It never rejects: what went wrong is an error result. */
function createQuestion(state: State): PendingLookup {
  let asked: Promise<void> | undefined
  return {
    resolve() {
      if (asked === undefined) {
        const { noted } = state
        state.noted = new Map()
        state.question = undefined
        asked = askAll(state, noted)
      }
      return asked
    },
  }
}

async function askAll(state: State, noted: ReadonlyMap<LookupKey, number>): Promise<void> {
  const keys = [...noted.keys()]
  const failed: FetchedAnswer = { result: errorResult(state.errorTtlMs), bytes: 0 }
  const found = await state.ask(keys).catch(() => [])
  state.waitingKeys -= keys.length
  const nowMs = state.nowMs()
  for (const [key, answer] of state.answers) if (answer.expiresAtMs < nowMs) state.answers.delete(key)
  for (const [at, key] of keys.entries()) {
    const answer = found[at] ?? failed
    state.answered(key, answer)
    const takers = (state.answers.get(key)?.takers ?? 0) + (noted.get(key) ?? 0)
    state.answers.set(key, { result: answer.result, takers, expiresAtMs: nowMs + ANSWER_LIFE_MS })
  }
}
