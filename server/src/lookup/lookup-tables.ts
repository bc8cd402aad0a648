/** The lookup tables as rules, extractors and decorators see them, in every thread. */
import type { PendingLookup } from '../platform/pending-lookup.ts'

/** A key keeps its type: the text `1` and the number 1 are different keys. */
export type LookupKey = string | number | bigint | boolean

export interface LookupResult {
  readonly singleValue: string | number | bigint | boolean | null
  readonly multiValue: Readonly<Record<string, unknown>> | null
  readonly stringListValue: readonly string[] | null
  readonly hasError: boolean
  /** Infinity if the result does not expire. */
  readonly ttlMs: number
}

export interface LookupTables {
  /** Undefined if no table of this name is live. */
  find(name: string): LookupTable | undefined
}

export interface LookupTable {
  /** Table defaults are applied. A pending lookup makes the message wait, and the caller asks again with the same key. */
  lookUp(key: LookupKey): LookupResult | PendingLookup
  /** Undefined if the adapter of the table cannot be written. */
  readonly writer: LookupWriter | undefined
}

/** Each call answers the value that is now stored, and forgets what caches of this node hold for the key. */
export interface LookupWriter {
  setValue(key: LookupKey, value: string | number | bigint | boolean): LookupResult
  setStringList(key: LookupKey, values: readonly string[]): LookupResult
  addStringList(key: LookupKey, values: readonly string[], keepsDuplicates: boolean): LookupResult
  removeStringList(key: LookupKey, values: readonly string[]): LookupResult
  clear(key: LookupKey): void
  /** The value expires that many milliseconds from now. */
  assignTtl(key: LookupKey, ttlMs: number): LookupResult
}
