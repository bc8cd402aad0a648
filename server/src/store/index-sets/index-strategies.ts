/** The rotation and retention strategies: their names on the wire, their defaults, and reading their configurations. */
import {
  RETENTION_CLASSES,
  type RetentionConfig,
  type RetentionConfigDraft,
  type RetentionKind,
  type RetentionStrategy,
  ROTATION_CLASSES,
  type RotationConfig,
  type RotationConfigDraft,
  type RotationKind,
  type RotationStrategy,
} from '@logyard/contract/store/index-strategies'
import { LogyardError } from '../../platform/errors.ts'
import { parseRotationPeriod } from './rotation-period.ts'

const ROTATION_LIMITS = {
  count: { key: 'max_docs_per_index', type: 'integer', start: 20_000_000 },
  size: { key: 'max_size', type: 'integer', start: 1_073_741_824 },
  time: { key: 'rotation_period', type: 'string', start: 'P1D' },
} as const
const RETENTION_STARTS: Readonly<Record<RetentionKind, number>> = { delete: 20, close: 20, none: 2_147_483_647 }

const rotationKinds = ['count', 'size', 'time'] as const satisfies readonly RotationKind[]
const retentionKinds = ['delete', 'close', 'none'] as const satisfies readonly RetentionKind[]

/** `undefined` for a class that this program does not know. */
export const rotationKindOf = (strategyClass: string): RotationKind | undefined =>
  rotationKinds.find((kind) => ROTATION_CLASSES[kind] === strategyClass)
export const retentionKindOf = (strategyClass: string): RetentionKind | undefined =>
  retentionKinds.find((kind) => RETENTION_CLASSES[kind] === strategyClass)

const strategyRefused = (reason: string) => new LogyardError('invalid', 'index-strategy-refused', reason)
const rotationStrategyNotFound = (strategyClass: string) =>
  new LogyardError(
    'not-found',
    'index-strategy-not-found',
    `Couldn't find rotation strategy for given type ${strategyClass}`,
  )
const retentionStrategyNotFound = (strategyClass: string) =>
  new LogyardError(
    'not-found',
    'index-strategy-not-found',
    `Couldn't find retention strategy for given type ${strategyClass}`,
  )

export const rotationConfig = (kind: RotationKind, limit: number | string = ROTATION_LIMITS[kind].start) =>
  ({ type: `${ROTATION_CLASSES[kind]}Config`, [ROTATION_LIMITS[kind].key]: limit }) satisfies RotationConfig
export const retentionConfig = (kind: RetentionKind, limit = RETENTION_STARTS[kind]): RetentionConfig => ({
  type: `${RETENTION_CLASSES[kind]}Config`,
  max_number_of_indices: limit,
})

/** `org.a.b.CConfig` as `urn:jsonschema:org:a:b:CConfig`. */
const schemaId = (configType: string) => `urn:jsonschema:${configType.replaceAll('.', ':')}`
const jsonSchema = (configType: string, key: string, type: string) => ({
  type: 'object' as const,
  id: schemaId(configType),
  properties: { type: { type: 'string' }, [key]: { type } },
})

export const rotationStrategies: readonly RotationStrategy[] = rotationKinds.map((kind) => {
  const default_config = rotationConfig(kind)
  const { key, type } = ROTATION_LIMITS[kind]
  return { type: ROTATION_CLASSES[kind], default_config, json_schema: jsonSchema(default_config.type, key, type) }
})
export const retentionStrategies: readonly RetentionStrategy[] = retentionKinds.map((kind) => {
  const default_config = retentionConfig(kind)
  const json_schema = jsonSchema(default_config.type, 'max_number_of_indices', 'integer')
  return { type: RETENTION_CLASSES[kind], default_config, json_schema }
})

export function getRotationStrategy(strategies: readonly RotationStrategy[], strategyClass: string): RotationStrategy {
  const strategy = strategies.find(({ type }) => type === strategyClass)
  if (strategy === undefined) throw rotationStrategyNotFound(strategyClass)
  return strategy
}

export function getRetentionStrategy(
  strategies: readonly RetentionStrategy[],
  strategyClass: string,
): RetentionStrategy {
  const strategy = strategies.find(({ type }) => type === strategyClass)
  if (strategy === undefined) throw retentionStrategyNotFound(strategyClass)
  return strategy
}

/** Refuses a configuration that would never rotate, or that belongs to another strategy. */
export function readRotationConfig(strategyClass: string, draft: RotationConfigDraft): RotationConfig {
  const kind = rotationKindOf(strategyClass)
  if (kind === undefined) throw strategyRefused(`There is no rotation strategy ${strategyClass}.`)
  checkType(strategyClass, draft.type)
  const { key } = ROTATION_LIMITS[kind]
  const limit = draft[key]
  if (limit === undefined) throw strategyRefused(`rotation_strategy needs ${key}.`)
  if (kind !== 'time') return rotationConfig(kind, readLimit(key, Number(limit)))
  const period = String(limit)
  if (parseRotationPeriod(period) === undefined) {
    throw strategyRefused(`${key} must be an ISO 8601 period of a second or more, not ${period}.`)
  }
  return rotationConfig(kind, period)
}

export function readRetentionConfig(strategyClass: string, draft: RetentionConfigDraft): RetentionConfig {
  const kind = retentionKindOf(strategyClass)
  if (kind === undefined) throw strategyRefused(`There is no retention strategy ${strategyClass}.`)
  checkType(strategyClass, draft.type)
  const limit = draft.max_number_of_indices
  return limit === undefined ? retentionConfig(kind) : retentionConfig(kind, readLimit('max_number_of_indices', limit))
}

function checkType(strategyClass: string, configType: string): void {
  if (configType === `${strategyClass}Config`) return
  throw strategyRefused(`The configuration ${configType} does not belong to the strategy ${strategyClass}.`)
}

function readLimit(key: string, limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw strategyRefused(`${key} must be a whole number from 1 on, not ${limit}.`)
  }
  return limit
}
