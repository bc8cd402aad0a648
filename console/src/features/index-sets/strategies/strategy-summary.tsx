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

/** `20 indices of 20,000,000 messages`. */
function IndicesKept({ indexSet }: { indexSet: IndexSet }) {
  const t = useText()
  const bytes = useBytes()
  const periodText = usePeriodText()
  const { rotation_strategy: config, rotation_strategy_class: strategy, retention_strategy: retention } = indexSet
  const count = retention.max_number_of_indices
  const kind = rotationKindOf(strategy)
  switch (kind) {
    case 'count':
      return t('indexSets.kept.byCount', { count, max: config.max_docs_per_index ?? 0 })
    case 'size':
      return t('indexSets.kept.bySize', { count, size: bytes(config.max_size ?? 0) })
    case 'time': {
      const period = config.rotation_period ?? ''
      return t('indexSets.kept.byTime', { count, period: periodText(period) ?? period })
    }
    case undefined:
      return t('indexSets.strategy.unknown', { strategy })
    default:
      return kind satisfies never
  }
}

/** The rotation strategy in words. */
export function RotationSummary({ indexSet }: { indexSet: IndexSet }) {
  const t = useText()
  const bytes = useBytes()
  const periodText = usePeriodText()
  const { rotation_strategy: config, rotation_strategy_class: strategy } = indexSet
  const kind = rotationKindOf(strategy)
  switch (kind) {
    case 'count':
      return t('indexSets.rotation.count.says', { max: config.max_docs_per_index ?? 0 })
    case 'size':
      return t('indexSets.rotation.size.says', { max: config.max_size ?? 0, size: bytes(config.max_size ?? 0) })
    case 'time': {
      const period = config.rotation_period ?? ''
      return t('indexSets.rotation.time.says', { period, words: periodText(period) ?? period })
    }
    case undefined:
      return t('indexSets.strategy.unknown', { strategy })
    default:
      return kind satisfies never
  }
}

/** The retention strategy in words. */
export function RetentionSummary({ indexSet }: { indexSet: IndexSet }) {
  const t = useText()
  const { retention_strategy: config, retention_strategy_class: strategy } = indexSet
  const kind = retentionKindOf(strategy)
  if (kind === undefined) return t('indexSets.strategy.unknown', { strategy })
  return t(`indexSets.retention.${kind}.says`, { max: config.max_number_of_indices })
}
