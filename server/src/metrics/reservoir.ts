export interface Snapshot {
  readonly min: number
  readonly max: number
  readonly mean: number
  readonly standardDeviation: number
  /** `quantile(0.95)`: 95 % of the values are below it. */
  quantile(q: number): number
}

/** Enough for a stable 99th percentile, and small enough for one reservoir per metric. */
const CAPACITY = 1024

/** The newest values of a measurement, and their statistics. */
export function createReservoir() {
  const values = new Float64Array(CAPACITY)
  let count = 0
  return {
    /** Only writes to an array; values are sorted when a snapshot is requested. */
    add(value: number) {
      values[count % CAPACITY] = value
      count += 1
    },
    /** The number of values that were added since the start. */
    count: () => count,
    snapshot: () => snapshotOf(values.slice(0, Math.min(count, CAPACITY)).sort()),
  }
}

function snapshotOf(sorted: Float64Array): Snapshot {
  const size = sorted.length
  const mean = size === 0 ? 0 : sorted.reduce((sum, value) => sum + value, 0) / size
  const variance = size < 2 ? 0 : sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (size - 1)
  return {
    min: sorted[0] ?? 0,
    max: sorted[size - 1] ?? 0,
    mean,
    standardDeviation: Math.sqrt(variance),
    quantile(q) {
      const position = q * (size + 1)
      const at = Math.floor(position)
      const below = sorted[Math.min(Math.max(at, 1), size) - 1] ?? 0
      const above = sorted[Math.min(Math.max(at + 1, 1), size) - 1] ?? 0
      return below + (position - at) * (above - below)
    },
  }
}
