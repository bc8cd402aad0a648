/** What the alerts of a condition say about it. */

import { isAhead } from '../platform/clock.ts'
import { isOpen, type StoredLegacyAlert } from './alert-store.ts'
import type { StoredCondition } from './condition-store.ts'
import { getConditionType } from './conditions/condition-types.ts'

const MINUTE_MS = 60_000

/** The open one first: one of a time when the wall clock was ahead may seem later. */
export const latestOf = (alerts: readonly StoredLegacyAlert[]): StoredLegacyAlert | undefined =>
  alerts.find(isOpen) ??
  alerts.reduce<StoredLegacyAlert | undefined>(
    (latest, alert) => (latest === undefined || alert.triggered_at >= latest.triggered_at ? alert : latest),
    undefined,
  )

export const graceMs = ({ type, parameters }: Pick<StoredCondition, 'type' | 'parameters'>): number =>
  getConditionType(type).common(parameters).grace * MINUTE_MS

/** The last alert ended less than the grace period ago. */
export function isInGrace(condition: StoredCondition, latest: StoredLegacyAlert | undefined, nowMs: number): boolean {
  if (latest === undefined || isOpen(latest) || latest.resolved_at === null) return false
  const resolvedMs = Date.parse(latest.resolved_at)
  return !isAhead(resolvedMs, nowMs) && nowMs - resolvedMs < graceMs(condition)
}
