/** Data of an adapter that every thread reads by itself: plain values and shared memory, which can be posted. */
import type { LookupResult } from '../lookup-tables.ts'
import type { MaxmindAnswers } from '../maxmind/maxmind-answers.ts'
import type { NetworkKeys } from './network-keys.ts'
import type { SharedTable } from './shared-table.ts'

export type SharedAnswers = TableAnswers | MaxmindAnswers

export interface TableAnswers {
  readonly kind: 'table'
  readonly table: SharedTable
  /**
   * How a key finds its row. `exact`: by its text. `ignore-case`: by its lower-case text. Otherwise the rows have the
   * keys of networks, and an IP address finds the smallest network that has it.
   */
  readonly keys: 'exact' | 'ignore-case' | NetworkKeys
  /** What a row holds: the text of a single value, or a result as `encodeResult` writes it. */
  readonly values: 'text' | 'result'
  /** The result for keys without a row. */
  readonly absent: LookupResult
}
