/** What a GELF output is configured with, in the order of the wire. */
import { booleanSetting, countSetting, textSetting } from '@logyard/codecs/config-fields'
import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'
import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'

const DEFAULTS = {
  port: 12_201,
  protocol: 'TCP',
  connect_timeout: 1000,
  reconnect_delay: 500,
  queue_size: 512,
  max_inflight_sends: 512,
} as const
const PROTOCOLS = ['TCP', 'TCP+TLS', 'UDP'] as const
type Protocol = (typeof PROTOCOLS)[number]

interface About extends Partial<Pick<ConfigField, 'attributes' | 'additional_info'>> {
  readonly label: string
  readonly description: string
  readonly isRequired?: true
}

const field = (
  type: ConfigField['type'],
  defaultValue: ConfigField['default_value'],
  { label, description, isRequired, ...more }: About,
): ConfigField => ({
  type,
  human_name: label,
  description,
  default_value: defaultValue,
  is_optional: isRequired !== true,
  attributes: [],
  additional_info: {},
  position: 100,
  ...more,
})

const count = (name: keyof typeof DEFAULTS, label: string, description: string) =>
  field('number', DEFAULTS[name], { label, description, attributes: ['only_positive'] })
const choice = (label: string, description: string) => field('boolean', false, { label, description })

export const gelfOutputFields: ConfigRequest = {
  hostname: field('text', '', {
    label: 'Destination host',
    description: 'Name or address of the server that takes the messages',
    isRequired: true,
  }),
  port: field('number', DEFAULTS.port, {
    label: 'Destination port',
    description: 'Where it listens for GELF',
    attributes: ['is_port_number'],
    isRequired: true,
  }),
  protocol: field('dropdown', DEFAULTS.protocol, {
    label: 'Protocol',
    description: 'UDP is quick, and tells nobody when messages are lost',
    additional_info: { values: Object.fromEntries(PROTOCOLS.map((name) => [name, name])) },
    isRequired: true,
  }),
  connect_timeout: count('connect_timeout', 'Connect timeout', 'Milliseconds that connecting may take'),
  reconnect_delay: count(
    'reconnect_delay',
    'Reconnect delay',
    'Milliseconds before connecting again; twice as long after each failure',
  ),
  tcp_no_delay: choice('TCP no delay', 'Send small packets at once'),
  tcp_keep_alive: choice('TCP keep alive', 'Find out about a receiver that is gone'),
  tls_verification_enabled: choice('Verify TLS certificate', 'Send nothing to a server that cannot prove its name'),
  tls_trust_cert_chain: field('text', '', {
    label: 'Trusted certificates',
    description: 'Path, on this server, of a PEM file with the certificates to trust; those of the system when empty',
  }),
  queue_size: count('queue_size', 'Queue size', 'Messages that are taken from the waiting ones at a time'),
  max_inflight_sends: count(
    'max_inflight_sends',
    'Messages in flight',
    'Messages that are with the network at a time; more are taken once these are sent',
  ),
}

export interface GelfSettings {
  readonly host: string
  readonly port: number
  readonly protocol: Protocol
  readonly connectMs: number
  readonly isUndelayed: boolean
  readonly isKeptAlive: boolean
  readonly isVerified: boolean
  /** Of a file. */
  readonly trusted: string | undefined
}

/** Throws when it is not said where to. */
export function gelfSettings(configuration: OutputConfiguration): GelfSettings {
  const host = textSetting(configuration, 'hostname')
  if (host === undefined) throw new Error('no destination host is configured')
  const protocol = textSetting(configuration, 'protocol') ?? DEFAULTS.protocol
  const known = PROTOCOLS.find((name) => name === protocol)
  if (known === undefined) throw new Error(`there is no protocol ${protocol}`)
  return {
    host,
    port: countSetting(configuration, 'port', DEFAULTS.port),
    protocol: known,
    connectMs: countSetting(configuration, 'connect_timeout', DEFAULTS.connect_timeout),
    isUndelayed: booleanSetting(configuration, 'tcp_no_delay', false),
    isKeptAlive: booleanSetting(configuration, 'tcp_keep_alive', false),
    isVerified: booleanSetting(configuration, 'tls_verification_enabled', false),
    trusted: textSetting(configuration, 'tls_trust_cert_chain'),
  }
}

export const gelfRetryMs = (configuration: OutputConfiguration): number =>
  countSetting(configuration, 'reconnect_delay', DEFAULTS.reconnect_delay)

export const gelfPieceMessages = (configuration: OutputConfiguration): number =>
  Math.min(
    countSetting(configuration, 'queue_size', DEFAULTS.queue_size),
    countSetting(configuration, 'max_inflight_sends', DEFAULTS.max_inflight_sends),
  )
