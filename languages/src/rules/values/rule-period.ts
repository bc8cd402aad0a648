import { RuleObject, type RuleValue } from '../rule-values.ts'

const UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'millis'] as const

type PeriodUnit = (typeof UNITS)[number]

const NUMBER = '([-+]?\\d{1,10})'
const TEXT = new RegExp(
  `^P(?:${NUMBER}Y)?(?:${NUMBER}M)?(?:${NUMBER}W)?(?:${NUMBER}D)?` +
    `(T(?:${NUMBER}H)?(?:${NUMBER}M)?(?:([-+]?)(\\d{0,10})(?:\\.(\\d{1,9}))?S)?)?$`,
  'i',
)

/** A number of years, months and so on, each for itself: a month has no length until it is added to a date. */
export class RulePeriod extends RuleObject {
  readonly years: number
  readonly months: number
  readonly weeks: number
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
  readonly millis: number

  constructor(values: Readonly<Partial<Record<PeriodUnit, number>>>) {
    super()
    this.years = fieldOf(values.years)
    this.months = fieldOf(values.months)
    this.weeks = fieldOf(values.weeks)
    this.days = fieldOf(values.days)
    this.hours = fieldOf(values.hours)
    this.minutes = fieldOf(values.minutes)
    this.seconds = fieldOf(values.seconds)
    this.millis = fieldOf(values.millis)
  }

  /** Reads ISO 8601: `P1YT1M`, `P-1W`, `PT1.5S`. Undefined if the text is something else. */
  static parse(text: string): RulePeriod | undefined {
    const match = TEXT.exec(text)
    if (match === null || text.length < 3 || /[PT]$/i.test(text)) return undefined
    const [, years, months, weeks, days, , hours, minutes, sign = '', seconds, fraction] = match
    if (seconds === '' && fraction === undefined) return undefined
    const of = (digits: string | undefined) => Number(digits ?? 0)
    return new RulePeriod({
      years: of(years),
      months: of(months),
      weeks: of(weeks),
      days: of(days),
      hours: of(hours),
      minutes: of(minutes),
      seconds: of(`${sign}${seconds || '0'}`),
      millis: of(`${sign}${(fraction ?? '').padEnd(3, '0').slice(0, 3)}`),
    })
  }

  /** The length of hours, minutes, seconds and milliseconds. */
  get timeMs(): number {
    return this.hours * 3_600_000 + this.minutes * 60_000 + this.seconds * 1000 + this.millis
  }

  /** Adds each unit for itself. `sign` is 1 or -1. */
  plus(other: RulePeriod, sign: 1 | -1): RulePeriod {
    return new RulePeriod(Object.fromEntries(UNITS.map((unit) => [unit, this[unit] + sign * other[unit]])))
  }

  negated(): RulePeriod {
    return new RulePeriod({}).plus(this, -1)
  }

  property(name: string): RuleValue | undefined {
    const unit = UNITS.find((known) => known === name)
    return unit === undefined ? undefined : BigInt(this[unit])
  }

  toText(): string {
    const { years, months, weeks, days, hours, minutes } = this
    const date = `${part(years, 'Y')}${part(months, 'M')}${part(weeks, 'W')}${part(days, 'D')}`
    const time = `${part(hours, 'H')}${part(minutes, 'M')}${secondsText(this.seconds * 1000 + this.millis)}`
    return date === '' && time === '' ? 'PT0S' : `P${date}${time === '' ? '' : `T${time}`}`
  }
}

/** Each unit is a whole number of 32 bits; -0 would be written as `0` but is not equal to it everywhere. */
function fieldOf(value = 0): number {
  if (!(Number.isInteger(value) && Math.abs(value) <= 2 ** 31)) throw new Error('The period is too long')
  return value === 0 ? 0 : value
}

const part = (value: number, letter: string): string => (value === 0 ? '' : `${value}${letter}`)

function secondsText(ms: number): string {
  if (ms === 0) return ''
  const whole = Math.trunc(Math.abs(ms) / 1000)
  const millis = Math.abs(ms) % 1000
  return `${ms < 0 ? '-' : ''}${whole}${millis === 0 ? '' : `.${String(millis).padStart(3, '0')}`}S`
}
