export const DURATION_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const
export type DurationUnit = (typeof DURATION_UNITS)[number]

export const UNIT_MS: Readonly<Record<DurationUnit, number>> = {
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
}

/** Duration in the largest unit that divides it evenly: 5,400,000 ms is 90 minutes. */
export function splitDuration(valueMs: number): { amount: number; unit: DurationUnit } {
  const unit = DURATION_UNITS.findLast((candidate) => valueMs % UNIT_MS[candidate] === 0) ?? 'seconds'
  return { amount: Math.floor(valueMs / UNIT_MS[unit]), unit }
}
