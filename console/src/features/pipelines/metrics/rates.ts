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

/** Summed over all nodes. `undefined` until a second sample has the metric; 0 while none has it. */
export function rateOf(samples: readonly Sample[], name: string): number | undefined {
  const last = samples.at(-1)
  if (last === undefined || samples.length < 2) return undefined
  let perSecond: number | undefined
  let isKnown = false
  for (const [node, totals] of last.totals) {
    const total = totals.get(name)
    if (total === undefined) continue
    isKnown = true
    // Samples taken before the page asked for the metric, or before the node was there, do not have it.
    const first = samples.find((sample) => sample.totals.get(node)?.has(name) === true)
    if (first === undefined || first === last) continue
    // A total that fell belongs to a node that started again.
    const events = Math.max(0, total - (first.totals.get(node)?.get(name) ?? 0))
    perSecond = (perSecond ?? 0) + (events * 1000) / (last.atMs - first.atMs)
  }
  return isKnown ? perSecond : 0
}

/** Summed over all nodes; 0 for a metric that no node has yet. */
export function totalOf(samples: readonly Sample[], name: string): number | undefined {
  const last = samples.at(-1)
  if (last === undefined) return undefined
  return [...last.totals.values()].reduce((sum, totals) => sum + (totals.get(name) ?? 0), 0)
}
