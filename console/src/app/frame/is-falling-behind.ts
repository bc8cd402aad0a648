import type { RatesAt } from '../../cluster/use-throughput.ts'

const MINUTES = 3
const MINUTE_S = 60

/**
 * Whether storing is too slow: fewer messages were stored than arrived in each of the last minutes, and more wait in the
 * journal than arrive in a minute. Pipelines that drop messages also store fewer, but nothing waits then.
 */
export function isFallingBehind(history: readonly RatesAt[], waiting: number): boolean {
  const last = history.slice(-MINUTES)
  const newest = last.at(-1)
  if (newest === undefined || last.length < MINUTES) return false
  return last.every(({ input, output }) => output < input) && waiting > newest.input * MINUTE_S
}
