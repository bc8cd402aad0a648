/** Converts between instants and clock times of a time zone. */

const PATTERN = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, format)
  return format
}

/** The clock time as if it were UTC. */
export function wallMs(ms: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(ms)
  const part = (name: Intl.DateTimeFormatPart['type']) => Number(parts.find(({ type }) => type === name)?.value ?? 0)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall + (((ms % 1000) + 1000) % 1000)
}

/** `2021-05-01 10:00:00`, with milliseconds if they are not zero. */
export function wallClock(ms: number, zone: string): string {
  const iso = new Date(wallMs(ms, zone)).toISOString()
  return iso.replace('T', ' ').replace(/(\.000)?Z$/, '')
}

/** The instant at which the clock in the zone shows `wall`; within a gap or an overlap, a nearby one. */
export function instantAt(wall: number, zone: string): number {
  const first = wall - (wallMs(wall, zone) - wall)
  return first - (wallMs(first, zone) - wall)
}

/** Parses a typed date, in the zone unless it has an offset. `undefined` if it is not a date. */
export function parseWallClock(text: string, zone: string): number | undefined {
  const found = PATTERN.exec(text.trim())
  if (found === null) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = found
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  const fields = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const
  const wall = Date.UTC(...fields, ms)
  const date = new Date(wall)
  // Otherwise April 31st would silently become May 1st.
  const isReal =
    date.getUTCMonth() === fields[1] &&
    date.getUTCDate() === fields[2] &&
    fields[3] < 24 &&
    fields[4] < 60 &&
    fields[5] < 60
  if (!isReal) return undefined
  return offset === undefined ? instantAt(wall, zone) : wall - offsetMs(offset)
}

function offsetMs(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000
}
