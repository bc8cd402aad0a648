/** Parses the times of senders to milliseconds since 1970. */
import { isoInstant } from '../iso-date.ts'
import { numberFromText } from '../number-from-text.ts'
import { UTC } from '../time-zone.ts'

/** `hasRest`: the time is more precise than a millisecond. */
export interface Instant {
  readonly ms: number
  readonly hasRest: boolean
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,20}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** The most common form, with milliseconds and in UTC: a fast path. */
const USUAL_LENGTH = '2026-06-15T09:59:58.123Z'.length

/** ISO 8601, even without seconds or time of day, or with a space before the zone; UTC without a zone. */
export function instantFromIso(text: string): Instant | undefined {
  if (text.length === USUAL_LENGTH && text.endsWith('Z')) {
    const ms = isoInstant(text, 0, text.length, UTC)
    if (!Number.isNaN(ms)) return { ms, hasRest: false }
  }
  const match = ISO.exec(text)
  if (match === null) return undefined
  const [, date, minutes = '00:00', seconds = '00', fraction = '0', zone = 'Z'] = match
  const whole = `${date}T${minutes}:${seconds}.${fraction}${zone}`
  const ms = isoInstant(whole, 0, whole.length, UTC)
  return Number.isNaN(ms) ? undefined : { ms, hasRest: /[1-9]/.test(fraction.slice(3)) }
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, distinguished by magnitude. */
export function instantFromEpoch(value: number | bigint): Instant | undefined {
  if (typeof value === 'bigint') return instantFromNanoseconds(value)
  if (!Number.isFinite(value) || value <= 0) return undefined
  if (value < 1e11) return rounded(value * 1e3)
  if (value < 1e14) return rounded(value)
  return value < 1e17 ? rounded(value / 1e3) : instantFromNanoseconds(BigInt(Math.trunc(value)))
}

export function instantFromNanoseconds(nanoseconds: bigint): Instant | undefined {
  if (nanoseconds <= 0n || nanoseconds >= 2n ** 64n) return undefined
  return { ms: Number(nanoseconds / 1_000_000n), hasRest: nanoseconds % 1_000_000n !== 0n }
}

/** The time of a document: a text or a number. */
export function instantFrom(value: unknown): Instant | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return instantFromEpoch(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const iso = instantFromIso(text)
  if (iso !== undefined) return iso
  const number = numberFromText(text)
  return number === undefined ? undefined : instantFromEpoch(number)
}

/** Binary fractions are inexact: a remainder of about a nanosecond is a conversion error. */
function rounded(ms: number): Instant {
  const whole = Math.round(ms)
  const near = Math.abs(ms - whole) < 1e-3
  return near ? { ms: whole, hasRest: false } : { ms: Math.floor(ms), hasRest: true }
}
