/** A name for the field that a part of a text becomes: from its key, its unit, the word before it, or its kind. */
import type { Span } from './selected-part.ts'
import { shapeOf, type ValueShape } from './value-shape.ts'

const KEY_BEFORE = /(?<![\w.-])([A-Za-z_][\w.-]*)["']?\s?[=:]\s?["'[(]?$/
const WORD_BEFORE = /(?<!\w)([A-Za-z][A-Za-z_]+)\s["'[(]?$/
const ADDRESS_KEY = /ip|addr|host|client|server|src|dst|source|dest|remote|peer|from|to\b/i
/** Not the key of another value, nor the start of a path. */
const WORD_BEHIND = /^\s([A-Za-z][A-Za-z_]+)(?![\w=:/-])/

/** Words that say nothing about the value beside them. */
const EMPTY_WORDS = new Set(
  'a an and are as at be by for from had has have in into is it no not of on or than that the this to was were with after before got new'.split(
    ' ',
  ),
)
const CLIENT_IP = 'client_ip'
const KIND_NAMES: Readonly<Record<ValueShape['kind'], string>> = {
  integer: 'number',
  decimal: 'number',
  quantity: 'amount',
  ip: CLIENT_IP,
  address: 'address',
  uuid: 'uuid',
  mac: 'mac',
  email: 'email',
  url: 'url',
  path: 'path',
  time: 'time',
  level: 'level',
  request: 'request',
  word: 'word',
  name: 'id',
  token: 'value',
  text: 'text',
}
/** Kinds that say more than the word before the value. */
const TELLING = new Set<ValueShape['kind']>([
  'ip',
  'address',
  'uuid',
  'mac',
  'email',
  'url',
  'path',
  'time',
  'level',
  'request',
])
/** Fields that every message has. */
const RESERVED: Readonly<Record<string, string>> = {
  message: 'text',
  source: 'src',
  timestamp: 'time',
  full_message: 'text',
}
const UNITS = /^(?:ns|us|ms|s|sec|secs|seconds|millis|milliseconds|bytes|kb|mb|gb|percent)$/i
const MAX_LENGTH = 40

/** `source`: the sender of the message, which many lines begin with. */
export function fieldNameOf(text: string, part: Span, source?: string): string {
  const before = text.slice(Math.max(0, part.from - 2 * MAX_LENGTH), part.from)
  const behind = text.slice(part.to, part.to + 2 * MAX_LENGTH)
  const value = text.slice(part.from, part.to)
  const { kind } = shapeOf(value)
  if (part.from === 0 && value === source) return 'host'
  const [pair = '', key] = KEY_BEFORE.exec(before) ?? []
  // `nginx: 10.0.0.1` begins with the name of a program.
  const isProgram = kind === 'ip' && !pair.includes('=') && !ADDRESS_KEY.test(pair)
  if (key !== undefined && !/^\d/.test(key) && !isProgram) return sanitized(key)
  if (/\[$/.test(before) && /^\]:/.test(behind) && kind === 'integer') return 'pid'
  if (/^\[\d+\]:/.test(behind)) return 'program'
  const known = nameOfAccessLog(text, part) ?? (SYSLOG_TIME.test(text.slice(0, part.from)) ? 'host' : undefined)
  if (known !== undefined) return known
  if (TELLING.has(kind)) return KIND_NAMES[kind]
  const [word, next] = [WORD_BEFORE.exec(before)?.[1], WORD_BEHIND.exec(behind)?.[1]]
  const isTelling = (found: string | undefined): found is string =>
    found !== undefined && !EMPTY_WORDS.has(found.toLowerCase())
  if (isTelling(word)) {
    return isTelling(next) && UNITS.test(next) ? sanitized(`${word}_${next}`) : sanitized(word)
  }
  const isNumber = kind === 'integer' || kind === 'decimal'
  if (isNumber && isTelling(next)) return sanitized(next)
  return kind === 'quantity' ? quantityName(value) : KIND_NAMES[kind]
}

/** The parts of a line that a web server or proxy writes for a request. */
function nameOfAccessLog(text: string, { from, to }: Span): string | undefined {
  const before = text.slice(0, from)
  const value = text.slice(from, to)
  if (/^[\da-f.:]+ (?:\S+ )?$/i.test(before) && /^[\w.@-]*[A-Za-z][\w.@-]*$/.test(value)) return 'user'
  if (/\bHTTP\/$/.test(before)) return 'http_version'
  if (/ HTTP\/[\d.]+" $/.test(before) && /^[1-5]\d\d$/.test(value)) return 'status'
  if (/ HTTP\/[\d.]+" [1-5]\d\d $/.test(before) && /^\d+$/.test(value)) return 'bytes'
  return /^(?:Mozilla|curl|Wget|Go-http-client|python-requests|okhttp)\//.test(value) ? 'user_agent' : undefined
}

const SYSLOG_TIME = /^(?:<\d+>)?[A-Z][a-z]{2} +\d{1,2} \d{2}:\d{2}:\d{2} $/

const quantityName = (value: string) =>
  /(?:s|m|h|d)$/.test(value) ? 'duration' : value.endsWith('B') ? 'size' : 'value'

function sanitized(name: string): string {
  const clean = name
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase()
    .slice(0, MAX_LENGTH)
  const known = Object.hasOwn(RESERVED, clean) ? RESERVED[clean] : clean
  return known === undefined || known === '' || /^(?:\d|gl2)/.test(known) ? 'value' : known
}

/** A second field of the same name gets a number; a second address need not be that of a client. */
export function uniqueName(wanted: string, taken: Set<string>): string {
  const name = wanted === CLIENT_IP && taken.has(wanted) ? 'ip' : wanted
  let unique = name
  for (let count = 2; taken.has(unique); count += 1) unique = `${name}_${count}`
  taken.add(unique)
  return unique
}
