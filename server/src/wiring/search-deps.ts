import type { FieldSchema, FieldTypes } from '@logyard/languages/query-sql/field-schema'
import type { Cluster } from '../cluster/cluster.ts'
import type { NodeTags } from '../cluster/node-tags.ts'
import type { Peers } from '../cluster/peers/peers.ts'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import type { PatternFields } from '../fields/pattern-fields/pattern-fields.ts'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { LiveTails } from '../live/live-tails.ts'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { DecoratorType } from '../search/decorators/decorator-type.ts'
import type { LookUpValues } from '../search/plan/lookup-parameters.ts'
import type { PriceLimits } from '../search/price/price-engine.ts'
import type { SearchJobLimits } from '../search/run/search-jobs.ts'
import type { SearchedIndices } from '../search/scope/searched-indices.ts'
import type { AnswerMemoryLimits } from '../search/statements/answer-memory.ts'
import type { SearchLimits } from '../search/statements/search-engine.ts'
import type { FindLookupTable } from '../search/steps/join-values.ts'
import type { Engine } from '../store/engine/engine.ts'
import type { Streams } from '../streams/stream-service.ts'

export type SearchFlowLimits = Partial<SearchLimits & AnswerMemoryLimits & SearchJobLimits & PriceLimits>

export interface SearchFlowDeps {
  readonly config: Pick<Config, 'LOGYARD_LEADING_WILDCARDS' | 'LOGYARD_HIGHLIGHTING'>
  readonly settings: SettingsStore
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly clusterConfig: ClusterConfig
  readonly cluster: Pick<Cluster, 'messages'>
  readonly engine: Engine
  readonly identity: Identity
  readonly streams: Pick<Streams, 'list'>
  /** The current fields of all messages. */
  readonly fields: {
    schema(): Promise<FieldSchema>
    types(): FieldTypes | Promise<FieldTypes>
    readonly patterns: Pick<PatternFields, 'kind' | 'templatesOf' | 'stateOf'>
  }
  readonly tails: LiveTails
  /** Resolves once every message that is being processed now is stored. */
  readonly settled: () => Promise<void>
  readonly indices: SearchedIndices
  readonly lookUpFor: (caller: Caller) => LookUpValues
  readonly lookupTables: (caller: Caller) => FindLookupTable
  /** The stored grok patterns, by name. */
  readonly grokPatterns: () => ReadonlyMap<string, string>
  readonly boundedRuns: BoundedRuns
  readonly nodeTags: NodeTags
  readonly nodeId: string
  readonly peers: Pick<Peers, 'stream'>
  /** The ids of the other active nodes. */
  readonly otherNodes: () => Promise<readonly string[]>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Types of decorators that depend on other areas. */
  readonly decoratorTypes?: readonly DecoratorType[]
  readonly limits?: SearchFlowLimits
}
