/** The configuration of a GELF output: its form, and the settings read from it. */
import { booleanSetting, countSetting, textSetting } from '@logyard/codecs/config-fields'
import { configField } from '@logyard/contract/configured/config-field'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'
import { queueFields, WRITE_BYTES, WRITE_LIMIT_MS } from './delivery-fields.ts'
import type { DeliverySettings } from './output-type.ts'
import type { TcpSettings } from './tcp-sink.ts'

const DEFAULTS = {
  port: 12_201,
  protocol: 'TCP',
  connect_timeout: 1000,
  reconnect_delay: 500,
  queue_size: 512,
  max_inflight_sends: 512,
} as const
const PROTOCOLS = ['TCP', 'TCP+TLS', 'UDP'] as const

const countField = (name: keyof typeof DEFAULTS, label: string, description: string) =>
  configField('number', label, description, DEFAULTS[name], { attributes: ['only_positive'] })
const switchField = (label: string, description: string) => configField('boolean', label, description, false)

export const gelfOutputFields: ConfigRequest = {
  hostname: configField('text', 'Destination host', 'Name or address of the receiving server', '', {
    required: true,
  }),
  port: configField('number', 'Destination port', 'GELF port of the receiving server', DEFAULTS.port, {
    attributes: ['is_port_number'],
    required: true,
  }),
  protocol: configField('dropdown', 'Protocol', 'UDP is faster but may lose messages silently', DEFAULTS.protocol, {
    additional_info: { values: Object.fromEntries(PROTOCOLS.map((name) => [name, name])) },
    required: true,
  }),
  connect_timeout: countField('connect_timeout', 'Connect timeout', 'Connection timeout in milliseconds'),
  reconnect_delay: countField(
    'reconnect_delay',
    'Reconnect delay',
    'Milliseconds before connecting again; twice as long after each failure',
  ),
  tcp_no_delay: switchField('TCP no delay', 'Send small packets at once'),
  tcp_keep_alive: switchField('TCP keep alive', 'Detect dead connections'),
  tls_verification_enabled: switchField('Verify TLS certificate', 'Reject servers with an invalid certificate'),
  tls_trust_cert_chain: configField(
    'text',
    'Trusted certificates',
    'Path, on this server, of a PEM file with the certificates to trust; those of the system when empty',
    '',
  ),
  queue_size: countField('queue_size', 'Queue size', 'Messages that are taken from the waiting ones at a time'),
  max_inflight_sends: countField(
    'max_inflight_sends',
    'Messages in flight',
    'Messages that are with the network at a time; more are taken once these are sent',
  ),
  ...queueFields,
}

export interface GelfSettings extends TcpSettings {
  readonly isUdp: boolean
}

/** Throws if the host is missing or the protocol unknown. */
export function gelfSettings(configuration: OutputConfiguration): GelfSettings {
  const host = textSetting(configuration, 'hostname')
  if (host === undefined) throw new Error('no destination host is configured')
  const protocol = textSetting(configuration, 'protocol') ?? DEFAULTS.protocol
  const known = PROTOCOLS.find((name) => name === protocol)
  if (known === undefined) throw new Error(`unknown protocol ${protocol}`)
  return {
    host,
    port: countSetting(configuration, 'port', DEFAULTS.port),
    isTls: known === 'TCP+TLS',
    isUdp: known === 'UDP',
    connectMs: countSetting(configuration, 'connect_timeout', DEFAULTS.connect_timeout),
    hasNoDelay: booleanSetting(configuration, 'tcp_no_delay', false),
    hasKeepAlive: booleanSetting(configuration, 'tcp_keep_alive', false),
    verifiesCertificate: booleanSetting(configuration, 'tls_verification_enabled', false),
    trustedFile: textSetting(configuration, 'tls_trust_cert_chain'),
  }
}

export const gelfDelivery = (configuration: OutputConfiguration): DeliverySettings => ({
  batch: {
    messages: Math.min(
      countSetting(configuration, 'queue_size', DEFAULTS.queue_size),
      countSetting(configuration, 'max_inflight_sends', DEFAULTS.max_inflight_sends),
    ),
    bytes: WRITE_BYTES,
  },
  gatherMs: 0,
  retryMs: countSetting(configuration, 'reconnect_delay', DEFAULTS.reconnect_delay),
  writeLimitMs: WRITE_LIMIT_MS,
})
