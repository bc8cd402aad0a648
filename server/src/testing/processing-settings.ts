import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import type { ExtractorSettings } from '../extractors/published-extractors.ts'
import type { SharedDatabase } from '../lookup/maxmind/shared-database.ts'
import type { RuleStream } from '../pipelines/evaluation/rule-run.ts'
import type { PipelineSettings } from '../pipelines/published-pipelines.ts'
import {
  MESSAGE_FILTER_CHAIN,
  type OutputGroup,
  type ProcessingSettings,
  type StaticFieldSettings,
  type TargetSettings,
} from '../processing/settings/processing-settings.ts'
import type { StreamSettings } from '../streams/stream-routing.ts'

export const DEFAULT_INDEX_SET = 'set-default'

export interface TestSettings {
  readonly processors?: readonly string[]
  readonly extractors?: ExtractorSettings
  readonly staticFields?: StaticFieldSettings
  readonly streams?: readonly (StreamSettings & { readonly indexSetId: string })[]
  readonly indexTargets?: TargetSettings['indexTargets']
  readonly analyzers?: TargetSettings['analyzers']
  readonly outputGroups?: readonly OutputGroup[]
  readonly pipelines?: Partial<PipelineSettings>
  readonly ruleStreams?: readonly RuleStream[]
  readonly inputTitles?: ReadonlyMap<string, string>
  readonly geoIpDatabase?: SharedDatabase
  readonly fieldColumns?: ProcessingSettings['fieldColumns']
  readonly filters?: ProcessingSettings['filters']
}

export const testSettings = (given: TestSettings = {}): ProcessingSettings => ({
  processors: given.processors ?? [MESSAGE_FILTER_CHAIN],
  extractors: given.extractors ?? new Map(),
  grokPatterns: BUILT_IN_PATTERNS,
  staticFields: given.staticFields ?? {},
  routing: given.streams ?? [],
  targets: {
    defaultIndexSetId: DEFAULT_INDEX_SET,
    indexSetByStream: Object.fromEntries((given.streams ?? []).map(({ id, indexSetId }) => [id, indexSetId])),
    indexTargets: given.indexTargets ?? { [DEFAULT_INDEX_SET]: 'logyard_0' },
    analyzers: given.analyzers ?? {},
  },
  outputs: { groups: given.outputGroups ?? [], forwarder: 'this-node' },
  pipelines: { rules: [], pipelines: [], connections: new Map(), hasRuleMetrics: false, ...given.pipelines },
  ruleStreams: given.ruleStreams ?? [],
  inputTitles: given.inputTitles ?? new Map(),
  threatIntel: { tor: false, spamhaus: false, abuseCh: false },
  geoIp: { database: given.geoIpDatabase },
  fieldColumns: given.fieldColumns ?? [],
  filters: given.filters ?? [],
})

export { DEFAULT_STREAM_ID }
