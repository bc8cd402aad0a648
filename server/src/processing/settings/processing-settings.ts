import { isDeepStrictEqual } from 'node:util'
import type { Analyzer } from '@logyard/languages/query/analyzers'
import type { ExtractorSettings } from '../../extractors/published-extractors.ts'
import type { SharedDatabase } from '../../lookup/maxmind/shared-database.ts'
import type { ThreatIntelSources } from '../../lookup/threat-intelligence/threat-intel-settings.ts'
import type { RuleStream } from '../../pipelines/evaluation/rule-run.ts'
import type { PipelineSettings } from '../../pipelines/published-pipelines.ts'
import type { StoredFieldColumn } from '../../store/messages/field-column-table.ts'
import type { StreamSettings } from '../../streams/stream-routing.ts'
import type { MessageFilter } from '../filters/message-filter.ts'

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
  /** Fields by input id. */
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
  /** The columns of fields that messages may be written to. */
  readonly fieldColumns: readonly StoredFieldColumn[]
  readonly filters: readonly MessageFilter[]
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
  /** Index sets by stream id, without the default stream. */
  readonly indexSetByStream: Readonly<Record<string, string>>
  /** The write index by index set id. If a stream's index set has none, its messages go where the default stream's go. */
  readonly indexTargets: Readonly<Record<string, string>>
  /** Analyzers by index name, for indices that do not use the standard analyzer. */
  readonly analyzers: Readonly<Record<string, Analyzer>>
}

export interface OutputSettings {
  readonly groups: readonly OutputGroup[]
  /** The host name that outputs give as the last sender of their messages. */
  readonly forwarder: string
}

/** How a message is written for an output. */
export type OutputFormat = 'gelf' | 'document' | 'syslog' | 'otlp'

/** Outputs that receive the same messages in the same format. */
export interface OutputGroup {
  readonly outputs: readonly string[]
  readonly format: OutputFormat
  /** A message of any of these streams goes to each output once. */
  readonly streams: readonly string[]
}

export type SettingsChange = Partial<ProcessingSettings>

/**
 * Comparison of two values of each section. This is the only list of the sections: one that is missing here is a type
 * error.
 */
const IS_EQUAL: {
  readonly [Name in Section]: (one: ProcessingSettings[Name], other: ProcessingSettings[Name]) => boolean
} = {
  processors: isDeepStrictEqual,
  extractors: isDeepStrictEqual,
  grokPatterns: isDeepStrictEqual,
  staticFields: isDeepStrictEqual,
  routing: isDeepStrictEqual,
  targets: isDeepStrictEqual,
  outputs: isDeepStrictEqual,
  pipelines: isDeepStrictEqual,
  ruleStreams: isDeepStrictEqual,
  inputTitles: isDeepStrictEqual,
  threatIntel: isDeepStrictEqual,
  fieldColumns: isDeepStrictEqual,
  filters: isDeepStrictEqual,
  // Not compared by the bytes of the database.
  geoIp: (one, other) => one.database === other.database,
}

const isSection = (name: string): name is Section => Object.hasOwn(IS_EQUAL, name)
const SECTIONS: readonly Section[] = Object.keys(IS_EQUAL).filter(isSection)

type OpenChange = { -readonly [Name in Section]?: ProcessingSettings[Name] }

/** The sections of `next` that are other objects than in `previous`; `undefined` if there are none. */
export function changedSections(
  previous: ProcessingSettings | undefined,
  next: ProcessingSettings,
): SettingsChange | undefined {
  if (previous === undefined) return next
  const changed = SECTIONS.filter((name) => next[name] !== previous[name])
  return changed.length === 0 ? undefined : pick(next, changed)
}

/** Reuses the objects of sections that are equal to before: that is how an unchanged section is recognised. */
export function withUnchanged(before: ProcessingSettings, next: ProcessingSettings): ProcessingSettings {
  const unchanged = SECTIONS.filter((name) => isEqualIn(name, before, next))
  return { ...next, ...pick(before, unchanged) }
}

export const isComplete = (change: SettingsChange): change is ProcessingSettings =>
  SECTIONS.every((name) => change[name] !== undefined)

function pick(settings: ProcessingSettings, names: readonly Section[]): SettingsChange {
  const picked: OpenChange = {}
  for (const name of names) copySection(name, settings, picked)
  return picked
}

function copySection<Name extends Section>(name: Name, from: ProcessingSettings, to: OpenChange): void {
  to[name] = from[name]
}

const isEqualIn = <Name extends Section>(name: Name, one: ProcessingSettings, other: ProcessingSettings): boolean =>
  IS_EQUAL[name](one[name], other[name])

/** Adds places to IP addresses. */
export const GEOIP_PROCESSOR = 'org.graylog.plugins.map.geoip.processor.GeoIpProcessor'
/** The rules of pipelines. */
export const PIPELINE_PROCESSOR = 'org.graylog.plugins.pipelineprocessor.processors.PipelineInterpreter'
/** Extractors, then static fields, then the rules of streams. */
export const MESSAGE_FILTER_CHAIN = 'org.graylog2.messageprocessors.MessageFilterChainProcessor'
