/** One grouping of a pivot: how the engine tells its groups apart, how many there are, and in which order. */
import type { Sql } from '@logyard/languages/sql/sql'

/** As the engine answers it. */
export type GroupKey = string | number | bigint | boolean

export interface Ordering {
  /** A place in the list of series, the count of messages, or the key itself. */
  readonly by: number | 'count' | 'key'
  readonly isDescending: boolean
}

export interface PivotLevel {
  /** SQL; NULL for messages that are in no group. */
  readonly key: Sql
  /** Whether a message can be in several groups at once: then `key` makes a row for each of them. */
  readonly isMultiple: boolean
  /** Whether keys are texts that must be compared as numbers. */
  readonly hasNumericTexts: boolean
  /** How many groups each group above has at most. */
  readonly limit: number | undefined
  readonly orderings: readonly Ordering[]
  keyText(key: GroupKey): string
  /** For numbered groups: the first and the last that there are, empty ones included, by those that are not empty. */
  readonly span?: (first: number | undefined, last: number | undefined) => readonly [number, number] | undefined
}
