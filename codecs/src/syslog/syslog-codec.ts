import type { Codec, Decoded, RawMessage } from '../codec.ts'
import { booleanField, booleanSetting, type Configuration, overrideSourceField } from '../config-fields.ts'
import { isDigitAt } from '../date-digits.ts'
import { FieldMap } from '../field-map.ts'
import { textOf } from '../text-of.ts'
import type { TimeZone } from '../time-zone.ts'
import { withSource } from '../with-source.ts'
import { readBsd } from './read-bsd.ts'
import { readCisco } from './read-cisco.ts'
import { readFortigate } from './read-fortigate.ts'
import { readStructured } from './read-structured.ts'
import { facilityText, priorityOf } from './syslog-priority.ts'
import type { SyslogContext, SyslogReading } from './syslog-reading.ts'

export interface SyslogCodecDeps {
  /** The server's time zone, for dates without one. */
  readonly zone: TimeZone
  /** The host name of an address for `force_rdns`, if it is already known: decoding never waits. */
  readonly hostNameOf: (address: string) => string | undefined
}

/** RFC 3164 and 5424, Cisco and FortiGate, detected for each line. */
export function createSyslogCodec(deps: SyslogCodecDeps): Codec {
  return {
    id: 'syslog',
    name: 'Syslog',
    configuration: {
      override_source: overrideSourceField,
      force_rdns: booleanField(
        { label: 'Force rDNS?', description: 'The source is the name of the sender’s address, where it has one' },
        false,
      ),
      allow_override_date: booleanField(
        {
          label: 'Allow overriding date?',
          description: 'A line without a date gets the time at which it was received',
        },
        true,
      ),
      store_full_message: booleanField(
        { label: 'Store full message?', description: 'Stores the whole line as full_message' },
        false,
      ),
      expand_structured_data: booleanField(
        {
          label: 'Expand structured data?',
          description: 'The names of structured data begin with the id of their element, as in id_name',
        },
        false,
      ),
    },
    create: (configuration) => withSource(configuration, createDecode(deps, configuration)),
  }
}

function createDecode({ zone, hostNameOf }: SyslogCodecDeps, configuration: Configuration) {
  const forceRdns = booleanSetting(configuration, 'force_rdns', false)
  const allowOverrideDate = booleanSetting(configuration, 'allow_override_date', true)
  const storeFullMessage = booleanSetting(configuration, 'store_full_message', false)
  const expandStructuredData = booleanSetting(configuration, 'expand_structured_data', false)
  return ({ payload, receivedAtMs, remoteAddress }: RawMessage): Decoded => {
    const text = withoutEnd(textOf(payload))
    const fields = new FieldMap()
    const priority = priorityOf(text)
    const facility = priority < 0 ? -1 : priority >> 3
    fields['facility'] = facilityText(facility)
    fields['facility_num'] = facility
    fields['level'] = priority < 0 ? -1 : priority & 7
    const context = { receivedAtMs, zone, expandStructuredData, fields }
    const reading = priority < 0 ? { timestampMs: undefined, source: '', message: text } : readLine(text, context)
    if (reading === undefined) return BROKEN_DATE
    if (reading.timestampMs === undefined && !allowOverrideDate) return NO_DATE
    if (storeFullMessage) fields['full_message'] = text
    const source = (forceRdns ? hostNameOf(remoteAddress) : undefined) ?? reading.source
    const timestampMs = reading.timestampMs ?? receivedAtMs
    return { ok: true, messages: [{ timestampMs, source, message: reading.message, fields }] }
  }
}

const BROKEN_DATE: Decoded = {
  ok: false,
  reason: 'broken-date',
  detail: 'The line begins with digits that are no date',
}
const NO_DATE: Decoded = {
  ok: false,
  reason: 'no-date',
  detail: 'The line has no date, and none may be made up for it',
}

/** Reads a line with a priority, in the dialect that the rest shows. */
function readLine(text: string, context: SyslogContext): SyslogReading | undefined {
  const start = text.indexOf('>') + 1
  let end = start
  while (isDigitAt(text, end)) end++
  const digits = end - start
  if (digits >= 1 && digits <= 3 && text[end] === ' ') return readStructured(text, end + 1, context)
  if (text[end] === ':' && text[end + 1] === ' ') return readCisco(text, start, context)
  if (text.startsWith('date=', start)) return readFortigate(text, start, context)
  return readBsd(text, start, context)
}

/** Removes trailing newlines, NULs and spaces. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--
  return end === text.length ? text : text.slice(0, end)
}
