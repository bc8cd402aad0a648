import type { Codec, Decoded, DecodedMessage, FieldValue, RawMessage } from '../codec.ts'
import { booleanField, booleanSetting, type Configuration, textField, textSetting } from '../config-fields.ts'
import { FieldMap } from '../field-map.ts'
import { numberFromText } from '../number-from-text.ts'
import { facilityText, priorityOf } from '../syslog/syslog-priority.ts'
import { textOf } from '../text-of.ts'
import { findTimeZone, type TimeZone } from '../time-zone.ts'
import { withSource } from '../with-source.ts'
import { type CefDateContext, cefInstant, monthNames } from './cef-date.ts'
import { type CefExtensions, readCefExtensions } from './cef-extensions.ts'
import { type CefHeader, readCefHeader } from './cef-header.ts'
import { CEF_KEYS, type CefType } from './cef-keys.ts'

/** ArcSight's Common Event Format, with or without a syslog header. `zone` is the server's. */
export function createCefCodec({ zone }: { readonly zone: TimeZone }): Codec {
  return {
    id: 'CEF',
    name: '',
    configuration: {
      timezone: textField(
        {
          label: 'Timezone',
          description: 'Time zone for dates without one',
          isOptional: false,
        },
        zone.id,
      ),
      locale: textField(
        {
          label: 'Locale',
          description: 'Language of the names of months, such as en or de; English is always read',
          isOptional: true,
        },
        '',
      ),
      use_full_names: booleanField(
        { label: 'Use full field names', description: 'sourceAddress instead of src' },
        false,
      ),
    },
    create: (configuration) => withSource({}, createDecode(zone, configuration)),
  }
}

function createDecode(serverZone: TimeZone, configuration: Configuration) {
  const zone = findTimeZone(textSetting(configuration, 'timezone') ?? serverZone.id) ?? serverZone
  const months = monthNames(textSetting(configuration, 'locale'))
  const useFullNames = booleanSetting(configuration, 'use_full_names', false)
  return ({ payload, receivedAtMs }: RawMessage): Decoded => {
    const text = textOf(payload)
    const begin = START.exec(text)
    if (begin === null) return NOT_CEF
    const header = readCefHeader(text, begin.index + begin[0].length)
    if (header === undefined) return BROKEN_HEADER
    const dates = { zone, months, receivedAtMs }
    const head = readHead(text.slice(0, begin.index), dates)
    if (head === undefined) return BROKEN_DATE
    const extensions = readCefExtensions(text, header.end)
    const source = extensions.values.get('dvc') || head.host
    const message = eventMessage(header, head.priority, { timestampMs: head.timestampMs, source })
    addExtensions(message, extensions, dates, useFullNames)
    return { ok: true, messages: [message] }
  }
}

const START = /CEF:\s?\d{1,3}\|/
const NOT_CEF: Decoded = { ok: false, reason: 'not-cef', detail: 'CEF:0| is missing' }
const BROKEN_HEADER: Decoded = { ok: false, reason: 'broken-header', detail: 'The CEF header has fewer than 7 parts' }
const BROKEN_DATE: Decoded = {
  ok: false,
  reason: 'broken-date',
  detail: 'The text before CEF: is not a date and a host',
}

interface Head {
  readonly priority: number
  readonly timestampMs: number
  readonly host: string
}

/** The header before `CEF:`: an optional priority, then optionally a date and a host. */
function readHead(text: string, dates: CefDateContext): Head | undefined {
  const priority = priorityOf(text)
  const rest = text.slice(priority < 0 ? 0 : text.indexOf('>') + 1).trim()
  if (rest === '') return { priority, timestampMs: dates.receivedAtMs, host: '' }
  const space = rest.lastIndexOf(' ')
  const timestampMs = cefInstant(rest.slice(0, Math.max(space, 0)).trimEnd(), dates)
  return Number.isNaN(timestampMs) ? undefined : { priority, timestampMs, host: rest.slice(space + 1) }
}

function eventMessage(
  { vendor, product, version, eventClassId, name, severity }: CefHeader,
  priority: number,
  { timestampMs, source }: Pick<DecodedMessage, 'timestampMs' | 'source'>,
): DecodedMessage {
  const fields = new FieldMap()
  if (priority >= 0) {
    fields['level'] = priority & 7
    fields['facility'] = facilityText(priority >> 3)
  }
  fields['device_vendor'] = vendor
  fields['device_product'] = product
  fields['device_version'] = version
  fields['event_class_id'] = eventClassId
  fields['name'] = name
  fields['severity'] = severity
  return { timestampMs, source, message: `${product}: [${eventClassId}, ${severity}] ${name}`, fields }
}

/** Names that extensions cannot set. */
const TAKEN = new Set(['message', 'source', 'timestamp'])

function addExtensions(
  message: DecodedMessage,
  { values, labels }: CefExtensions,
  dates: CefDateContext,
  useFullNames: boolean,
): void {
  const { fields } = message
  for (const [key, text] of values) {
    const known = CEF_KEYS.get(key)
    const value = converted(text, known?.type ?? 'text', dates)
    if (value === undefined) continue
    const label = fieldNameOf(labels.get(key))
    const name = label ?? (useFullNames ? known?.fullName : undefined) ?? key
    if (key === 'msg' && name === 'message') message.message = text
    else if (!TAKEN.has(name) && fields[name] === undefined) fields[name] = value
    else if (fields[key] === undefined && !TAKEN.has(key)) fields[key] = value
  }
}

/** Labels may contain spaces, field names may not. */
function fieldNameOf(label: string | undefined): string | undefined {
  return label === undefined || label === '' ? undefined : label.replace(/[^\w.@-]+/g, '_')
}

/** Returns undefined if the text does not have the type of its key. */
function converted(text: string, type: CefType, dates: CefDateContext): FieldValue | undefined {
  if (type === 'text') return text
  if (type === 'time') {
    const instant = new Date(cefInstant(text, dates))
    return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
  }
  const number = numberFromText(text)
  return type === 'real' || typeof number === 'bigint' || Number.isInteger(number) ? number : undefined
}
