/** The configuration documents that show what areas store in places of their own. */
import { CLUSTER_ID_KEY, ClusterIdConfig } from '@logyard/contract/cluster/cluster-id'
import { GETTING_STARTED_KEY, GettingStartedState } from '@logyard/contract/cluster/getting-started'
import { TRUSTED_HEADER_KEY, TrustedHeaderConfig, TrustedHeaderDraft } from '@logyard/contract/identity/trusted-header'
import { RULE_METRICS_KEY, RuleMetricsConfig } from '@logyard/contract/pipelines/rules'
import { DEFAULT_INDEX_SET_KEY, DefaultIndexSetConfig } from '@logyard/contract/store/default-index-set'
import { DEFAULT_VIEW_KEY, ViewClusterConfig } from '@logyard/contract/views/default-view'
import { readTrustedHeader } from '../identity/trusted-header/read-trusted-header.ts'
import type { Foundation } from './area.ts'
import type { Ingest } from './ingest.ts'
import type { SearchFlow } from './search.ts'

type Deps = Foundation & { readonly ingest: Ingest; readonly search: Pick<SearchFlow, 'defaultView'> }

export function provideConfigDocuments(deps: Deps): void {
  provideCluster(deps)
  provideTrustedHeader(deps)
  provideDefaults(deps)
  provideRuleMetrics(deps)
}

function provideCluster({ clusterConfig, cluster }: Deps): void {
  clusterConfig.provide({
    key: CLUSTER_ID_KEY,
    draft: ClusterIdConfig,
    document: ClusterIdConfig,
    read: async () => ({ cluster_id: cluster.hello().cluster_id }),
  })
  const { gettingStarted } = cluster
  clusterConfig.provide({
    key: GETTING_STARTED_KEY,
    draft: GettingStartedState,
    document: GettingStartedState,
    async read() {
      const versions = await gettingStarted.dismissedIn()
      return versions.length === 0 ? undefined : { dismissed_in_versions: [...versions] }
    },
    replace: ({ dismissed_in_versions: versions }) => gettingStarted.dismissOnlyIn(versions),
    reset: () => gettingStarted.dismissOnlyIn([]),
  })
}

function provideTrustedHeader({ clusterConfig, identity: { authServices } }: Deps): void {
  clusterConfig.provide({
    key: TRUSTED_HEADER_KEY,
    draft: TrustedHeaderDraft,
    document: TrustedHeaderConfig,
    permissions: { read: 'authhttpheaderconfig:read', write: 'authhttpheaderconfig:edit' },
    read: authServices.storedTrustedHeader,
    replace: async (draft) => authServices.setTrustedHeader(readTrustedHeader(draft)),
    reset: () => authServices.setTrustedHeader(null),
  })
}

function provideDefaults({ clusterConfig, ingest, search: { defaultView } }: Deps): void {
  const { sets } = ingest.indexSets
  clusterConfig.provide({
    key: DEFAULT_INDEX_SET_KEY,
    draft: DefaultIndexSetConfig,
    document: DefaultIndexSetConfig,
    permissions: { write: 'indexsets:edit' },
    read: async () => ({ default_index_set_id: await sets.defaultId() }),
    replace: async ({ default_index_set_id: id }) => void (await sets.makeDefault(id)),
  })
  clusterConfig.provide({
    key: DEFAULT_VIEW_KEY,
    draft: ViewClusterConfig,
    document: ViewClusterConfig,
    permissions: { write: 'default-view:set' },
    async read() {
      const id = await defaultView.defaultId()
      return id === undefined ? undefined : { default_view_id: id }
    },
    replace: ({ default_view_id: id }) => defaultView.makeDefault(id),
    reset: defaultView.clearDefault,
  })
}

function provideRuleMetrics({ clusterConfig, ingest: { pipelines } }: Deps): void {
  const { ruleMetrics } = pipelines
  clusterConfig.provide({
    key: RULE_METRICS_KEY,
    draft: RuleMetricsConfig,
    document: RuleMetricsConfig,
    permissions: { write: 'pipeline_rule:edit' },
    read: ruleMetrics.stored,
    replace: ruleMetrics.set,
    reset: ruleMetrics.reset,
  })
}
