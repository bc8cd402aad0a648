/** One grouping of a pivot: its key, its limit and its order. */
import type { Sql } from '@logyard/languages/sql/sql'

/** As returned by the engine. */
export type GroupKey = string | number | bigint | boolean

export interface Ordering {
  /** A position in the list of series, the number of messages, or the key. */
  readonly by: number | 'count' | 'key'
  readonly isDescending: boolean
}

export interface PivotLevel {
  /** SQL of the key; NULL for messages in no group. */
  readonly key: Sql
  /** Whether a message can be in several groups: then `key` produces a row for each of them. */
  readonly isMultiple: boolean
  /** Whether keys are texts that must be compared as numbers. */
  readonly hasNumericTexts: boolean
  /** Maximum number of groups within each group above. */
  readonly limit: number | undefined
  readonly orderings: readonly Ordering[]
  /** Whether all messages of a minute are in the same group. */
  readonly isOfMinutes: boolean
  keyText(key: GroupKey): string
  /** For numbered groups: the first and the last group including empty ones, given those that are not empty. */
  readonly span?: (first: number | undefined, last: number | undefined) => readonly [number, number] | undefined
}
