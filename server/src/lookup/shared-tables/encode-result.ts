/** Results as the values of a shared table. */
import type { LookupResult } from '../lookup-tables.ts'

type Single = Exclude<LookupResult['singleValue'], bigint>

/** A value of a row. Its life ends at `expiresAtMs`, if it has one. */
export interface EncodedResult {
  readonly single?: Single
  readonly multi?: LookupResult['multiValue']
  readonly list?: LookupResult['stringListValue']
  readonly expiresAtMs?: number
}

export const encodeResult = (result: EncodedResult): string => JSON.stringify(result)

/** Undefined once its life has ended. */
export function decodeResult(text: string, nowMs: () => number): LookupResult | undefined {
  const { single = null, multi = null, list = null, expiresAtMs }: EncodedResult = JSON.parse(text)
  const ttlMs = expiresAtMs === undefined ? Number.POSITIVE_INFINITY : expiresAtMs - nowMs()
  if (ttlMs <= 0) return undefined
  return { singleValue: single, multiValue: multi, stringListValue: list, hasError: false, ttlMs }
}
