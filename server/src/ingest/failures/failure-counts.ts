import type { FailureKey } from './failure-key.ts'

export interface FailureFigures {
  readonly failures: number
  readonly sizeBytes: number
  readonly sizeLimitBytes: number
  readonly byInput: ReadonlyMap<string, number>
  readonly byReason: ReadonlyMap<string, number>
  /** Failures evicted since the start to make room for newer ones. */
  readonly evicted: number
}

/** Counts stored failures by input and reason, in memory. */
export function createFailureCounts(sizeLimitBytes: number) {
  const byInput = new Map<string, number>()
  const byReason = new Map<string, number>()
  let failures = 0
  let sizeBytes = 0
  let evicted = 0

  function change([, , bytes, inputId, reason]: FailureKey, by: 1 | -1) {
    failures += by
    sizeBytes += by * bytes
    changeIn(byInput, inputId, by)
    changeIn(byReason, reason, by)
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
    }),
  }
}

function changeIn(counts: Map<string, number>, name: string, by: number) {
  const count = (counts.get(name) ?? 0) + by
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
