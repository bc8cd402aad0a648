import type { Analyzer } from '@logyard/languages/query/analyzers'
import type { StreamSettings } from '../../streams/stream-routing.ts'

/** What processing needs to know of the settings: one plain snapshot, posted whole to every worker when it changes. */

/** How a message is written for an output. */
export type OutputFormat = 'gelf' | 'document'

/** Outputs that take the same messages in the same form. */
export interface OutputGroup {
  readonly outputs: readonly string[]
  readonly format: OutputFormat
  /** A message of any of these streams goes to them, once. */
  readonly streams: readonly string[]
}

export interface ProcessingSettings {
  /** Those that are running, without the default stream; one without rules takes nothing. */
  readonly streams: readonly StreamSettings[]
  /** Where the default stream writes. */
  readonly defaultIndexSetId: string
  /** By input id. */
  readonly staticFields: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The index that is written to, by index set id. A message of an index set without one goes where the default does. */
  readonly indexTargets: Readonly<Record<string, string>>
  /** How texts are split into words, by name of those indices where it is not by the standard analyzer. */
  readonly analyzers: Readonly<Record<string, Analyzer>>
  readonly outputGroups: readonly OutputGroup[]
  /** What outputs tell of where their messages were before. */
  readonly forwarder: string
  /** Class names of the processors that are on, in the order in which they run. */
  readonly processors: readonly string[]
}

/** Static fields, then routing into streams. */
export const MESSAGE_FILTER_CHAIN = 'org.graylog2.messageprocessors.MessageFilterChainProcessor'
