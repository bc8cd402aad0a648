import { UTC_ZONE } from '../../dates/intl-zone.ts'
import { addUnits } from '../../dates/utc-calendar.ts'
import { type RuleClock, RuleObject, type RuleValue } from '../rule-values.ts'
import { type DateFields, fieldsOfDate } from './date-fields.ts'
import type { RulePeriod } from './rule-period.ts'

/** What local time is ahead of UTC at an instant, and which instant a local time is. */
export interface RuleZone {
  readonly id: string
  offsetAt(instantMs: number): number
  toInstant(localMs: number): number
}

/** Years 0 to 9999 have four digits in texts; stored dates and calendar arithmetic work in this range, too. */
const FIRST_MS = -62_167_219_200_000
const LAST_MS = 253_402_300_799_999

/** An instant, in milliseconds, and the time zone that its calendar fields are read in. */
export class RuleDateTime extends RuleObject {
  readonly instantMs: number
  readonly zone: RuleZone

  /** Throws if the year is not between 0 and 9999. */
  constructor(instantMs: number, zone: RuleZone = UTC_ZONE) {
    super()
    if (!(instantMs >= FIRST_MS && instantMs <= LAST_MS)) throw new Error('The date is outside the years 0 to 9999')
    this.instantMs = instantMs
    this.zone = zone
  }

  property(name: string, clock: RuleClock): RuleValue | undefined {
    switch (name) {
      case 'millis':
        return BigInt(this.instantMs)
      case 'zone':
        return this.zone.id
      case 'afterNow':
        return this.instantMs > clock.nowMs()
      case 'beforeNow':
        return this.instantMs < clock.nowMs()
      default: {
        const fields: Readonly<Partial<Record<string, () => number>>> = this.fields()
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined
        return field === undefined ? undefined : BigInt(field())
      }
    }
  }

  private fields(): DateFields {
    return fieldsOfDate(this.instantMs + this.zone.offsetAt(this.instantMs))
  }

  /** ISO 8601 with milliseconds and offset. */
  toText(): string {
    const offsetMs = this.zone.offsetAt(this.instantMs)
    const local = new Date(this.instantMs + offsetMs).toISOString().slice(0, -1)
    return local.replace(/^[+-]\d\d/, '') + offsetText(offsetMs)
  }

  override equals(other: RuleObject): boolean {
    return other instanceof RuleDateTime && other.instantMs === this.instantMs
  }

  /** Years to days move the local date, smaller units move the instant. `sign` is 1 or -1. */
  plus(period: RulePeriod, sign: 1 | -1): RuleDateTime {
    const { years, months, weeks, days } = period
    let instantMs = this.instantMs
    if (years !== 0 || months !== 0 || weeks !== 0 || days !== 0) {
      const localMs = instantMs + this.zone.offsetAt(instantMs)
      const month = addUnits(localMs, sign * (years * 12 + months), 'month')
      const dayMs = addUnits(month, sign * (weeks * 7 + days), 'day')
      // An unchanged local time keeps its instant, also when it occurs twice.
      if (dayMs !== localMs) instantMs = this.zone.toInstant(dayMs)
    }
    return new RuleDateTime(instantMs + sign * period.timeMs, this.zone)
  }
}

function offsetText(offsetMs: number): string {
  if (offsetMs === 0) return 'Z'
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = seconds % 60 === 0 ? parts.slice(0, 2) : parts
  return (offsetMs < 0 ? '-' : '+') + shown.map((part) => String(part).padStart(2, '0')).join(':')
}
