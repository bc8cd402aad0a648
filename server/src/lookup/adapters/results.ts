import type { LookupResult } from '../lookup-tables.ts'

/** The adapter does not have the key. */
export const EMPTY: LookupResult = {
  singleValue: null,
  multiValue: null,
  stringListValue: null,
  hasError: false,
  ttlMs: Number.POSITIVE_INFINITY,
}

/** The multi value of a result is its single value if it has no other. */
export const valueResult = (value: string | number | bigint | boolean): LookupResult => ({
  ...EMPTY,
  singleValue: value,
  multiValue: { value },
})
