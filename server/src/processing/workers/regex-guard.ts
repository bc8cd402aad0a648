/**
 * Tells the main thread which regular expression a worker is in, through shared memory: JavaScript cannot stop one that
 * runs away, but the main thread can stop the worker and know whose fault it was.
 */

import type { GuardRegex } from '../../streams/compile-stream-rule.ts'
import type { BlockTask } from '../blocks/block-result.ts'

/** Places in the shared memory: how many tests began, whether one runs, and on what. */
const COUNT = 0
const RULE = 1
const INDEX = 2
const SEQUENCE = 3
const PLACES = 4
const NO_RULE = -1

export const createGuardMemory = (): Int32Array<SharedArrayBuffer> => {
  const memory = new Int32Array(new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT))
  memory[RULE] = NO_RULE
  return memory
}

/** What the rules are numbered by: their order in the settings, which both threads have. */
export type RuleIds = readonly string[]

export interface WorkerGuard {
  readonly guard: GuardRegex & { begin(index: number, task: BlockTask): void }
  number(ruleIds: RuleIds): void
}

/** The worker's side. */
export function createWorkerGuard(memory: Int32Array<SharedArrayBuffer>): WorkerGuard {
  let numbers = new Map<string, number>()
  let skipped: ReadonlySet<string> | undefined
  function guard(ruleId: string, test: () => boolean): boolean {
    if (skipped?.has(ruleId)) return false
    memory[COUNT] = ((memory[COUNT] ?? 0) + 1) | 0
    memory[RULE] = numbers.get(ruleId) ?? NO_RULE
    const result = test()
    memory[RULE] = NO_RULE
    return result
  }
  guard.begin = (index: number, task: BlockTask) => {
    memory[INDEX] = index
    memory[SEQUENCE] = task.sequence | 0
    if (task.skips.length === 0) {
      skipped = undefined
      return
    }
    const here = task.skips.filter((skip) => skip.index === index)
    skipped = here.length === 0 ? undefined : new Set(here.map(({ ruleId }) => ruleId))
  }
  return {
    guard,
    number(ruleIds) {
      numbers = new Map(ruleIds.map((id, number) => [id, number]))
    },
  }
}

export interface RunawayRegex {
  readonly ruleId: string
  readonly index: number
}

/** The main thread's side: to be asked again and again; answers once one test has run for longer than it may. */
export function createGuardWatch(memory: Int32Array<SharedArrayBuffer>, limitMs: number) {
  let lastCount = -1
  let sinceMs = 0
  return (nowMs: number, ruleIds: RuleIds): RunawayRegex | undefined => {
    const count = Atomics.load(memory, COUNT)
    const rule = Atomics.load(memory, RULE)
    if (rule === NO_RULE || count !== lastCount) {
      lastCount = count
      sinceMs = nowMs
      return undefined
    }
    const ruleId = ruleIds[rule]
    if (ruleId === undefined || nowMs - sinceMs < limitMs) return undefined
    return { ruleId, index: Atomics.load(memory, INDEX) }
  }
}
