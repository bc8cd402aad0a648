/** Rules of pipelines: a source text with a condition and actions. */
import { type Static, Type } from 'typebox'
import { MAX_NAMED } from '../http/bounds.ts'
import { crud, perObject } from '../http/crud.ts'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, inArea, READS_ONLY, signedIn } from '../http/operation.ts'
import { ParseError, ParseErrors } from './parse-errors.ts'
import { SourceDraft } from './source-draft.ts'

/** What the stored form of rules and pipelines has in common. */
export const sourceFacts = {
  id: nullable(Type.String({ description: 'Null if it is not stored' })),
  title: nullable(Type.String({ description: 'The name in the source' })),
  description: nullable(Type.String()),
  source: Type.String(),
  created_at: nullable(IsoInstant),
  modified_at: nullable(IsoInstant),
  errors: nullable(Type.Array(ParseError, { description: 'Null if the source parses' })),
}

export const RuleSource = Type.Object(sourceFacts, { title: 'RuleSource' })
export type RuleSource = Static<typeof RuleSource>

export const BulkRuleRequest = Type.Object(
  { rules: Type.Array(Type.String(), { maxItems: MAX_NAMED, description: 'Titles' }) },
  { title: 'BulkRuleRequest', additionalProperties: false },
)

/** The key of `RuleMetricsConfig` among the configuration documents. */
export const RULE_METRICS_KEY = 'org.graylog.plugins.pipelineprocessor.db.RuleMetricsConfigDto'

export const RuleMetricsConfig = Type.Object(
  { metrics_enabled: Type.Boolean({ description: 'Measure how long conditions and actions take' }) },
  { title: 'RuleMetricsConfig', additionalProperties: false },
)
export type RuleMetricsConfig = Static<typeof RuleMetricsConfig>

const area = 'rules'
const { get, post, put } = inArea(area)
/** An array for a source that does not parse. */
export const refusedSource = Type.Union([ParseErrors, ApiError])

export const rules = crud({
  id: 'rules',
  area,
  path: '/system/pipelines/rule',
  key: 'id',
  one: 'rule',
  access: perObject('pipeline_rule', 'id'),
  audit: 'pipeline-rule',
  entity: RuleSource,
  draft: SourceDraft,
  refused: refusedSource,
  list: { summary: 'All rules by title' },
  get: {},
  create: {},
  update: { summary: 'Replace the source of a rule; the earlier one stays as a version' },
  delete: { summary: 'Delete a rule with its versions; pipelines that name it stay as they are' },
})
export const { list: listRules, get: getRule, create: createRule, update: updateRule, delete: deleteRule } = rules

export const parseRule = post('/system/pipelines/rule/parse', {
  id: 'rules.parse',
  summary: 'Parse the source of a rule',
  access: signedIn,
  audit: READS_ONLY,
  body: SourceDraft,
  answers: { 200: RuleSource, 400: refusedSource },
})

export const listRulesByTitle = post('/system/pipelines/rule/multiple', {
  id: 'rules.multiple',
  summary: 'The rules with these titles that the caller may read',
  access: signedIn,
  audit: READS_ONLY,
  body: BulkRuleRequest,
  answers: { 200: Type.Array(RuleSource) },
})

export const getRuleMetricsConfig = get('/system/pipelines/rule/config/metrics', {
  id: 'rules.get_metrics_config',
  summary: 'The setting that switches the measurement of rules on',
  access: signedIn,
  answers: { 200: RuleMetricsConfig },
})

export const setRuleMetricsConfig = put('/system/pipelines/rule/config/metrics', {
  id: 'rules.set_metrics_config',
  summary: 'Switch the measurement of rules on or off, on all nodes',
  access: holds('pipeline_rule:edit'),
  audit: 'pipeline-rule:set-metrics',
  body: RuleMetricsConfig,
  answers: { 200: RuleMetricsConfig },
})
