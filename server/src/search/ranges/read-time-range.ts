import { AbsoluteRange, KeywordRange, RelativeRange, TimeRange } from '@logyard/contract/search/time-ranges'
import { Compile } from 'typebox/compile'
import { readScalars } from '../../http/body-scalars.ts'
import { LogyardError } from '../../platform/errors.ts'
import { resolveRange } from './resolve-range.ts'

const checks = [Compile(RelativeRange), Compile(AbsoluteRange), Compile(KeywordRange)]

/** Returns undefined if the value is not a valid time range. */
export function readTimeRange(given: unknown, nowMs: number): TimeRange | undefined {
  const value = readScalars(TimeRange, given)
  for (const check of checks) {
    if (!check.Check(value)) continue
    try {
      resolveRange(value, nowMs)
      return value
    } catch (error) {
      if (error instanceof LogyardError) return undefined
      throw error
    }
  }
  return undefined
}
