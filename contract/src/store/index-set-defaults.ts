/** Configuration documents: the values that new index sets start with. */
import { type Static, Type } from 'typebox'
import { int, long } from '../http/bounds.ts'
import {
  RETENTION_CLASSES,
  RetentionConfig,
  RetentionConfigDraft,
  ROTATION_CLASSES,
  RotationConfig,
  RotationConfigDraft,
} from './index-strategies.ts'

/** Logyard only. */
export const INDEX_SET_DEFAULTS_KEY = 'org.logyard.indices.IndexSetDefaults'
export const INDEX_MANAGEMENT_KEY = 'org.graylog2.indexer.management.IndexManagementConfig'

const MAX_NAME = 200
const rotationClass = Type.Union([
  Type.Literal(ROTATION_CLASSES.count),
  Type.Literal(ROTATION_CLASSES.size),
  Type.Literal(ROTATION_CLASSES.time),
])
const retentionClass = Type.Union([
  Type.Literal(RETENTION_CLASSES.delete),
  Type.Literal(RETENTION_CLASSES.close),
  Type.Literal(RETENTION_CLASSES.none),
])

const storage = {
  shards: int({ minimum: 1 }),
  replicas: int({ minimum: 0 }),
  index_analyzer: Type.String({ minLength: 1, maxLength: MAX_NAME, pattern: '\\S' }),
  index_optimization_max_num_segments: int({ minimum: 1 }),
  index_optimization_disabled: Type.Boolean(),
  field_type_refresh_interval: int({ minimum: 1000, description: 'In milliseconds' }),
  rotation_strategy_class: rotationClass,
  retention_strategy_class: retentionClass,
}

export const IndexSetDefaults = Type.Object(
  { ...storage, rotation_strategy: RotationConfig, retention_strategy: RetentionConfig },
  { title: 'IndexSetDefaults', additionalProperties: false },
)
export type IndexSetDefaults = Static<typeof IndexSetDefaults>

export const IndexSetDefaultsDraft = Type.Object(
  { ...storage, rotation_strategy: RotationConfigDraft, retention_strategy: RetentionConfigDraft },
  { title: 'IndexSetDefaultsDraft', additionalProperties: false },
)

/** The strategies of new index sets by their classes: a part of the defaults. */
export const IndexManagementConfig = Type.Object(
  { rotation_strategy: rotationClass, retention_strategy: retentionClass },
  { title: 'IndexManagementConfig', additionalProperties: false },
)

/** The value that a strategy starts with when a form chooses it. Its key is the type of its configuration. */
const type = Type.Optional(Type.String({ maxLength: MAX_NAME }))
export const RotationStartDraft = Type.Object(
  {
    type,
    max_docs_per_index: Type.Optional(long()),
    max_size: Type.Optional(long()),
    rotation_period: Type.Optional(Type.String({ maxLength: MAX_NAME })),
  },
  { title: 'RotationStartDraft', additionalProperties: false },
)
export const RetentionStartDraft = Type.Object(
  { type, max_number_of_indices: long() },
  { title: 'RetentionStartDraft', additionalProperties: false },
)
