import { zoneOffsetMs } from '@logyard/contract/dates/zone-offset'
import { ENGLISH_MONTHS, type MonthDate, monthDateInstant, readMonthDate } from '../month-date.ts'
import { numberFromText } from '../number-from-text.ts'
import { UTC } from '../time-zone.ts'
import type { SyslogContext, SyslogReading } from './syslog-reading.ts'

/** `%HARDWARE-2-FAN_ERROR`: facility, severity, mnemonic. */
const MNEMONIC = /%[A-Z][A-Z0-9_]{0,60}(?:-[A-Z0-9_]{1,60}){0,4}-[0-7]-[A-Z0-9_]{1,80}/
const ZONE = /^ ([A-Za-z]{1,5}(?:[+-]\d{1,2}(?::?\d\d)?)?|[+-]\d{1,2}:?\d\d)(?=:)/
const HEAD_LENGTH = 300
const MOST_WORDS = 3

/** IOS, NX-OS and ASA, after the priority: `1541800: *Feb 27 06:08:59.485 CET: %HARDWARE-2-FAN_ERROR: text`. */
export function readCisco(text: string, start: number, context: SyslogContext): SyslogReading {
  const colon = text.indexOf(':', start)
  context.fields['sequence_number'] = numberFromText(text.slice(start, colon)) ?? 0
  const headAt = colon + 2
  const mnemonic = MNEMONIC.exec(text.slice(headAt, headAt + HEAD_LENGTH))
  const messageAt = mnemonic === null ? undefined : headAt + mnemonic.index
  const head = readHead(text, headAt, messageAt ?? Math.min(text.length, headAt + HEAD_LENGTH))
  const message = text.slice(messageAt ?? head?.end ?? headAt)
  if (head === undefined) return { timestampMs: context.receivedAtMs, source: hostIn(text, headAt, messageAt), message }
  const timestampMs = monthDateInstant(head.date, UTC, context.receivedAtMs) - head.offsetMs
  return {
    timestampMs: Number.isNaN(timestampMs) ? context.receivedAtMs : timestampMs,
    source: hostIn(text, head.end, messageAt) || head.host,
    message,
  }
}

interface Head {
  readonly date: MonthDate
  readonly offsetMs: number
  /** A word with a colon before the date. */
  readonly host: string
  readonly end: number
}

function readHead(text: string, start: number, limit: number): Head | undefined {
  let at = start
  let host = ''
  for (let word = 0; word <= MOST_WORDS && at < limit; word++) {
    // The mark says that the clock was never set or has lost synchronisation.
    const date = readMonthDate(text, text[at] === '*' || text[at] === '.' ? at + 1 : at, ENGLISH_MONTHS)
    if (date !== undefined) return { date, host, ...readZone(text, date.end) }
    const colon = text.slice(at, limit).indexOf(': ')
    if (colon < 0) return undefined
    const candidate = text.slice(at, at + colon)
    if (host === '' && isHost(candidate)) host = candidate
    at += colon + 2
  }
  return undefined
}

function readZone(text: string, at: number): { readonly offsetMs: number; readonly end: number } {
  const zone = ZONE.exec(text.slice(at, at + 16))
  const colon = at + (zone?.[0].length ?? 0)
  const end = text[colon] === ':' ? colon + 1 : colon
  return { offsetMs: zoneOffsetMs(zone?.[1] ?? '') ?? 0, end: text[end] === ' ' ? end + 1 : end }
}

/** The last word before the mnemonic. */
function hostIn(text: string, from: number, messageAt: number | undefined): string {
  if (messageAt === undefined) return ''
  const word = text.slice(from, messageAt).replaceAll(':', ' ').trim().split(' ').at(-1) ?? ''
  return isHost(word) ? word : ''
}

const isHost = (word: string): boolean => /^[\w.-]{1,255}$/.test(word) && !/^\d+$/.test(word)
