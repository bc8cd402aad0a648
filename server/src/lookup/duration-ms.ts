import type { DurationUnit } from '@logyard/contract/configured/duration-units'

const MS_OF: Readonly<Record<DurationUnit, number>> = {
  NANOSECONDS: 1e-6,
  MICROSECONDS: 1e-3,
  MILLISECONDS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
}

export const durationMs = (amount: number, unit: DurationUnit): number => amount * MS_OF[unit]
