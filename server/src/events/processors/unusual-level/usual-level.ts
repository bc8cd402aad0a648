/** How far a figure is from its usual level. */
export interface UsualLevel {
  readonly median: number
  /** The usual distance from the median. */
  readonly deviation: number
}

/** Makes the median distance comparable with a standard deviation, if the figures vary as chance does. */
const NORMAL = 1.4826
/** Figures that never varied are not compared more finely than this share of them. */
const LEAST_SHARE = 0.05

/** `isCount` figures vary by chance at least as much as counts of independent events. */
export function usualLevel(figures: readonly number[], isCount: boolean): UsualLevel {
  const median = medianOf(figures)
  const spread = NORMAL * medianOf(figures.map((figure) => Math.abs(figure - median)))
  const chance = isCount ? Math.sqrt(Math.max(1, median)) : 0
  return { median, deviation: Math.max(spread, chance, LEAST_SHARE * Math.abs(median), Number.MIN_VALUE) }
}

function medianOf(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
