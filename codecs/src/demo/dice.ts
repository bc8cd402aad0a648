/** Random choices, given a source of fractions from 0 to below 1. */
export type Fractions = () => number

export interface Dice {
  chance(share: number): boolean
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number
  pick<T>(values: readonly [T, ...T[]]): T
  /** Chooses values in proportion to their weights. */
  pickWeighted<T extends { readonly weight: number }>(values: readonly [T, ...T[]]): T
  /** Skewed as latencies are: half of them below `typical`, few of them far above; the wider, the farther. */
  skewed(typical: number, width?: number): number
  hex(length: number): string
}

export function createDice(random: Fractions): Dice {
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    below,
    chance: (share) => random() < share,
    pick: (values) => values[below(values.length)] ?? values[0],
    pickWeighted(values) {
      let left = random() * values.reduce((sum, { weight }) => sum + weight, 0)
      for (const value of values) {
        left -= value.weight
        if (left < 0) return value
      }
      return values[0]
    },
    skewed(typical, width = 0.5) {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      return Math.max(1, Math.round(typical * Math.exp(width * normal)))
    },
    hex(length) {
      let text = ''
      while (text.length < length) text += below(0x1_0000_0000).toString(16).padStart(8, '0')
      return text.slice(0, length)
    },
  }
}

/** The same fractions for the same seed (mulberry32). */
export function seededFractions(seed: number): Fractions {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}
