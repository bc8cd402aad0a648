/** The values of new index sets as their form has them. */
import type { IndexSetDefaults } from '@logyard/contract/store/index-set-defaults'
import {
  RETENTION_CLASSES,
  type RetentionKind,
  ROTATION_CLASSES,
  type RotationKind,
} from '@logyard/contract/store/index-strategies'
import { normalizePeriod, parsePeriod, periodMs } from '../../ui/time/iso-period.ts'

export const ROTATION_KINDS = ['count', 'size', 'time'] as const satisfies readonly RotationKind[]
export const RETENTION_KINDS = ['delete', 'close', 'none'] as const satisfies readonly RetentionKind[]

export interface DefaultsDraft {
  readonly shards: number
  readonly replicas: number
  readonly index_analyzer: string
  readonly index_optimization_max_num_segments: number
  readonly index_optimization_disabled: boolean
  readonly field_type_refresh_interval: number
  readonly rotation: RotationKind
  readonly max_docs_per_index: number
  readonly max_size: number
  readonly rotation_period: string
  readonly retention: RetentionKind
  readonly max_number_of_indices: number
}

const MIN_PERIOD_MS = 3_600_000
const NO_LIMIT = 2_147_483_647

export function draftOfDefaults(defaults: IndexSetDefaults): DefaultsDraft {
  const { rotation_strategy: rotation, retention_strategy: retention, ...storage } = defaults
  return {
    shards: storage.shards,
    replicas: storage.replicas,
    index_analyzer: storage.index_analyzer,
    index_optimization_max_num_segments: storage.index_optimization_max_num_segments,
    index_optimization_disabled: storage.index_optimization_disabled,
    field_type_refresh_interval: storage.field_type_refresh_interval,
    rotation: ROTATION_KINDS.find((kind) => ROTATION_CLASSES[kind] === storage.rotation_strategy_class) ?? 'count',
    max_docs_per_index: rotation.max_docs_per_index ?? 20_000_000,
    max_size: rotation.max_size ?? 1_073_741_824,
    rotation_period: rotation.rotation_period ?? 'P1D',
    retention: RETENTION_KINDS.find((kind) => RETENTION_CLASSES[kind] === storage.retention_strategy_class) ?? 'none',
    max_number_of_indices: retention.max_number_of_indices === NO_LIMIT ? 20 : retention.max_number_of_indices,
  }
}

export function defaultsOfDraft(draft: DefaultsDraft): IndexSetDefaults {
  const { rotation, retention, max_docs_per_index, max_size, rotation_period, max_number_of_indices, ...storage } =
    draft
  const limits = {
    count: { max_docs_per_index },
    size: { max_size },
    time: { rotation_period: normalizePeriod(rotation_period) },
  }
  return {
    ...storage,
    index_analyzer: storage.index_analyzer.trim(),
    rotation_strategy_class: ROTATION_CLASSES[rotation],
    rotation_strategy: { type: `${ROTATION_CLASSES[rotation]}Config`, ...limits[rotation] },
    retention_strategy_class: RETENTION_CLASSES[retention],
    retention_strategy: {
      type: `${RETENTION_CLASSES[retention]}Config`,
      max_number_of_indices: retention === 'none' ? NO_LIMIT : max_number_of_indices,
    },
  }
}

export function isValidPeriod(text: string): boolean {
  const period = parsePeriod(normalizePeriod(text))
  return period !== undefined && periodMs(period) >= MIN_PERIOD_MS
}

/** Whether each of the texts is valid. */
export const validFields = ({ index_analyzer, rotation, rotation_period }: DefaultsDraft) => ({
  index_analyzer: index_analyzer.trim() !== '',
  rotation_period: rotation !== 'time' || isValidPeriod(rotation_period),
})
