/** What extractors need from the thread that runs them. */
import type { TimeZone } from '@logyard/codecs/time-zone'
import type { LookupTables } from '../../lookup/lookup-tables.ts'
import type { SetField } from '../../store/messages/normalise-fields.ts'
import type { RunGuarded } from '../../streams/compile-stream-rule.ts'
import type { ExtractorFigures } from './extractor-figures.ts'

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
  /** A table may be made after an extractor that uses it: it is searched for with each lookup. */
  readonly lookupTables: LookupTables
}
