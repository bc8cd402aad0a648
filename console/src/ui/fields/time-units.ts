import { DURATION_UNITS, type DurationUnit } from '@logyard/contract/configured/duration-units'

export const isTimeUnit = (value: unknown): value is DurationUnit => DURATION_UNITS.some((unit) => unit === value)

/** Units that forms offer; shorter ones are shown only where they are stored. */
export const OFFERED_UNITS: readonly DurationUnit[] = DURATION_UNITS.slice(2)
