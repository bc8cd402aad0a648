/** Events per second, from totals that were read at different times. */

/** Totals of one moment, by node and metric. */
export interface Sample {
  readonly atMs: number
  readonly totals: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** A rate over some seconds is steadier than one between two polls. */
const WINDOW_MS = 9_000

/** Adds a sample, and drops those that are not needed any more. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const recent = samples.filter(({ atMs }) => next.atMs - atMs <= WINDOW_MS && atMs < next.atMs)
  return [...recent, next]
}

/** Summed over all nodes. `undefined` before the second sample. */
export function rateOf(samples: readonly Sample[], name: string): number | undefined {
  const first = samples[0]
  const last = samples.at(-1)
  if (first === undefined || last === undefined || first === last) return undefined
  let events = 0
  for (const [node, totals] of last.totals) {
    const before = first.totals.get(node)
    // A node that was not there before has nothing to compare with.
    if (before === undefined) continue
    // A total that fell belongs to a node that started again.
    events += Math.max(0, (totals.get(name) ?? 0) - (before.get(name) ?? 0))
  }
  return (events * 1000) / (last.atMs - first.atMs)
}

/** Summed over all nodes; 0 for a metric that no node has yet. */
export function totalOf(samples: readonly Sample[], name: string): number | undefined {
  const last = samples.at(-1)
  if (last === undefined) return undefined
  return [...last.totals.values()].reduce((sum, totals) => sum + (totals.get(name) ?? 0), 0)
}
