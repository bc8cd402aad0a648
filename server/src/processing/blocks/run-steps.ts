/** Runs the steps of the processors on a message, and again on messages that waited for lookups. */

import type { PendingLookup } from '../../platform/pending-lookup.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import type { Message } from '../../store/messages/message.ts'
import { addFailure, type BlockRun, type WaitingMessage } from './block-run.ts'
import type { Outcome } from './processor.ts'

/** Called with each message that has passed all steps. */
export type WriteMessage = (run: BlockRun, message: Message) => void

/** Lookups that need the result of another one take one round each. */
const MAX_ROUNDS = 100
export const LOOKUP_LIMIT_MS = 10_000
const LOOKUP_FAILED = 'lookup-failed'

export function runSteps(run: BlockRun, message: Message, from: number, write: WriteMessage): void {
  const { steps, raw } = run
  if (raw.isWaiting) {
    run.waiting.push({ raw, message, step: from, lookup: undefined })
    return
  }
  for (let at = from; ; at += 1) {
    const step = steps[at]
    if (step === undefined) break
    const outcome = step(message)
    if (outcome === 'keep') continue
    if (outcome === 'drop') run.figures.droppedMessages += 1
    else if (isList(outcome)) replace(run, message, outcome, at + 1, write)
    else if (raw.lookupProblem !== undefined) addFailure(run, raw, LOOKUP_FAILED, raw.lookupProblem)
    else {
      raw.isWaiting = true
      run.waiting.push({ raw, message, step: at, lookup: outcome })
    }
    return
  }
  write(run, message)
}

const isList = (outcome: Exclude<Outcome, string>): outcome is readonly Message[] => Array.isArray(outcome)

/** Runs the next steps on the messages that a step returned. */
function replace(run: BlockRun, message: Message, list: readonly Message[], next: number, write: WriteMessage): void {
  if (!list.includes(message)) run.figures.droppedMessages += 1
  for (const one of list) runSteps(run, one, next, write)
}

/**
 * Resolves what messages of the block wait for, all keys of a lookup by one call, and continues with the step that
 * missed. If a lookup fails or exceeds the time limit, the steps of its message go on without the value; a step that
 * cannot makes a failure of the message. `inTurn` runs each round without interruption by other blocks.
 */
export async function resumeWaiting(
  run: BlockRun,
  signal: AbortSignal,
  inTurn: (resume: () => void) => void,
  continueWith: (waiting: WaitingMessage) => void,
): Promise<void> {
  for (let round = 1; run.waiting.length > 0; round += 1) {
    const { waiting } = run
    run.waiting = []
    const problemOf = round > MAX_ROUNDS ? tooManyRounds : await resolveAll(waiting, signal)
    inTurn(() => {
      for (const { raw } of waiting) raw.isWaiting = false
      for (const one of waiting) {
        const problem = one.lookup === undefined ? undefined : problemOf(one.lookup)
        if (problem !== undefined) one.raw.lookupProblem = problem
        continueWith(one)
      }
    })
  }
}

type ProblemOf = (lookup: PendingLookup) => string | undefined

const tooManyRounds: ProblemOf = () => `Not resolved in ${MAX_ROUNDS} rounds`

/** Resolves each lookup once. Returns the error of each one that failed. */
async function resolveAll(waiting: readonly WaitingMessage[], signal: AbortSignal): Promise<ProblemOf> {
  const problems = new Map<PendingLookup, string>()
  const lookups = new Set(waiting.flatMap(({ lookup }) => lookup ?? []))
  const resolve = async (lookup: PendingLookup) => {
    try {
      await unlessAborted(lookup.resolve(signal), signal)
    } catch (error) {
      problems.set(lookup, String(error))
    }
  }
  await Promise.all(Array.from(lookups, resolve))
  return (lookup) => problems.get(lookup)
}
