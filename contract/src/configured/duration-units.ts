/** Lengths of time, as caches and data adapters write them: a number and a unit. */
import { type Static, Type } from 'typebox'
import { nullable } from '../http/envelope.ts'

export const DURATION_UNITS = [
  'NANOSECONDS',
  'MICROSECONDS',
  'MILLISECONDS',
  'SECONDS',
  'MINUTES',
  'HOURS',
  'DAYS',
] as const
export const DurationUnit = Type.Enum(DURATION_UNITS, { title: 'DurationUnit' })
export type DurationUnit = (typeof DURATION_UNITS)[number]

/** A property that may be null, or missing. */
export const optionalUnit = Type.Optional(nullable(DurationUnit))
export type OptionalUnit = Static<typeof optionalUnit>
