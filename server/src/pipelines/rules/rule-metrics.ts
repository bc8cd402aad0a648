/** Whether rules are measured, on all nodes. */
import type { RuleMetricsConfig } from '@logyard/contract/pipelines/rules'
import type { Replica } from '../../platform/settings/replica.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { PublishedPipelines } from '../published-pipelines.ts'
import { RULE_METRICS_ID, ruleMetricsCollection, type StoredRuleMetrics } from './rule-store.ts'

export type RuleMetrics = ReturnType<typeof createRuleMetrics>

export function createRuleMetrics(deps: {
  readonly settings: SettingsStore
  readonly replicas: { readonly ruleMetrics: Replica<StoredRuleMetrics> }
  readonly published: Pick<PublishedPipelines, 'publish'>
}) {
  const { replicas, published } = deps
  const store = deps.settings.collection(ruleMetricsCollection)
  /** The stored setting; undefined if there is none. */
  const stored = async () => {
    await replicas.ruleMetrics.fresh()
    const found = replicas.ruleMetrics.find(RULE_METRICS_ID)
    return found === undefined ? undefined : { metrics_enabled: found.metrics_enabled }
  }
  return {
    stored,
    get: async () => (await stored()) ?? { metrics_enabled: false },
    async reset() {
      await store.delete(RULE_METRICS_ID)
      await published.publish()
    },
    async set({ metrics_enabled }: RuleMetricsConfig) {
      await store.put({ id: RULE_METRICS_ID, metrics_enabled })
      await published.publish()
    },
  }
}
