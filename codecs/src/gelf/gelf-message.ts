import type { DecodedMessage, FieldValue } from '../codec.ts'
import { FieldMap } from '../field-map.ts'
import { type JsonObject, wholeNumber } from '../json-text.ts'
import { numberFromText } from '../number-from-text.ts'
import { gelfFieldName } from './gelf-names.ts'
import { type GelfScalar, type GelfValues, ROUNDED } from './gelf-values.ts'

/** Why a document is not a valid message. */
export type GelfRefusal = 'host-invalid' | 'message-missing' | 'message-invalid'

/** The message of a GELF document, or `ROUNDED` if it must be parsed again to keep all digits. */
export function gelfMessage(
  document: JsonObject,
  values: GelfValues,
  receivedAtMs: number,
): DecodedMessage | GelfRefusal | typeof ROUNDED {
  const source = sourceOf(document)
  if (source === undefined) return 'host-invalid'
  const message = messageText(document)
  if (message === undefined) return 'message-missing'
  if (typeof message !== 'string' || isBlank(message)) return 'message-invalid'
  const fields = new FieldMap()
  if (!addKnown(fields, document, values) || !addOthers(fields, document, values)) return ROUNDED
  return { timestampMs: timestampMs(document['timestamp'], receivedAtMs), source, message, fields }
}

/** '' if the host is missing, undefined if it is invalid. */
function sourceOf(document: JsonObject): string | undefined {
  const host = document['host']
  if (typeof host === 'string') return isBlank(host) ? undefined : host
  if (host !== undefined && host !== null) return undefined
  const source = document['_source']
  return typeof source === 'string' ? source : ''
}

function messageText(document: JsonObject): unknown {
  const short = document['short_message']
  const long = document['message']
  if (short === undefined || short === null) return long ?? undefined
  if (typeof short !== 'string' || !isBlank(short)) return short
  return typeof long === 'string' && !isBlank(long) ? long : short
}

/** Most texts begin with a visible character; only the others need trimming. */
const isBlank = (text: string): boolean => !(text.charCodeAt(0) > 32) && text.trim() === ''

/** Seconds since 1970 with any fraction. */
function timestampMs(value: unknown, receivedAtMs: number): number {
  if (value === undefined) return receivedAtMs
  const number = typeof value === 'string' ? numberFromText(value) : (wholeNumber(value) ?? value)
  const isNumber = typeof number === 'number' || typeof number === 'bigint'
  const ms = isNumber ? Math.round(Number(number) * 1000) : 0
  return ms > 0 && ms <= LAST_INSTANT_MS ? ms : receivedAtMs
}
const LAST_INSTANT_MS = 8_640_000_000_000_000

/** Returns false if a number has lost digits. */
function addKnown(fields: FieldMap, document: JsonObject, values: GelfValues): boolean {
  const level = values.scalar('level', document['level'])
  const line = values.scalar('line', document['line'])
  const number = levelOf(level)
  if (number !== undefined) fields['level'] = number
  const lineNumber = positiveNumber(line)
  if (lineNumber !== undefined) fields['line'] = lineNumber
  for (const name of TEXTS) {
    const value = document[name]
    if (value === undefined) continue
    const text = values.scalar(name, value)
    if (text === ROUNDED) return false
    if (text !== undefined && text !== '') fields[name] = String(text)
  }
  return level !== ROUNDED && line !== ROUNDED
}
const TEXTS = ['facility', 'file', 'full_message'] as const

const levelOf = (value: GelfScalar): FieldValue | undefined =>
  positiveNumber(value) ?? (typeof value === 'string' ? value : undefined)

function positiveNumber(value: GelfScalar): number | bigint | undefined {
  const number = typeof value === 'string' ? numberFromText(value) : value
  return (typeof number === 'number' || typeof number === 'bigint') && number >= 0 ? number : undefined
}

function addOthers(fields: FieldMap, document: JsonObject, values: GelfValues): boolean {
  for (const key in document) {
    const name = gelfFieldName(key)
    if (name === '' || fields[name] !== undefined) continue
    const json = document[key]
    const value = typeof json === 'string' ? json : values.scalar(key, json)
    if (value === ROUNDED) return false
    if (value !== undefined) fields[name] = value
  }
  return true
}
