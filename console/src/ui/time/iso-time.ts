/** The console's only format of instants: `2026-11-22 08:24:01`, in the user's time zone. */

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(zone ?? '')
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  })
  formats.set(zone ?? '', format)
  return format
}

export type TimePrecision = 'day' | 'minute' | 'second' | 'millisecond'
const LENGTHS: Readonly<Record<TimePrecision, number>> = { day: 10, minute: 16, second: 19, millisecond: 23 }

export function isoTime(atMs: number, zone: string | undefined, precision: TimePrecision = 'second'): string {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute, second, fractionalSecond } = parts
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.${fractionalSecond}`.slice(0, LENGTHS[precision])
}
