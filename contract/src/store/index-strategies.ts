/** When an index set starts its next index (rotation), and what happens to its oldest ones (retention). */
import { type Static, Type } from 'typebox'
import { long } from '../http/bounds.ts'
import { ApiError } from '../http/envelope.ts'
import { ignoresUnknown } from '../http/open-parts.ts'
import { inArea, signedIn } from '../http/operation.ts'

const rotationPackage = 'org.graylog2.indexer.rotation.strategies'
const retentionPackage = 'org.graylog2.indexer.retention.strategies'

/** The class names on the wire; a configuration's `type` is its strategy's class with `Config` behind it. */
export const ROTATION_CLASSES = {
  count: `${rotationPackage}.MessageCountRotationStrategy`,
  size: `${rotationPackage}.SizeBasedRotationStrategy`,
  time: `${rotationPackage}.TimeBasedRotationStrategy`,
} as const
export const RETENTION_CLASSES = {
  delete: `${retentionPackage}.DeletionRetentionStrategy`,
  close: `${retentionPackage}.ClosingRetentionStrategy`,
  none: `${retentionPackage}.NoopRetentionStrategy`,
} as const
export type RotationKind = keyof typeof ROTATION_CLASSES
export type RetentionKind = keyof typeof RETENTION_CLASSES

const typeOfStrategy = Type.String({ description: 'The class of the strategy with Config behind it' })
const period = Type.String({ description: 'ISO 8601 period: P1D, PT1H' })

/** Exactly one of the limits is present: that of the type. */
export const RotationConfig = Type.Object(
  {
    type: typeOfStrategy,
    max_docs_per_index: Type.Optional(Type.Integer({ description: 'Count: a fuller index is rotated' })),
    max_size: Type.Optional(Type.Integer({ description: 'Size: in bytes' })),
    rotation_period: Type.Optional(period),
  },
  { title: 'RotationConfig' },
)
export type RotationConfig = Static<typeof RotationConfig>

export const RotationConfigDraft = Type.Object(
  {
    type: typeOfStrategy,
    max_docs_per_index: Type.Optional(long()),
    max_size: Type.Optional(long()),
    rotation_period: Type.Optional(period),
  },
  { title: 'RotationConfigDraft', ...ignoresUnknown },
)
export type RotationConfigDraft = Static<typeof RotationConfigDraft>

export const RetentionConfig = Type.Object(
  {
    type: typeOfStrategy,
    max_number_of_indices: Type.Integer({ description: 'Open indices to retain, including the write index' }),
  },
  { title: 'RetentionConfig' },
)
export type RetentionConfig = Static<typeof RetentionConfig>

export const RetentionConfigDraft = Type.Object(
  { type: typeOfStrategy, max_number_of_indices: Type.Optional(long()) },
  { title: 'RetentionConfigDraft', ...ignoresUnknown },
)
export type RetentionConfigDraft = Static<typeof RetentionConfigDraft>

const JsonSchema = Type.Object(
  {
    type: Type.Literal('object'),
    id: Type.String(),
    properties: Type.Record(Type.String(), Type.Object({ type: Type.String() })),
  },
  { title: 'StrategyConfigSchema' },
)

export const RotationStrategy = Type.Object(
  { type: Type.String({ description: 'Class' }), default_config: RotationConfig, json_schema: JsonSchema },
  { title: 'RotationStrategy' },
)
export type RotationStrategy = Static<typeof RotationStrategy>

export const RetentionStrategy = Type.Object(
  { type: Type.String({ description: 'Class' }), default_config: RetentionConfig, json_schema: JsonSchema },
  { title: 'RetentionStrategy' },
)
export type RetentionStrategy = Static<typeof RetentionStrategy>

const RotationStrategies = Type.Object(
  { total: Type.Integer(), strategies: Type.Array(RotationStrategy) },
  { title: 'RotationStrategies' },
)
const RetentionStrategies = Type.Object(
  { total: Type.Integer(), strategies: Type.Array(RetentionStrategy) },
  { title: 'RetentionStrategies' },
)

const { get } = inArea('indices')

export const listRotationStrategies = get('/system/indices/rotation/strategies', {
  id: 'rotation_strategies.list',
  summary: 'The ways to decide when an index set starts its next index',
  access: signedIn,
  answers: { 200: RotationStrategies },
})

export const getRotationStrategy = get('/system/indices/rotation/strategies/{class}', {
  id: 'rotation_strategies.get',
  summary: 'One of them by its class',
  access: signedIn,
  answers: { 200: RotationStrategy, 404: ApiError },
})

export const listRetentionStrategies = get('/system/indices/retention/strategies', {
  id: 'retention_strategies.list',
  summary: 'Retention strategies for the oldest indices of an index set',
  access: signedIn,
  answers: { 200: RetentionStrategies },
})

export const getRetentionStrategy = get('/system/indices/retention/strategies/{class}', {
  id: 'retention_strategies.get',
  summary: 'One of them by its class',
  access: signedIn,
  answers: { 200: RetentionStrategy, 404: ApiError },
})
