/**
 * Reads, replays and deletes failures. A replay decodes with the input's current configuration. The failure is deleted
 * only after its messages are stored, and repeated replays store them only once.
 */
import * as contract from '@logyard/contract/ingest/failures'
import { LogyardError } from '../../platform/errors.ts'
import { createMutex } from '../../platform/mutex.ts'
import type { Origin } from '../journal/journal.ts'
import type { JournalRecord } from '../journal/journal-block.ts'
import type { Cause, FailureQuery, Failures } from './failures.ts'

/** A raw message with its journal offset, from which the ids of its messages are derived. */
export interface ReplayRecord extends JournalRecord {
  readonly offset: number
}

/** Processes raw messages again. Resolves, for each, to why it failed again, or to undefined if it was stored. */
export type Replay = (records: readonly ReplayRecord[]) => Promise<readonly (Cause | undefined)[]>

export type FailureService = ReturnType<typeof createFailureService>

export type FailureSelection =
  | { readonly kind: 'numbers'; readonly numbers: readonly number[] }
  | { readonly kind: 'query'; readonly query: FailureQuery }

/** Decoded and inserted together. */
const REPLAYED_AT_ONCE = 100

const failureNotFound = (number: number) =>
  new LogyardError('not-found', 'failure-not-found', `There is no failure ${number}. It may have been replayed.`)

export function createFailureService(deps: {
  readonly failures: Failures
  readonly replay: Replay
  /** How an input's messages are currently decoded; undefined if it was deleted. */
  readonly originOf: (inputId: string) => Origin | undefined
}) {
  const { failures, originOf } = deps
  /** Concurrent replays of one failure could both find that nothing of it is stored. */
  const inTurn = createMutex()

  async function choose(selection: FailureSelection) {
    if (selection.kind === 'numbers') return { numbers: selection.numbers, next: null }
    const most = contract.MAX_FAILURES_OF_CALL
    const numbers = await failures.numbers(selection.query, most + 1)
    return { numbers: numbers.slice(0, most), next: numbers[most] ?? null }
  }

  async function replaySome(numbers: readonly number[]) {
    const found = numbers.flatMap((number) => failures.find(number) ?? [])
    const records = found.map(({ origin, raw, offset }) => ({
      origin: originOf(origin.inputId) ?? origin,
      raw,
      offset,
    }))
    const causes = await deps.replay(records)
    const stored = found.filter((_, index) => causes[index] === undefined)
    await failures.remove(stored.map(({ number }) => number))
    for (const [index, { number }] of found.entries()) {
      const cause = causes[index]
      if (cause !== undefined) await failures.failAgain(number, cause)
    }
    return { stored: stored.length, failed: found.length - stored.length }
  }

  return {
    get(number: number) {
      const failure = failures.find(number)
      if (failure === undefined) throw failureNotFound(number)
      return failure
    },
    replay: (selection: FailureSelection) =>
      inTurn(async () => {
        const { numbers, next } = await choose(selection)
        let stored = 0
        let failed = 0
        for (let at = 0; at < numbers.length; at += REPLAYED_AT_ONCE) {
          const some = await replaySome(numbers.slice(at, at + REPLAYED_AT_ONCE))
          stored += some.stored
          failed += some.failed
        }
        return { stored, failed, next }
      }),
    async delete(selection: FailureSelection) {
      const { numbers, next } = await choose(selection)
      return { deleted: await failures.remove(numbers), next }
    },
  }
}
