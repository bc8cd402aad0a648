/** Checks after how many days the messages of an index set go to cold storage. */
import { LogyardError } from '../../platform/errors.ts'
import type { StoredIndexSet } from './index-set-store.ts'
import { retentionKindOf, rotationKindOf } from './index-strategies.ts'
import { parseRotationPeriod, type RotationPeriod } from './rotation-period.ts'

const coldStorageMissing = () =>
  new LogyardError(
    'invalid',
    'cold-storage-not-configured',
    'There is no cold storage: an administrator of the server sets LOGYARD_COLD_URL, or a storage policy.',
  )
const coldAfterRetention = (days: number, retained: number) =>
  new LogyardError(
    'invalid',
    'cold-after-retention',
    `cold_after_days must be less than the ${retained} days for which the index set retains messages, not ${days}.`,
  )

/** A value that was valid earlier may stay. */
export function checkColdAfter(set: StoredIndexSet, before: StoredIndexSet | undefined, hasColdStorage: boolean): void {
  const days = set.cold_after_days ?? undefined
  if (days === undefined) return
  if (!hasColdStorage && days !== before?.cold_after_days) throw coldStorageMissing()
  const retained = retainedDays(set)
  if (retained !== undefined && days >= retained) throw coldAfterRetention(days, retained)
}

/** Known only where indices are rotated by time. */
function retainedDays(set: StoredIndexSet): number | undefined {
  if (rotationKindOf(set.rotation_strategy_class) !== 'time') return undefined
  if (retentionKindOf(set.retention_strategy_class) === 'none') return undefined
  const period = parseRotationPeriod(set.rotation_strategy.rotation_period ?? '')
  return period && Math.floor(daysOf(period) * set.retention_strategy.max_number_of_indices)
}

const daysOf = ({ years, months, weeks, days, hours, minutes, seconds }: RotationPeriod): number =>
  years * 365 + months * 30 + weeks * 7 + days + hours / 24 + minutes / 1440 + seconds / 86_400
