export interface SeededRandom {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number
  bytes(length: number): Buffer
  pick<T>(values: readonly T[]): T
}

/** The same numbers for the same seed (mulberry32), so that a failing round can be run again. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
    pick(values) {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('There is nothing to pick from')
      return value
    },
  }
}
