/** The values that new index sets start with: configuration documents, which administrators change. */
import {
  INDEX_MANAGEMENT_KEY,
  INDEX_SET_DEFAULTS_KEY,
  IndexManagementConfig,
  IndexSetDefaults,
  IndexSetDefaultsDraft,
  RetentionStartDraft,
  RotationStartDraft,
} from '@logyard/contract/store/index-set-defaults'
import {
  RETENTION_CLASSES,
  RetentionConfig,
  type RetentionKind,
  ROTATION_CLASSES,
  RotationConfig,
  type RotationKind,
} from '@logyard/contract/store/index-strategies'
import type { ClusterConfig } from '../../cluster-config/cluster-config.ts'
import {
  readRetentionConfig,
  readRotationConfig,
  retentionConfig,
  retentionKindOf,
  retentionStrategies,
  rotationConfig,
  rotationKindOf,
  rotationStrategies,
} from './index-strategies.ts'

export type IndexSetDefaultsReader = ReturnType<typeof createIndexSetDefaults>

/** 30 days, in an index for each day. */
export const FIRST_DEFAULTS: IndexSetDefaults = {
  shards: 4,
  replicas: 0,
  index_analyzer: 'standard',
  index_optimization_max_num_segments: 1,
  index_optimization_disabled: false,
  field_type_refresh_interval: 5000,
  rotation_strategy_class: ROTATION_CLASSES.time,
  rotation_strategy: rotationConfig('time'),
  retention_strategy_class: RETENTION_CLASSES.delete,
  retention_strategy: retentionConfig('delete', 30),
}

type Configs = Pick<ClusterConfig, 'register' | 'provide'>

export function createIndexSetDefaults(clusterConfig: Configs) {
  const defaults = clusterConfig.register({
    key: INDEX_SET_DEFAULTS_KEY,
    draft: IndexSetDefaultsDraft,
    document: IndexSetDefaults,
    default: FIRST_DEFAULTS,
    complete: (draft) => ({
      ...draft,
      index_analyzer: draft.index_analyzer.trim(),
      rotation_strategy: readRotationConfig(draft.rotation_strategy_class, draft.rotation_strategy),
      retention_strategy: readRetentionConfig(draft.retention_strategy_class, draft.retention_strategy),
    }),
  })
  const rotation = new Map(
    (['count', 'size', 'time'] as const).map((kind) => [kind, rotationStart(clusterConfig, kind)]),
  )
  // Noop has nothing to configure.
  const retention = new Map((['delete', 'close'] as const).map((kind) => [kind, retentionStart(clusterConfig, kind)]))
  const rotationStartOf = async (kind: RotationKind) => (await rotation.get(kind)?.read()) ?? rotationConfig(kind)
  const retentionStartOf = async (kind: RetentionKind) =>
    (kind === 'none' ? undefined : await retention.get(kind)?.read()) ?? retentionConfig(kind)

  clusterConfig.provide({
    key: INDEX_MANAGEMENT_KEY,
    draft: IndexManagementConfig,
    document: IndexManagementConfig,
    async read() {
      const { rotation_strategy_class, retention_strategy_class } = await defaults.read()
      return { rotation_strategy: rotation_strategy_class, retention_strategy: retention_strategy_class }
    },
    async replace({ rotation_strategy, retention_strategy }) {
      const before = await defaults.read()
      const rotationKind = rotationKindOf(rotation_strategy) ?? 'count'
      const retentionKind = retentionKindOf(retention_strategy) ?? 'delete'
      await defaults.replace({
        ...before,
        rotation_strategy_class: rotation_strategy,
        rotation_strategy:
          before.rotation_strategy_class === rotation_strategy
            ? before.rotation_strategy
            : await rotationStartOf(rotationKind),
        retention_strategy_class: retention_strategy,
        retention_strategy:
          before.retention_strategy_class === retention_strategy
            ? before.retention_strategy
            : await retentionStartOf(retentionKind),
      })
    },
    reset: defaults.delete,
  })

  return {
    read: defaults.read,
    /** The strategies, with the values that they start with. */
    rotationStrategies: () =>
      Promise.all(
        rotationStrategies.map(async (strategy) => {
          const kind = rotationKindOf(strategy.type)
          return kind === undefined ? strategy : { ...strategy, default_config: await rotationStartOf(kind) }
        }),
      ),
    retentionStrategies: () =>
      Promise.all(
        retentionStrategies.map(async (strategy) => {
          const kind = retentionKindOf(strategy.type)
          return kind === undefined ? strategy : { ...strategy, default_config: await retentionStartOf(kind) }
        }),
      ),
  }
}

/** Its key is the type of the configuration. */
function rotationStart(clusterConfig: Configs, kind: RotationKind) {
  const start = rotationConfig(kind)
  return clusterConfig.register({
    key: start.type,
    draft: RotationStartDraft,
    document: RotationConfig,
    default: start,
    complete: (draft) => readRotationConfig(ROTATION_CLASSES[kind], { ...draft, type: draft.type ?? start.type }),
  })
}

function retentionStart(clusterConfig: Configs, kind: RetentionKind) {
  const start = retentionConfig(kind)
  return clusterConfig.register({
    key: start.type,
    draft: RetentionStartDraft,
    document: RetentionConfig,
    default: start,
    complete: (draft) => readRetentionConfig(RETENTION_CLASSES[kind], { ...draft, type: draft.type ?? start.type }),
  })
}
