import type { FailureCounts } from '@logyard/contract/ingest/failures'

/** The failures of all nodes. A highest number of several nodes would mean nothing. */
export function mergeFailureCounts(own: FailureCounts, others: readonly (FailureCounts | null)[]): FailureCounts {
  const answered = others.filter((other) => other !== null)
  if (answered.length === 0) return own
  const all = [own, ...answered]
  return {
    total: sumOf(all, ({ total }) => total),
    newest: null,
    inputs: counted(
      all.flatMap(({ inputs }) => inputs),
      ({ id }) => id,
    ),
    reasons: counted(
      all.flatMap(({ reasons }) => reasons),
      ({ reason }) => reason,
    ),
    last_day: sumOf(all, ({ last_day }) => last_day),
    size: sumOf(all, ({ size }) => size),
    size_limit: sumOf(all, ({ size_limit }) => size_limit),
  }
}

/** One entry for each key, the most first. */
function counted<T extends { readonly count: number }>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  return [...Map.groupBy(entries, keyOf).values()]
    .flatMap((same) => same.slice(0, 1).map((entry) => ({ ...entry, count: sumOf(same, ({ count }) => count) })))
    .toSorted((a, b) => b.count - a.count)
}

const sumOf = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((sum, one) => sum + of(one), 0)
