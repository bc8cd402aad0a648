import { zoneOffsetMs } from '@logyard/contract/dates/zone-offset'
import { isoInstant } from '../iso-date.ts'
import { UTC } from '../time-zone.ts'
import { type SyslogContext, type SyslogReading, TAKEN_NAMES } from './syslog-reading.ts'

/** FortiOS, after the priority: `date=2017-03-06 time=12:53:10 devname=DEV level=notice msg="two words"`. */
export function readFortigate(text: string, start: number, context: SyslogContext): SyslogReading {
  let at = start
  for (let equals = text.indexOf('=', at); equals >= 0; equals = text.indexOf('=', at)) {
    const key = text.slice(keyStart(text, at, equals), equals)
    const isQuoted = text[equals + 1] === '"'
    const end = isQuoted ? closingQuote(text, equals + 2) : valueEnd(text, equals + 1)
    const value = text.slice(isQuoted ? equals + 2 : equals + 1, end)
    if (key !== '' && !TAKEN_NAMES.has(key)) {
      context.fields[key] = isQuoted && value.includes('\\') ? value.replace(/\\(["\\])/g, '$1') : value
    }
    at = isQuoted ? end + 1 : end
  }
  const source = context.fields['devname']
  return {
    timestampMs: instantOf(context),
    source: typeof source === 'string' ? source : '',
    message: text.slice(start),
  }
}

function instantOf({ fields }: SyslogContext): number | undefined {
  const text = `${fields['date']}T${fields['time']}`
  const instant = isoInstant(text, 0, text.length, UTC) - (zoneOffsetMs(String(fields['tz'])) ?? 0)
  return Number.isNaN(instant) ? undefined : instant
}

/** Keys are short words, so the search for their start is bounded. */
const LONGEST_KEY = 256

function keyStart(text: string, from: number, equals: number): number {
  const first = Math.max(from, equals - LONGEST_KEY)
  let at = equals
  while (at > first && text[at - 1] !== ' ' && text[at - 1] !== '"') at--
  return at
}

/** The position of the closing quote, or the end of a truncated text. */
function closingQuote(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at++
  }
  return text.length
}

function valueEnd(text: string, start: number): number {
  const end = text.indexOf(' ', start)
  return end < 0 ? text.length : end
}
