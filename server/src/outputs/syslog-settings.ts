/** The configuration of an output to a syslog server, and how messages are framed for it. */
import { booleanSetting, countSetting, textSetting } from '@logyard/codecs/config-fields'
import { configField } from '@logyard/contract/configured/config-field'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'
import { queueFields, WRITE_BYTES, WRITE_LIMIT_MS } from './delivery-fields.ts'
import type { DeliverySettings, OutputMessages } from './output-type.ts'
import { splitMessages } from './split-messages.ts'
import type { TcpSettings } from './tcp-sink.ts'

const DEFAULT_PORT = 514
const CONNECT_MS = 5000
const PROTOCOLS = { TCP: 'TCP', 'TCP+TLS': 'TCP+TLS', UDP: 'UDP' }
const FRAMINGS = { octets: 'Octet counting', newline: 'Line feed' }
/** The longest payload of a UDP datagram. */
const MAX_DATAGRAM_BYTES = 65_507
const [LINE_FEED, SPACE] = [0x0a, 0x20]

export const syslogOutputFields: ConfigRequest = {
  hostname: configField('text', 'Destination host', 'Name or address of the syslog server', '', {
    required: true,
    position: 1,
  }),
  port: configField('number', 'Destination port', 'Usually 514, with TLS 6514', DEFAULT_PORT, {
    attributes: ['is_port_number'],
    required: true,
    position: 2,
  }),
  protocol: configField('dropdown', 'Protocol', 'UDP may lose messages silently', 'TCP', {
    additional_info: { values: PROTOCOLS },
    required: true,
    position: 3,
  }),
  framing: configField('dropdown', 'Framing', 'How messages are separated over TCP', 'octets', {
    additional_info: { values: FRAMINGS },
    required: true,
    position: 4,
  }),
  tls_verification_enabled: configField(
    'boolean',
    'Verify TLS certificate',
    'Reject servers with an invalid one',
    true,
    {
      position: 5,
    },
  ),
  tls_trust_cert_chain: configField(
    'text',
    'Trusted certificates',
    'Path of a PEM file on this server; those of the system when empty',
    '',
    { position: 6 },
  ),
  ...queueFields,
}

export interface SyslogSettings extends TcpSettings {
  readonly isUdp: boolean
  readonly framed: (batch: OutputMessages) => Uint8Array
}

export function syslogSettings(configuration: OutputConfiguration): SyslogSettings {
  const host = textSetting(configuration, 'hostname')
  if (host === undefined) throw new Error('no destination host is configured')
  const protocol = textSetting(configuration, 'protocol') ?? PROTOCOLS.TCP
  return {
    host,
    port: countSetting(configuration, 'port', DEFAULT_PORT),
    isTls: protocol === PROTOCOLS['TCP+TLS'],
    isUdp: protocol === PROTOCOLS.UDP,
    connectMs: CONNECT_MS,
    hasNoDelay: true,
    hasKeepAlive: true,
    verifiesCertificate: booleanSetting(configuration, 'tls_verification_enabled', true),
    trustedFile: textSetting(configuration, 'tls_trust_cert_chain'),
    framed: textSetting(configuration, 'framing') === 'newline' ? lines : octetCounted,
  }
}

export const SYSLOG_DELIVERY: DeliverySettings = {
  batch: { messages: 1000, bytes: WRITE_BYTES },
  gatherMs: 0,
  retryMs: 500,
  writeLimitMs: WRITE_LIMIT_MS,
}

/** RFC 6587, 3.4.1. */
function octetCounted(batch: OutputMessages): Uint8Array {
  const parts: Uint8Array[] = []
  for (const message of splitMessages(batch)) parts.push(Buffer.from(`${message.length} `), message)
  return Buffer.concat(parts)
}

/** Line breaks within messages become spaces, because receivers would end the message there. */
function lines(batch: OutputMessages): Uint8Array {
  return Buffer.concat([...splitMessages(batch)].flatMap((message) => [inOneLine(message), Buffer.of(LINE_FEED)]))
}

function inOneLine(message: Uint8Array<ArrayBuffer>): Uint8Array {
  if (!message.includes(LINE_FEED)) return message
  return message.map((byte) => (byte === LINE_FEED ? SPACE : byte))
}

/** A longer message is cut, between two characters. */
export function syslogDatagram(message: Uint8Array<ArrayBuffer>): readonly Uint8Array[] {
  if (message.length <= MAX_DATAGRAM_BYTES) return [message]
  let end = MAX_DATAGRAM_BYTES
  while (((message[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return [message.subarray(0, end)]
}
