/** What finds events: one processor for each type of condition. `event-processors.ts` lists them. */
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { Comparison } from '@logyard/contract/events/expressions'
import type { Parameter } from '@logyard/contract/search/searches'
import type { MeasuredSelection, MeasureOptions } from '../search/measures/measures.ts'
import type { FindLookupTable } from '../search/steps/join-values.ts'

/** From one instant to another, both inclusive. */
export interface EventRange {
  readonly fromMs: number
  readonly toMs: number
}

/** The messages that a condition is about. */
export interface ConditionMessages {
  readonly query: string
  readonly query_parameters?: readonly Parameter[]
  /** Empty for all streams, except those of events. */
  readonly streams: readonly string[]
}

/** The clock was ahead and is set back, so messages lie in the future that arrived before. */
export interface MessagesAhead {
  /** Evaluated while the clock was ahead. */
  readonly range: EventRange
  /** The true time at which it was set back, or shortly after. */
  readonly setBackMs: number
}

export interface EvaluationInput<Config> {
  readonly definition: EventDefinition
  readonly config: Config
  readonly range: EventRange
  /**
   * What to measure: in the name of the definition's owner, with the values of lookup parameters. Rejects if the owner
   * may not read a stream.
   */
  select(messages: ConditionMessages, range: EventRange): Promise<MeasuredSelection>
  readonly options: MeasureOptions
  /** Lookup tables that the owner may read. */
  readonly findTable: FindLookupTable
  /** What the previous part of this run asked to be handed on; JSON values. */
  readonly cursor: unknown
  /** What the previous run stored; JSON values. If the clock went back since, it may be about the future. */
  readonly state: unknown
  /** Most events of a run between those of the schedule. */
  readonly limit?: number | undefined
  /** Up to here the schedule has evaluated. Absent for the first run, and for a run by hand. */
  readonly evaluatedToMs?: number | undefined
  readonly ahead?: MessagesAhead | undefined
  readonly nowMs: number
  /** Whether the run may go on; if not, it ends with a cursor as soon as it has made some progress. */
  hasTime(): boolean
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
  /** The groups of an aggregation; empty without groups. */
  readonly group: readonly string[]
  /** Names of the groups, of a condition whose configuration does not name them. */
  readonly groupNames?: readonly string[]
}

export interface Evaluation {
  readonly events: readonly FoundEvent[]
  /** Present if the range has more events: the run continues with it, in a commit of its own. */
  readonly cursor?: unknown
  /** Stored with the definition, and handed to the next run. Not of a run that somebody started by hand. */
  readonly state?: unknown
  /** Figure of the group that is nearest to the limit, or furthest beyond it. */
  readonly figure?: number | undefined
  readonly comparison?: Comparison | undefined
  /** Groups whose condition is still met, though they have no new event. */
  readonly stillMet?: readonly (readonly string[])[]
}

export interface ProcessorTiming {
  readonly windowMs: number
  readonly hopMs: number
  /** Whether a run over many windows finds what one run for each of them finds. */
  readonly isDivisible?: boolean
}

export interface EventProcessor<Config extends { readonly type: string }> {
  readonly type: Config['type']
  /** Name for lists of conditions. */
  readonly name: string
  readonly description: string
  /** The config as it is stored: defaults filled in. Throws a `LogyardError` for one that is malformed. */
  normalise(config: Config): Config
  /** Sentences by property, as in a `ValidationFailure`. */
  problems(config: Config): Readonly<Record<string, readonly string[]>>
  /** Empty for all streams, except those of events. */
  streamsOf(config: Config): readonly string[]
  timing(config: Config): ProcessorTiming
  evaluate(input: EvaluationInput<Config>): Promise<Evaluation>
}
