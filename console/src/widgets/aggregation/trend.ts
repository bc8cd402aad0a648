/** Compares a number with that of the previous period. */
import type { NumericVisualizationConfig } from '@logyard/contract/views/view-state'

export interface Trend {
  readonly before: number
  readonly difference: number
  /** Relative to the previous value; absent if that is zero. */
  readonly share: number | undefined
  readonly direction: 'up' | 'down' | 'same'
  readonly verdict: 'good' | 'bad' | 'neutral'
}

/** `undefined` if either value is missing. */
export function trendBetween(
  now: number | null,
  before: number | null,
  preference: NumericVisualizationConfig['trend_preference'],
): Trend | undefined {
  if (now === null || before === null) return undefined
  const difference = now - before
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same'
  const wanted = { LOWER: 'down', HIGHER: 'up', NEUTRAL: undefined }[preference]
  return {
    before,
    difference,
    share: before === 0 ? undefined : difference / Math.abs(before),
    direction,
    verdict: direction === 'same' || wanted === undefined ? 'neutral' : direction === wanted ? 'good' : 'bad',
  }
}
