import type { LookupTables } from '../../lookup/lookup-tables.ts'
import type { ThreatIntelSources } from '../../lookup/threat-intelligence/threat-intel-settings.ts'
import type { Message } from '../../store/messages/message.ts'
import type { SetField } from '../../store/messages/normalise-fields.ts'
import type { EvaluationTrace } from './evaluation-trace.ts'
import type { RuleStream } from './rule-run.ts'

/** What surrounds a run of pipelines: processing, the simulator, a decorator, a trial. */
export interface EvaluationEnvironment {
  readonly nowMs: () => number
  /** Monotonic. */
  readonly monotonicMs: () => number
  readonly setField: SetField
  /** The id that the message has, or will have once it is stored. */
  readonly idOf: (message: Message) => string
  readonly places: CreatedPlaces
  /** False if rules have added too much to the messages that are processed together. */
  readonly takeRoom?: (characters: number) => boolean
  readonly lookupTables: LookupTables
  /** Whether the current message does not wait for lookups any more: they then answer errors. */
  readonly givesUpLookups?: () => boolean
  readonly settings: () => EvaluationSettings
  /** Whether what rules write to lookup tables takes effect. */
  readonly writesToTables: boolean
  readonly effects: EvaluationEffects
  readonly trace?: EvaluationTrace
}

/** Settings that need no compilation. */
export interface EvaluationSettings {
  readonly streamsById: ReadonlyMap<string, RuleStream>
  readonly streamsByTitle: ReadonlyMap<string, readonly RuleStream[]>
  /** The titles of the running inputs of this node, by id. */
  readonly inputs: ReadonlyMap<string, string>
  readonly threatIntel: ThreatIntelSources
}

/** The places of messages that are created, in their order: ids derive from them, so a replay makes the same ones. */
export interface CreatedPlaces {
  /** Undefined if the raw message has no place left. */
  next(): number | undefined
  mark(): number
  /** Takes back the places given since the mark. */
  reset(mark: number): void
}

/** What rules do besides changing messages. It happens once a message is finished, in its order. */
export interface EvaluationEffects {
  /** A line for the server's log. */
  debug(text: string): void
  /** Adds to a counter of the metrics. */
  count(name: string, by: number): void
  onInvalidTimestamp(): void
  /** A message was stopped at a limit. */
  onLimit(problem: string): void
}
