/** The relative ranges to choose from, as configured. */
import type { SearchesConfig } from '@logyard/contract/search/searches-config'
import { periodSeconds } from '../../ui/time/iso-period.ts'

export interface RangePreset {
  readonly seconds: number
  /** The administrator's label. */
  readonly label: string
}

/** Presets in ascending order with all messages last, and without ranges above the limit. */
export function rangePresets(config: SearchesConfig): readonly RangePreset[] {
  const limit = rangeLimit(config)
  const presets = Object.entries(config.relative_timerange_options).flatMap(([period, label]) => {
    const seconds = periodSeconds(period)
    return seconds === undefined ? [] : [{ seconds, label }]
  })
  const bounded = presets.filter(({ seconds }) => seconds > 0 && seconds <= limit)
  return limit === Number.POSITIVE_INFINITY ? [...bounded, ...presets.filter(({ seconds }) => seconds === 0)] : bounded
}

/** The longest range that users may search, in seconds. */
export function rangeLimit({ query_time_range_limit }: Pick<SearchesConfig, 'query_time_range_limit'>): number {
  const seconds = periodSeconds(query_time_range_limit)
  return seconds === undefined || seconds === 0 ? Number.POSITIVE_INFINITY : seconds
}
