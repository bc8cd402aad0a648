import type { Analyzer } from '@logyard/languages/query/analyzers'
import type { ExtractorSettings } from '../../extractors/published-extractors.ts'
import type { SharedDatabase } from '../../lookup/maxmind/shared-database.ts'
import type { ThreatIntelSources } from '../../lookup/threat-intelligence/threat-intel-settings.ts'
import type { RuleStream } from '../../pipelines/evaluation/rule-run.ts'
import type { PipelineSettings } from '../../pipelines/published-pipelines.ts'
import type { StreamSettings } from '../../streams/stream-routing.ts'

/**
 * The settings of processing: plain data that can be posted to workers. Each property is a section with a version of
 * its own: a section that did not change is the same object as before, is not posted again, and nothing is compiled
 * from it again.
 */
export interface ProcessingSettings {
  /** Class names of the message processors that are enabled, in the order in which they run. */
  readonly processors: readonly string[]
  readonly extractors: ExtractorSettings
  /** The definitions of all grok patterns, by name. */
  readonly grokPatterns: ReadonlyMap<string, string>
  /** By input id. */
  readonly staticFields: StaticFieldSettings
  /** The running streams without the default stream. A stream without rules matches nothing. */
  readonly routing: readonly StreamSettings[]
  readonly targets: TargetSettings
  readonly outputs: OutputSettings
  readonly pipelines: PipelineSettings
  /** All streams, by the names that rules use. */
  readonly ruleStreams: readonly RuleStream[]
  /** The titles of the inputs that run on this node, by id. */
  readonly inputTitles: ReadonlyMap<string, string>
  readonly threatIntel: ThreatIntelSources
  readonly geoIp: GeoIpSettings
}

export interface GeoIpSettings {
  /** Undefined if the processor has nothing to do. */
  readonly database: SharedDatabase | undefined
}

export type Section = keyof ProcessingSettings

export type StaticFieldSettings = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The indices that messages are written to. */
export interface TargetSettings {
  readonly defaultIndexSetId: string
  /** By stream id, without the default stream. */
  readonly indexSetByStream: Readonly<Record<string, string>>
  /** The write index by index set id. If a stream's index set has none, its messages go where the default stream's go. */
  readonly indexTargets: Readonly<Record<string, string>>
  /** By index name, for indices that do not use the standard analyzer. */
  readonly analyzers: Readonly<Record<string, Analyzer>>
}

export interface OutputSettings {
  readonly groups: readonly OutputGroup[]
  /** The host name that outputs give as the last sender of their messages. */
  readonly forwarder: string
}

/** How a message is written for an output. */
export type OutputFormat = 'gelf' | 'document'

/** Outputs that receive the same messages in the same format. */
export interface OutputGroup {
  readonly outputs: readonly string[]
  readonly format: OutputFormat
  /** A message of any of these streams goes to each output once. */
  readonly streams: readonly string[]
}

export type SettingsChange = Partial<ProcessingSettings>

/** The sections of `next` that are other objects than in `previous`; `undefined` if there are none. */
export function changedSections(
  previous: ProcessingSettings | undefined,
  next: ProcessingSettings,
): SettingsChange | undefined {
  if (previous === undefined) return next
  const change: { -readonly [Name in Section]?: ProcessingSettings[Name] } = {}
  if (next.processors !== previous.processors) change.processors = next.processors
  if (next.extractors !== previous.extractors) change.extractors = next.extractors
  if (next.grokPatterns !== previous.grokPatterns) change.grokPatterns = next.grokPatterns
  if (next.staticFields !== previous.staticFields) change.staticFields = next.staticFields
  if (next.routing !== previous.routing) change.routing = next.routing
  if (next.targets !== previous.targets) change.targets = next.targets
  if (next.outputs !== previous.outputs) change.outputs = next.outputs
  if (next.pipelines !== previous.pipelines) change.pipelines = next.pipelines
  if (next.ruleStreams !== previous.ruleStreams) change.ruleStreams = next.ruleStreams
  if (next.inputTitles !== previous.inputTitles) change.inputTitles = next.inputTitles
  if (next.threatIntel !== previous.threatIntel) change.threatIntel = next.threatIntel
  if (next.geoIp !== previous.geoIp) change.geoIp = next.geoIp
  return Object.keys(change).length === 0 ? undefined : change
}

const SECTIONS = [
  'processors',
  'extractors',
  'grokPatterns',
  'staticFields',
  'routing',
  'targets',
  'outputs',
  'pipelines',
  'ruleStreams',
  'inputTitles',
  'threatIntel',
  'geoIp',
] as const satisfies readonly Section[]

export const isComplete = (change: SettingsChange): change is ProcessingSettings =>
  SECTIONS.every((name) => change[name] !== undefined)

/** Adds places to IP addresses. */
export const GEOIP_PROCESSOR = 'org.graylog.plugins.map.geoip.processor.GeoIpProcessor'
/** The rules of pipelines. */
export const PIPELINE_PROCESSOR = 'org.graylog.plugins.pipelineprocessor.processors.PipelineInterpreter'
/** Extractors, then static fields, then the rules of streams. */
export const MESSAGE_FILTER_CHAIN = 'org.graylog2.messageprocessors.MessageFilterChainProcessor'
