/** What extractors need from the thread that runs them. */
import type { Scalar } from '@logyard/codecs/codec'
import type { TimeZone } from '@logyard/codecs/time-zone'
import type { PendingLookup } from '../../platform/pending-lookup.ts'
import type { SetField } from '../../store/messages/normalise-fields.ts'
import type { RunGuarded } from '../../streams/compile-stream-rule.ts'
import type { ExtractorFigures } from './extractor-figures.ts'

/** The single value of a key; undefined if the table has none. A pending lookup makes the message wait. */
export type LookUp = (key: string) => Scalar | PendingLookup | undefined

export interface LookupTables {
  /** Returns undefined if there is no such table. */
  find(tableName: string): LookUp | undefined
}

export interface ExtractorTools {
  /** The definitions of all grok patterns by name. */
  readonly grokPatterns: ReadonlyMap<string, string>
  /** The current time, for dates that are relative to it. */
  readonly now: () => number
  /** The server's own time zone. */
  readonly zone: TimeZone
  readonly setField: SetField
  /** Runs regular expressions of users. A test that it does not run counts as not matching. */
  readonly guard: RunGuarded
  /** The counters of the extractor with this id. */
  readonly figuresOf: (extractorId: string) => ExtractorFigures
  /** Undefined if no lookup service is available: then extractors with lookups are refused. */
  readonly lookupTables: LookupTables | undefined
}
