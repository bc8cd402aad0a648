import { ownerKey, type RegexOwner } from '../blocks/regex-owner.ts'

export const MAX_FAULTS = 3

interface Faults {
  readonly owner: RegexOwner
  readonly count: number
  readonly definition: string
}

/** Counts how often the regular expressions of an owner timed out, and excludes the owner when that is too often. */
export function createRegexFaults(deps: {
  /** The owner's rules as text, or undefined while it is not in use. Counting starts over when they change. */
  readonly definitionOf: (owner: RegexOwner) => string | undefined
  readonly onTimeout: (owner: RegexOwner) => void
  readonly onExcluded: (owner: RegexOwner, faults: number) => void
}) {
  const faults = new Map<string, Faults>()

  return {
    timedOut(owner: RegexOwner) {
      const definition = deps.definitionOf(owner)
      if (definition === undefined) return
      const before = faults.get(ownerKey(owner))
      const count = (before?.definition === definition ? before.count : 0) + 1
      faults.set(ownerKey(owner), { owner, count, definition })
      deps.onTimeout(owner)
      if (count === MAX_FAULTS) deps.onExcluded(owner, count)
    },
    isExcluded(owner: RegexOwner) {
      const known = faults.get(ownerKey(owner))
      return known !== undefined && known.count >= MAX_FAULTS && known.definition === deps.definitionOf(owner)
    },
    /** Deletes owners that are not in use: counting starts over when they come back. */
    deleteUnused() {
      for (const [key, { owner }] of faults) if (deps.definitionOf(owner) === undefined) faults.delete(key)
    },
  }
}
