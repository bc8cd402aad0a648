import { type LookupValueDraft, MAX_LOOKUP_VALUE } from '@logyard/contract/lookup/lookup-values'
import { lookupValuesRefused } from '../lookup-errors.ts'
import type { KeptValue } from './value-table.ts'

interface Life {
  /** Life of values that have none of their own; undefined if it has no end. */
  readonly defaultLifeMs: number | undefined
  readonly nowMs: number
}

/** The value as it is stored. Throws if it is too long. */
export function keptValue({ key, value, ttl_seconds }: LookupValueDraft, { defaultLifeMs, nowMs }: Life): KeptValue {
  if (JSON.stringify(value).length > MAX_LOOKUP_VALUE) {
    throw lookupValuesRefused(`A value can have at most ${MAX_LOOKUP_VALUE} characters.`)
  }
  const lifeMs = ttl_seconds == null ? defaultLifeMs : ttl_seconds === 0 ? undefined : ttl_seconds * 1000
  return { key, value, updatedAtMs: nowMs, expiresAtMs: lifeMs === undefined ? undefined : nowMs + lifeMs }
}
