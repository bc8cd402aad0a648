import type { IndexSet } from '@logyard/contract/store/index-sets'
import { useText } from '../../../base/text/text.tsx'
import { usePeriodText } from '../../../ui/time/use-period-text.ts'
import { useBytes } from '../../../ui/use-bytes.ts'
import { retentionTimeOf } from './retention-time.ts'
import { retentionKindOf, rotationKindOf } from './strategies.ts'

/** How long the set keeps messages; its strategies in words where they keep no number of days. */
export function LifecycleSummary({ indexSet }: { indexSet: IndexSet }) {
  const t = useText()
  const kept = retentionTimeOf(indexSet)
  if (!indexSet.writable) return t('indexSets.kept.readOnly')
  if (retentionKindOf(indexSet.retention_strategy_class) === 'none') return t('indexSets.kept.forever')
  if (kept !== undefined) return t(`indexSets.kept.${kept.unit}`, { amount: kept.amount })
  return <IndicesKept indexSet={indexSet} />
}

/** The kind of the rotation, and its limit as the texts show it. */
function useRotation({ rotation_strategy: config, rotation_strategy_class: strategy }: IndexSet) {
  const bytes = useBytes()
  const periodText = usePeriodText()
  const kind = rotationKindOf(strategy)
  const max = (kind === 'size' ? config.max_size : config.max_docs_per_index) ?? 0
  const period = config.rotation_period ?? ''
  return { kind, limit: { max, size: bytes(max), period, words: periodText(period) ?? period } }
}

const KEPT_BY = {
  count: 'indexSets.kept.byCount',
  size: 'indexSets.kept.bySize',
  time: 'indexSets.kept.byTime',
} as const

/** `20 indices of 20,000,000 messages`. */
function IndicesKept({ indexSet }: { indexSet: IndexSet }) {
  const t = useText()
  const { kind, limit } = useRotation(indexSet)
  if (kind === undefined) return t('indexSets.strategy.unknown', { strategy: indexSet.rotation_strategy_class })
  return t(KEPT_BY[kind], { ...limit, count: indexSet.retention_strategy.max_number_of_indices, period: limit.words })
}

/** The rotation strategy in words. */
export function RotationSummary({ indexSet }: { indexSet: IndexSet }) {
  const t = useText()
  const { kind, limit } = useRotation(indexSet)
  if (kind === undefined) return t('indexSets.strategy.unknown', { strategy: indexSet.rotation_strategy_class })
  return t(`indexSets.rotation.${kind}.says`, limit)
}

/** The retention strategy in words. */
export function RetentionSummary({ indexSet }: { indexSet: IndexSet }) {
  const t = useText()
  const { retention_strategy: config, retention_strategy_class: strategy } = indexSet
  const kind = retentionKindOf(strategy)
  if (kind === undefined) return t('indexSets.strategy.unknown', { strategy })
  return t(`indexSets.retention.${kind}.says`, { max: config.max_number_of_indices })
}
