/** Results of lookups, as adapters make them. */
import type { DataAdapter } from '@logyard/contract/lookup/data-adapters'
import { durationMs } from './duration-ms.ts'
import type { LookupKey, LookupResult } from './lookup-tables.ts'

/** How long an error is cached, unless the adapter has a time of its own. */
export const ERROR_TTL_MS = 5000

const NO_RESULT: LookupResult = {
  singleValue: null,
  multiValue: null,
  stringListValue: null,
  hasError: false,
  ttlMs: Number.POSITIVE_INFINITY,
}

/** The adapter has no value for the key: the defaults of the table apply. */
export const emptyResult = (): LookupResult => NO_RESULT

/** One value, which is also the value of the map. */
export const singleResult = (
  value: Exclude<LookupResult['singleValue'], null>,
  ttlMs = Number.POSITIVE_INFINITY,
): LookupResult => ({
  singleValue: value,
  multiValue: { value },
  stringListValue: null,
  hasError: false,
  ttlMs,
})

export const errorResult = (ttlMs: number): LookupResult => ({ ...NO_RESULT, hasError: true, ttlMs })

/** The adapter has neither a value nor an error. */
export const isEmpty = ({ singleValue, multiValue, stringListValue, hasError }: LookupResult): boolean =>
  !hasError && singleValue === null && multiValue === null && stringListValue === null

/** How long errors of an adapter are cached. */
export function errorTtlMs(
  adapter: Pick<DataAdapter, 'custom_error_ttl_enabled' | 'custom_error_ttl' | 'custom_error_ttl_unit'>,
): number {
  const { custom_error_ttl_enabled, custom_error_ttl, custom_error_ttl_unit } = adapter
  if (custom_error_ttl_enabled !== true || custom_error_ttl === null || custom_error_ttl_unit === null)
    return ERROR_TTL_MS
  return durationMs(custom_error_ttl, custom_error_ttl_unit)
}

/** The text by which most adapters know a key. */
export const textOfKey = (key: LookupKey): string => (typeof key === 'string' ? key : String(key))
