/** Encodes a message as GELF 1.1. */
import type { FieldValue } from '@logyard/codecs/codec'
import type { RowFacts } from '../../store/messages/encode-rows.ts'
import { encodeScalar, encodeValue, quote } from '../../store/messages/encode-value.ts'
import type { Message } from '../../store/messages/message.ts'

/** Fields that GELF has its own keys for or that the server sets. */
const NOT_ADDITIONAL = new Set(['full_message', 'gl2_message_id', 'forwarder'])
const SYSLOG_LEVEL = /^[0-7]$/

export function encodeGelf(message: Message, facts: RowFacts, forwarder: string): string {
  const { fields } = message
  const level = syslogLevel(fields.get('level'))
  const full = fields.get('full_message')
  let gelf =
    `{"version":"1.1","host":${quote(message.source)},"short_message":${quote(message.message)},` +
    `"timestamp":${message.timestampMs / 1000}`
  if (full !== undefined) gelf += `,"full_message":${asText(full)}`
  if (level !== undefined) gelf += `,"level":${level}`
  gelf +=
    `,"_gl2_source_input":${quote(message.inputId)},"_gl2_source_node":${quote(message.nodeId)}` +
    `,"_gl2_message_id":${quote(facts.ids.gl2MessageId)},"_gl2_accounted_message_size":${facts.accountedSize}`
  if (message.remoteAddress !== '') gelf += `,"_gl2_remote_ip":${quote(message.remoteAddress)}`
  if (message.remotePort > 0) gelf += `,"_gl2_remote_port":${message.remotePort}`
  for (const [name, value] of fields) {
    if (NOT_ADDITIONAL.has(name) || (name === 'level' && level !== undefined)) continue
    gelf += `,"_${name}":${additional(value)}`
  }
  return `${gelf},"_forwarder":${quote(forwarder)}}`
}

/** The level if it is a syslog severity, 0 to 7. Any other level is written as an additional field. */
function syslogLevel(value: FieldValue | undefined): string | undefined {
  if (value === undefined || typeof value === 'boolean' || typeof value === 'object') return undefined
  const text = `${value}`.trim()
  return SYSLOG_LEVEL.test(text) ? text : undefined
}

/** Additional fields of GELF are strings or numbers. */
function additional(value: FieldValue): string {
  return typeof value === 'boolean' || typeof value === 'object' ? asText(value) : encodeScalar(value)
}

const asText = (value: FieldValue): string => quote(typeof value === 'string' ? value : encodeValue(value))
