/**
 * Tells the main thread through shared memory which regular expression a worker is running. JavaScript cannot stop one
 * that runs away, but the main thread can end the worker and knows the owner of the expression.
 */
import type { BlockTask } from '../blocks/block-result.ts'
import { type GuardRegex, ownerKey, type RegexOwner } from '../blocks/regex-owner.ts'

/** Indices into the shared memory: tests begun so far, the running test's owner, and the position in the journal. */
const COUNT = 0
const OWNER = 1
const INDEX = 2
const SEQUENCE = 3
const LENGTH = 4
const NO_OWNER = -1

export const createGuardMemory = (): Int32Array<SharedArrayBuffer> => {
  const memory = new Int32Array(new SharedArrayBuffer(LENGTH * Int32Array.BYTES_PER_ELEMENT))
  memory[OWNER] = NO_OWNER
  return memory
}

/** Both threads number owners by their position in this list. It only grows, so numbers keep their meaning. */
export type RegexOwners = readonly RegexOwner[]

/** The list with the owners that are not in it yet at its end. */
export function withOwners(known: RegexOwners, owners: RegexOwners): RegexOwners {
  const keys = new Set(known.map(ownerKey))
  const added = owners.filter((owner) => !keys.has(ownerKey(owner)))
  return added.length === 0 ? known : [...known, ...added]
}

export interface WorkerGuard {
  readonly guard: GuardRegex
  readonly onPosition: (index: number, task: BlockTask) => void
  /** To be called before steps are compiled. */
  number(owners: RegexOwners): void
}

/** The worker's side. */
export function createWorkerGuard(memory: Int32Array<SharedArrayBuffer>): WorkerGuard {
  let numbers = new Map<string, number>()
  let skipped: ReadonlySet<string> | undefined
  return {
    guard(owner) {
      const key = ownerKey(owner)
      const number = numbers.get(key) ?? NO_OWNER
      return (test) => {
        if (skipped?.has(key)) return false
        memory[COUNT] = ((memory[COUNT] ?? 0) + 1) | 0
        memory[OWNER] = number
        try {
          return test()
        } finally {
          memory[OWNER] = NO_OWNER
        }
      }
    },
    onPosition(index, { sequence, skips }) {
      memory[INDEX] = index
      memory[SEQUENCE] = sequence | 0
      const here = skips.length === 0 ? [] : skips.filter((skip) => skip.index === index)
      skipped = here.length === 0 ? undefined : new Set(here.map(({ owner }) => ownerKey(owner)))
    },
    number(owners) {
      numbers = new Map(owners.map((owner, number) => [ownerKey(owner), number]))
    },
  }
}

export type GuardWatch = ReturnType<typeof createGuardWatch>

/** The main thread's side. */
export function createGuardWatch(memory: Int32Array<SharedArrayBuffer>, limitMs: number) {
  let lastCount = -1
  let sinceMs = 0
  let position = ''
  let positionSinceMs = 0
  return {
    /** Must be called regularly. Returns the running expression once it has run longer than the limit. */
    findRunaway(nowMs: number, owners: RegexOwners) {
      const count = Atomics.load(memory, COUNT)
      const number = Atomics.load(memory, OWNER)
      if (number === NO_OWNER || count !== lastCount) {
        lastCount = count
        sinceMs = nowMs
        return undefined
      }
      const owner = owners[number]
      if (owner === undefined || nowMs - sinceMs < limitMs) return undefined
      return { owner, index: Atomics.load(memory, INDEX) }
    },
    /** Since when the worker is at the same message. Must be called regularly. */
    stuckSinceMs(nowMs: number) {
      const latest = `${Atomics.load(memory, SEQUENCE)} ${Atomics.load(memory, INDEX)}`
      if (latest !== position) positionSinceMs = nowMs
      position = latest
      return positionSinceMs
    },
    /** The index of the current message within its block. */
    index: () => Atomics.load(memory, INDEX),
    /** Whether the worker is processing this block, or was when it ended. */
    isAt: (sequence: number) => Atomics.load(memory, SEQUENCE) === (sequence | 0),
  }
}
