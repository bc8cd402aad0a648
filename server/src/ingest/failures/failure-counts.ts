import type { FailureKey } from './failure-key.ts'

export interface FailureFigures {
  readonly failures: number
  readonly sizeBytes: number
  readonly sizeLimitBytes: number
  readonly byInput: ReadonlyMap<string, number>
  readonly byReason: ReadonlyMap<string, number>
  /** The most frequent reason of an input's failures; undefined if it has none. */
  reasonOf(inputId: string): string | undefined
  /** Failures evicted since the start to make room for newer ones. */
  readonly evicted: number
}

/** Counts stored failures by input and reason, in memory. */
export function createFailureCounts(sizeLimitBytes: number) {
  const byInput = new Map<string, number>()
  const byReason = new Map<string, number>()
  const reasonsByInput = new Map<string, Map<string, number>>()
  let failures = 0
  let sizeBytes = 0
  let evicted = 0

  function change([, , bytes, inputId, reason]: FailureKey, by: 1 | -1) {
    failures += by
    sizeBytes += by * bytes
    changeIn(byInput, inputId, by)
    changeIn(byReason, reason, by)
    const reasons = reasonsByInput.getOrInsertComputed(inputId, () => new Map<string, number>())
    changeIn(reasons, reason, by)
    if (reasons.size === 0) reasonsByInput.delete(inputId)
  }
  return {
    add: (key: FailureKey) => change(key, 1),
    remove: (key: FailureKey) => change(key, -1),
    evicted(count: number) {
      evicted += count
    },
    sizeBytes: () => sizeBytes,
    figures: (): FailureFigures => ({
      failures,
      sizeBytes,
      sizeLimitBytes,
      byInput: new Map(byInput),
      byReason: new Map(byReason),
      evicted,
      reasonOf: (inputId) => mostFrequent(reasonsByInput.get(inputId)),
    }),
  }
}

function changeIn(counts: Map<string, number>, name: string, by: number) {
  const count = (counts.get(name) ?? 0) + by
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}

export const mostFrequent = (counts: ReadonlyMap<string, number> = new Map()): string | undefined =>
  [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
