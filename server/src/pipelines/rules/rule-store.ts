/** The stored documents of rules, of their versions, and of their switches. */
import { nullable } from '@logyard/contract/http/envelope'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

/** What rules and pipelines have in common. */
export const sourceDocument = {
  id: Type.String(),
  /** The name in the source. */
  title: Type.String(),
  description: nullable(Type.String()),
  source: Type.String(),
  created_at: Type.String(),
  modified_at: Type.String(),
}

const StoredRule = Type.Object({
  ...sourceDocument,
  /** The number of its newest version. */
  version: Type.Integer(),
})
export type StoredRule = Static<typeof StoredRule>

export const ruleCollection = defineCollection({
  name: 'pipeline_rules',
  audit: { type: 'pipeline-rule', isChangedBySystem: true },
  schema: StoredRule,
  keys: { title: { unique: true, of: ({ title }) => [title] } },
})

const StoredRuleVersion = Type.Object({
  id: Type.String(),
  rule_id: Type.String(),
  version: Type.Integer(),
  saved_at: Type.String(),
  username: Type.String(),
  title: Type.String(),
  description: nullable(Type.String()),
  source: Type.String(),
  restored_from: nullable(Type.Integer()),
})
export type StoredRuleVersion = Static<typeof StoredRuleVersion>

export const ruleVersionCollection = defineCollection({
  name: 'pipeline_rule_versions',
  audit: 'note',
  schema: StoredRuleVersion,
  keys: { rule: { unique: false, of: ({ rule_id }) => [rule_id] } },
})
export type RuleVersionStore = Collection<StoredRuleVersion, 'rule'>

/** The id is that of a rule that is switched off. */
const StoredRuleSwitch = Type.Object({ id: Type.String(), username: Type.String(), switched_off_at: Type.String() })
export type StoredRuleSwitch = Static<typeof StoredRuleSwitch>

export const ruleSwitchCollection = defineCollection({
  name: 'pipeline_rule_switches',
  audit: { type: 'pipeline-rule-switches' },
  schema: StoredRuleSwitch,
})

const StoredRuleMetrics = Type.Object({ id: Type.String(), metrics_enabled: Type.Boolean() })
export type StoredRuleMetrics = Static<typeof StoredRuleMetrics>

/** One document, once somebody has switched the measurement on or off. */
export const ruleMetricsCollection = defineCollection({
  name: 'pipeline_rule_metrics',
  audit: { type: 'pipeline-rule-metrics' },
  schema: StoredRuleMetrics,
})
export const RULE_METRICS_ID = 'rule-metrics'
