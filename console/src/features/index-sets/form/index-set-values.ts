/** The values of the index set form: initial values, validation, and what is sent. */
import type { IndexSetDefaults } from '@logyard/contract/store/index-set-defaults'
import { type IndexSet, type IndexSetDraft, MAX_COLD_AFTER_DAYS } from '@logyard/contract/store/index-sets'
import {
  RETENTION_CLASSES,
  type RetentionKind,
  type RetentionStrategy,
  ROTATION_CLASSES,
  type RotationConfigDraft,
  type RotationKind,
  type RotationStrategy,
} from '@logyard/contract/store/index-strategies'
import type { MessageId } from '../../../base/text/catalogues.ts'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import { normalizePeriod, parsePeriod, periodMs } from '../../../ui/time/iso-period.ts'
import {
  parseRetentionTime,
  type RetentionTime,
  retentionDays,
  retentionTimeOf,
  strategiesOf,
} from '../strategies/retention-time.ts'
import { retentionKindOf, rotationKindOf } from '../strategies/strategies.ts'

export interface IndexSetValues {
  readonly title: string
  readonly description: string
  readonly index_prefix: string
  readonly index_analyzer: string
  readonly shards: number
  readonly replicas: number
  readonly index_optimization_max_num_segments: number
  readonly index_optimization_disabled: boolean
  readonly field_type_refresh_interval: number
  /** `time` sends the strategies that `keep` stands for. */
  readonly keep_by: 'time' | 'strategies'
  readonly keep: string
  /** Days after which messages go to cold storage; empty for never. */
  readonly cold_after_days: string
  readonly rotation: RotationKind
  readonly max_docs_per_index: number
  readonly max_size: number
  readonly rotation_period: string
  readonly retention: RetentionKind
  readonly max_number_of_indices: number
}

export type IndexSetFormState = EntityForm<IndexSetValues>

export interface Strategies {
  readonly rotation: readonly RotationStrategy[]
  readonly retention: readonly RetentionStrategy[]
  /** Defaults for a new index set; absent if the user may not read them. */
  readonly defaults?: IndexSetDefaults | undefined
  /** Whether the server has cold storage. */
  readonly hasColdStorage: boolean
}

const MIN_ROTATION_MS = 3_600_000
export const DEFAULT_KEEP = '30 days'

const keptText = ({ unit, amount }: RetentionTime) => `${amount} ${unit}${amount === 1 ? '' : 's'}`

/** The values of the set, or those that new sets start with; the server's start values for the other strategies. */
export function indexSetValues(
  set: IndexSet | undefined,
  { rotation, retention, defaults }: Omit<Strategies, 'hasColdStorage'>,
): IndexSetValues {
  const start = set ?? defaults
  const configs = [
    ...rotation.map(({ default_config }) => default_config),
    ...(start === undefined ? [] : [start.rotation_strategy]),
  ]
  const retentionKind = retentionKindOf(start?.retention_strategy_class ?? '') ?? 'delete'
  const retentionDefault = retention.find(({ type }) => type === RETENTION_CLASSES[retentionKind])?.default_config
  const kept = start === undefined ? undefined : retentionTimeOf(start)
  return {
    title: set?.title ?? '',
    keep_by: start === undefined || kept !== undefined ? 'time' : 'strategies',
    keep: kept === undefined ? (start === undefined ? DEFAULT_KEEP : '') : keptText(kept),
    cold_after_days: `${set?.cold_after_days ?? ''}`,
    description: set?.description ?? '',
    index_prefix: set?.index_prefix ?? '',
    index_analyzer: start?.index_analyzer ?? 'standard',
    shards: start?.shards ?? 4,
    replicas: start?.replicas ?? 0,
    index_optimization_max_num_segments: start?.index_optimization_max_num_segments ?? 1,
    index_optimization_disabled: start?.index_optimization_disabled ?? false,
    field_type_refresh_interval: start?.field_type_refresh_interval ?? 5_000,
    rotation: rotationKindOf(start?.rotation_strategy_class ?? '') ?? 'count',
    max_docs_per_index:
      configs.findLast((config) => config.max_docs_per_index !== undefined)?.max_docs_per_index ?? 20_000_000,
    max_size: configs.findLast((config) => config.max_size !== undefined)?.max_size ?? 1_073_741_824,
    rotation_period: configs.findLast((config) => config.rotation_period !== undefined)?.rotation_period ?? 'P1D',
    retention: retentionKind,
    max_number_of_indices:
      start?.retention_strategy.max_number_of_indices ?? retentionDefault?.max_number_of_indices ?? 20,
  }
}

type Problem = MessageId | false | undefined

/** Errors by field; a valid field has `false` or `undefined`. */
export function indexSetProblems(values: IndexSetValues, isNew: boolean): Readonly<Record<string, Problem>> {
  const { keep_by: keepBy, rotation, retention } = values
  const period = parsePeriod(normalizePeriod(values.rotation_period))
  const isTooShort = period === undefined || periodMs(period) < MIN_ROTATION_MS
  const hasOwn = (isChosen: boolean) => keepBy === 'strategies' && isChosen
  const atLeast = (value: number, min: number) => Number.isInteger(value) && value >= min
  const one = (value: number): Problem => !atLeast(value, 1) && 'indexSets.error.atLeastOne'
  return {
    title: values.title.trim() === '' && 'indexSets.error.required',
    keep: keepBy === 'time' && parseRetentionTime(values.keep) === undefined && 'indexSets.error.keep',
    cold_after_days: coldProblem(values),
    index_prefix: isNew && prefixProblem(values.index_prefix),
    index_analyzer: isNew && values.index_analyzer.trim() === '' && 'indexSets.error.required',
    shards: one(values.shards),
    replicas: !atLeast(values.replicas, 0) && 'indexSets.error.notNegative',
    index_optimization_max_num_segments: one(values.index_optimization_max_num_segments),
    max_docs_per_index: hasOwn(rotation === 'count') && one(values.max_docs_per_index),
    max_size: hasOwn(rotation === 'size') && one(values.max_size),
    rotation_period: hasOwn(rotation === 'time') && isTooShort && 'indexSets.error.period',
    max_number_of_indices: hasOwn(retention !== 'none') && one(values.max_number_of_indices),
  }
}

function coldProblem({ cold_after_days: text, keep, keep_by: keepBy }: IndexSetValues): Problem {
  const days = coldAfterDays(text)
  if (days === null) return undefined
  if (!Number.isInteger(days) || days > MAX_COLD_AFTER_DAYS) return 'indexSets.error.notNegative'
  const time = keepBy === 'time' ? parseRetentionTime(keep) : undefined
  return time !== undefined && days >= retentionDays(time) && 'indexSets.error.cold'
}

/** `NaN` for a text that is no whole number. */
function coldAfterDays(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  return /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN
}

function prefixProblem(prefix: string): MessageId | undefined {
  if (prefix === '') return 'indexSets.error.prefix.empty'
  if (prefix !== prefix.toLowerCase()) return 'indexSets.error.prefix.case'
  if (!/^[a-z0-9]/.test(prefix)) return 'indexSets.error.prefix.start'
  if (!/^[a-z0-9_+-]+$/.test(prefix)) return 'indexSets.error.prefix.characters'
  return undefined
}

/** The settings that can be changed for every index set. */
export function indexSetChange(values: IndexSetValues) {
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    shards: values.shards,
    replicas: values.replicas,
    index_optimization_max_num_segments: values.index_optimization_max_num_segments,
    index_optimization_disabled: values.index_optimization_disabled,
    field_type_refresh_interval: values.field_type_refresh_interval,
    cold_after_days: coldAfterDays(values.cold_after_days),
  }
}

/** For writable sets only: others are never rotated. */
export function strategiesToSend(
  given: IndexSetValues,
  { rotation, retention }: Pick<Strategies, 'rotation' | 'retention'>,
) {
  const values = withKeptTime(given)
  const rotationClass = ROTATION_CLASSES[values.rotation]
  const retentionClass = RETENTION_CLASSES[values.retention]
  const rotationType = rotation.find(({ type }) => type === rotationClass)?.default_config.type
  const retentionDefault = retention.find(({ type }) => type === retentionClass)?.default_config
  const type = retentionDefault?.type ?? `${retentionClass}Config`
  return {
    rotation_strategy_class: rotationClass,
    rotation_strategy: { type: rotationType ?? `${rotationClass}Config`, ...rotationLimit(values) },
    retention_strategy_class: retentionClass,
    retention_strategy:
      values.retention === 'none'
        ? { ...retentionDefault, type }
        : { type, max_number_of_indices: values.max_number_of_indices },
  }
}

function withKeptTime(values: IndexSetValues): IndexSetValues {
  const time = values.keep_by === 'time' ? parseRetentionTime(values.keep) : undefined
  if (time === undefined) return values
  const { period, indices } = strategiesOf(time)
  return {
    ...values,
    rotation: 'time',
    rotation_period: period,
    retention: 'delete',
    max_number_of_indices: indices,
  }
}

function rotationLimit(values: IndexSetValues): Omit<RotationConfigDraft, 'type'> {
  switch (values.rotation) {
    case 'count':
      return { max_docs_per_index: values.max_docs_per_index }
    case 'size':
      return { max_size: values.max_size }
    case 'time':
      return { rotation_period: normalizePeriod(values.rotation_period) }
    default:
      return values.rotation satisfies never
  }
}

export const indexSetDraft = (values: IndexSetValues, strategies: Strategies, nowMs: number): IndexSetDraft => ({
  ...indexSetChange(values),
  ...strategiesToSend(values, strategies),
  index_prefix: values.index_prefix,
  index_analyzer: values.index_analyzer.trim(),
  writable: true,
  creation_date: new Date(nowMs).toISOString(),
})
