/** What finds events: one processor for each type of condition. `event-processors.ts` lists them. */
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { ReadableStreams } from '../streams/stream-access.ts'

/** From one instant to another, both inclusive. */
export interface EventRange {
  readonly fromMs: number
  readonly toMs: number
}

export interface EvaluationInput<Config> {
  readonly definition: EventDefinition
  readonly config: Config
  readonly range: EventRange
  /** The streams of the config, or all but the event streams, as far as the definition's owner may read them. */
  readonly streams: ReadableStreams
  /** What the previous part of this run, or for `state` the previous run, asked to be handed on; JSON values. */
  readonly cursor: unknown
  readonly state: unknown
  readonly nowMs: number
  readonly signal: AbortSignal
}

/** An event as a processor finds it, before its fields and key are computed. */
export interface FoundEvent {
  /** Names the occurrence within its definition: the same occurrence found again gives the same event id. */
  readonly occurrence: string
  readonly timestampMs: number
  readonly timerange: EventRange | null
  readonly message: string
  readonly originContext: string | null
  readonly sourceStreams: readonly string[]
  /** What templates know as `source`, and lookups find their key in. */
  readonly source: Readonly<Record<string, unknown>>
  /** Names whose condition this is about: the groups of an aggregation; empty without groups. */
  readonly group: readonly string[]
}

export interface Evaluation {
  readonly events: readonly FoundEvent[]
  /** Present if the range has more events: the run continues with it, in a commit of its own. */
  readonly cursor?: unknown
  /** Stored with the definition, and handed to the next run. */
  readonly state?: unknown
}

export interface EventProcessor<Config extends { readonly type: string }> {
  readonly type: Config['type']
  /** Sentences by property, as in a `ValidationFailure`. */
  problems(config: Config): Readonly<Record<string, readonly string[]>>
  /** Empty for all streams. */
  streamsOf(config: Config): readonly string[]
  timing(config: Config): { readonly windowMs: number; readonly hopMs: number }
  evaluate(input: EvaluationInput<Config>): Promise<Evaluation>
}
