/**
 * The seam between processing and whatever changes messages. A message processor is a list of steps; the steps of all
 * enabled processors run on each message in order.
 */
import type { TimeZone } from '@logyard/codecs/time-zone'
import type { LookupTables } from '../../lookup/lookup-tables.ts'
import type { CreatedPlaces } from '../../pipelines/evaluation/evaluation-environment.ts'
import type { PendingLookup } from '../../platform/pending-lookup.ts'
import type { Message, ReadableMessage } from '../../store/messages/message.ts'
import type { SetField } from '../../store/messages/normalise-fields.ts'
import type { ProcessingSettings, Section } from '../settings/processing-settings.ts'
import type { ExtractorWatch } from './extractor-watch.ts'
import type { PipelineWatch } from './pipeline-watch.ts'
import type { GuardRegex } from './regex-owner.ts'
import type { StreamRuleWatch } from './stream-rule-watch.ts'

/**
 * What follows a step:
 * - `keep`: the message, which the step may have changed, continues with the next step.
 * - `drop`: the message is not stored.
 * - a list: these messages continue in its place. The message itself may be among them; the others are new, and have
 *   their places from `StepTools.places`.
 * - a lookup: the message waits until it is resolved and then runs this step again.
 */
export type Outcome = 'keep' | 'drop' | readonly Message[] | PendingLookup

export interface Step {
  (message: Message): Outcome
  /** Whether it does nothing with messages that an input has received. */
  readonly passes?: (inputId: string) => boolean
  /**
   * For a step that only reads single fields and sets the streams: returns the streams of a message, which may be without
   * an object of its own.
   */
  readonly streamsOf?: (message: ReadableMessage) => readonly string[]
}

export interface StepTools {
  readonly guard: GuardRegex
  readonly watch: StreamRuleWatch
  readonly extractorWatch: ExtractorWatch
  readonly pipelineWatch: PipelineWatch
  readonly lookupTables: LookupTables
  /** Whether the current message does not wait for lookups any more: a step has to go on without the value. */
  readonly givesUpLookups: () => boolean
  /** Places for messages that a step creates. */
  readonly places: CreatedPlaces
  /** False if rules have added too much to the messages of the block. */
  readonly takeRoom: (characters: number) => boolean
  /** The id under which the message will be stored. */
  readonly idOf: (message: Message) => string
  readonly setField: SetField
  /** The current time, in milliseconds. */
  readonly now: () => number
  /** The time zone of the server. */
  readonly zone: TimeZone
}

export interface StepType {
  /** The step is compiled again when one of these sections changes. */
  readonly sections: readonly Section[]
  /** Called once in a thread. The compiler may reuse what it compiled before. */
  createCompiler(tools: StepTools): (settings: ProcessingSettings) => Step
}

export interface ProcessorType {
  /** The class name by which settings and the API's clients know the processor. */
  readonly className: string
  readonly steps: readonly StepType[]
}

/** A step type whose compiler sees only the sections that it names. */
export const stepType = <Name extends Section>(
  sections: readonly Name[],
  compile: (settings: Pick<ProcessingSettings, Name>, tools: StepTools) => Step,
): StepType => ({ sections, createCompiler: (tools) => (settings) => compile(settings, tools) })

/** A step type whose compiler keeps a state. */
export const statefulStepType = <Name extends Section>(
  sections: readonly Name[],
  createCompiler: (tools: StepTools) => (settings: Pick<ProcessingSettings, Name>) => Step,
): StepType => ({ sections, createCompiler })
