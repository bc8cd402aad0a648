/**
 * Encodes a message by RFC 5424. Level, facility, application and process are written to the header, and all other
 * fields as structured data. The text contains no NUL.
 */
import { levelNumber } from '@logyard/contract/messages/message-levels'
import type { FieldValue } from '../codec.ts'
import type { OutgoingMessage } from '../outgoing-message.ts'

/** 32473 is the number that is reserved for examples: there is none for Logyard. */
const ELEMENT_ID = 'logyard@32473'
const DEFAULT_SEVERITY = 6
/** `user`. */
const DEFAULT_FACILITY = 1
const MAX_FACILITY = 23
const [MAX_HOST, MAX_APPLICATION, MAX_PROCESS, MAX_NAME] = [255, 48, 128, 32]
const IN_HEADER: ReadonlySet<string> = new Set(['level', 'facility_num', 'application_name', 'process_id'])

export function encodeSyslog({ timestampMs, source, message, fields }: OutgoingMessage): string {
  const priority = facilityOf(fields.get('facility_num')) * 8 + (levelNumber(fields.get('level')) ?? DEFAULT_SEVERITY)
  const time = new Date(timestampMs).toISOString()
  const host = headerWord(source, MAX_HOST)
  const application = headerWord(textOf(fields.get('application_name')), MAX_APPLICATION)
  const process = headerWord(textOf(fields.get('process_id')), MAX_PROCESS)
  let data = ''
  for (const [name, value] of fields) {
    // The name of the facility goes with its number.
    const isInHeader = IN_HEADER.has(name) || (name === 'facility' && fields.has('facility_num'))
    if (!isInHeader) data += ` ${parameterName(name)}="${escaped(textOf(value))}"`
  }
  const element = data === '' ? '-' : `[${ELEMENT_ID}${data}]`
  return `<${priority}>1 ${time} ${host} ${application} ${process} - ${element} ${withoutNul(message)}`
}

function facilityOf(value: FieldValue | undefined): number {
  const number = value === undefined || typeof value === 'object' ? Number.NaN : Number(value)
  return Number.isInteger(number) && number >= 0 && number <= MAX_FACILITY ? number : DEFAULT_FACILITY
}

const headerWord = (text: string, maxLength: number): string =>
  text === '' ? '-' : text.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, maxLength)

const parameterName = (name: string): string => name.replaceAll(/[^\x21-\x7e]|[="\]]/g, '_').slice(0, MAX_NAME) || '_'

const escaped = (text: string): string => withoutNul(text).replaceAll(/["\\\]]/g, '\\$&')

const withoutNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text)

function textOf(value: FieldValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'object'
    ? JSON.stringify(value.map((one) => (typeof one === 'bigint' ? `${one}` : one)))
    : `${value}`
}
