/** What functions of rules may use: while a rule is compiled (`RuleTools`), and while it runs on a message (`RuleRun`). */
import type { TimeZone } from '@logyard/codecs/time-zone'
import { functionsFor, type RuleFunction, type RuleParam } from '@logyard/languages/rules/rule-function'
import { RuleObject, type RuleValue } from '@logyard/languages/rules/rule-values'
import type { LookupKey, LookupResult, LookupWriter } from '../../lookup/lookup-tables.ts'
import type { ThreatIntelSources } from '../../lookup/threat-intelligence/threat-intel-settings.ts'
import type { RunGuarded } from '../../streams/compile-stream-rule.ts'

/** A message in the hands of rules. */
export abstract class RuleMessage extends RuleObject {
  abstract readonly id: string
  /** Null if the message has no such field. */
  abstract field(name: string): RuleValue
  abstract hasField(name: string): boolean
  /** All fields that clients see, those of the server included. */
  abstract fieldNames(): Iterable<string>
  /** Ignores invalid and reserved names, null, and texts that are blank. */
  abstract setField(name: string, value: RuleValue): void
  /** Ignores reserved names. */
  abstract removeField(name: string): void
  abstract readonly streamIds: readonly string[]
  abstract addStream(id: string): void
  abstract removeStream(id: string): void
  /** The bytes that traffic accounting counts for it. */
  abstract accountedSize(): number
  abstract drop(): void
}

export interface RuleTools {
  /** The definitions of all grok patterns by name. */
  readonly grokPatterns: ReadonlyMap<string, string>
  /** Runs regular expressions under observation, on behalf of the rule that is compiled. */
  readonly guard: RunGuarded
  /** The server's own time zone. */
  readonly zone: TimeZone
}

export interface RuleStream {
  readonly id: string
  readonly title: string
  readonly isPaused: boolean
}

export interface RuleRun {
  readonly message: RuleMessage
  readonly tools: RuleTools
  nowMs(): number
  /** A new message without streams. Null takes the value of the current message, and the current time. */
  createMessage(text: string | null, source: string | null, timestampMs: number | null): RuleMessage
  cloneMessage(message: RuleMessage): RuleMessage
  streamById(id: string): RuleStream | undefined
  streamsByTitle(title: string): readonly RuleStream[]
  readonly defaultStreamId: string
  /** The running input of this node that received the message. */
  readonly input: { readonly id: string; readonly title: string } | undefined
  /** Undefined if there is no such table. A value that has to be fetched first interrupts the rule, which runs again. */
  lookUp(tableName: string, key: LookupKey): LookupResult | undefined
  /** Undefined if there is no such table or it cannot be written. Writes take effect once the message is processed. */
  lookupWriter(tableName: string): LookupWriter | undefined
  /** Which sources of threat intelligence an administrator enabled. */
  readonly threatIntel: ThreatIntelSources
  /** Writes a line to the server's log. */
  debug(text: string): void
  /** Adds to a counter of the metrics. */
  count(name: string, by: number): void
}

export type PipelineFunction = RuleFunction<RuleRun, RuleTools>

export type PipelineParam<Value> = RuleParam<Value, RuleTools>

/** Describes one function of the rule language. */
export const defineFunction = functionsFor<RuleRun, RuleTools>()
