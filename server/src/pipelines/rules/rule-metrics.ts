/** Whether rules are measured, on all nodes. */
import type { RuleMetricsConfig } from '@logyard/contract/pipelines/rules'
import type { Replica } from '../../platform/settings/replica.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { PublishedPipelines } from '../published-pipelines.ts'
import { RULE_METRICS_ID, ruleMetricsCollection, type StoredRuleMetrics } from './rule-store.ts'

export interface RuleMetrics {
  get(): Promise<RuleMetricsConfig>
  set(config: RuleMetricsConfig): Promise<void>
}

export function createRuleMetrics(deps: {
  readonly settings: SettingsStore
  readonly replicas: { readonly ruleMetrics: Replica<StoredRuleMetrics> }
  readonly published: Pick<PublishedPipelines, 'publish'>
}): RuleMetrics {
  const { replicas, published } = deps
  const store = deps.settings.collection(ruleMetricsCollection)
  return {
    async get() {
      await replicas.ruleMetrics.fresh()
      return { metrics_enabled: replicas.ruleMetrics.find(RULE_METRICS_ID)?.metrics_enabled ?? false }
    },
    async set({ metrics_enabled }) {
      await store.put({ id: RULE_METRICS_ID, metrics_enabled })
      await published.publish()
    },
  }
}
