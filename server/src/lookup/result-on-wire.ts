import { NO_TTL, type LookupResult as WireResult } from '@logyard/contract/lookup/lookup-result'
import type { LookupResult } from './lookup-tables.ts'

/** As JSON, with the exact digits of 64-bit integers. */
export const resultOnWire = (result: LookupResult): WireResult => ({
  single_value: exact(result.singleValue),
  multi_value: result.multiValue === null ? null : exactMap(result.multiValue),
  string_list_value: result.stringListValue === null ? null : [...result.stringListValue],
  has_error: result.hasError,
  ttl: Number.isFinite(result.ttlMs) ? Math.max(0, Math.round(result.ttlMs)) : NO_TTL,
})

const exactMap = (map: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, exact(value)]))

function exact(value: unknown): unknown {
  if (typeof value === 'bigint') return JSON.rawJSON(String(value))
  if (Array.isArray(value)) return value.map(exact)
  return typeof value === 'object' && value !== null ? exactMap({ ...value }) : value
}
