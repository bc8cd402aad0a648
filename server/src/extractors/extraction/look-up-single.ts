import type { Scalar } from '@logyard/codecs/codec'
import type { LookupTables } from '../../lookup/lookup-tables.ts'
import type { PendingLookup } from '../../platform/pending-lookup.ts'

/** The single value of a key; undefined if there is none, an error, or no such table. */
export function lookUpSingle(tables: LookupTables, name: string, key: string): Scalar | PendingLookup | undefined {
  const found = tables.find(name)?.lookUp(key)
  if (found === undefined) return undefined
  return 'hasError' in found ? (found.singleValue ?? undefined) : found
}
