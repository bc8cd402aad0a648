/** The configuration of an output to Kafka. */
import { booleanSetting, textSetting } from '@logyard/codecs/config-fields'
import { configField } from '@logyard/contract/configured/config-field'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'
import { queueFields } from '../delivery-fields.ts'
import { batchFields } from '../http-settings.ts'
import { readTrusted } from '../tcp-sink.ts'

const MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const
const DEFAULT_PORT = 9092

export const kafkaOutputFields: ConfigRequest = {
  bootstrap_server: configField('text', 'Bootstrap servers', 'Comma-separated, as in: kafka-1:9092, kafka-2:9092', '', {
    required: true,
    position: 1,
  }),
  topic: configField('text', 'Topic', 'An existing topic', '', { required: true, position: 2 }),
  use_tls: configField('boolean', 'TLS', 'The certificate of the brokers is verified', false, { position: 3 }),
  tls_trust_cert_chain: configField(
    'text',
    'Trusted certificates',
    'Path of a PEM file on this server; those of the system when empty',
    '',
    { position: 4 },
  ),
  username: configField('text', 'User name', 'Without one there is no login', '', { position: 5 }),
  password: configField('text', 'Password', 'Password of the user', '', { attributes: ['is_password'], position: 6 }),
  sasl_mechanism: configField('dropdown', 'Login mechanism', 'How the password is sent', MECHANISMS[0], {
    additional_info: { values: Object.fromEntries(MECHANISMS.map((name) => [name, name])) },
    position: 7,
  }),
  ...batchFields,
  ...queueFields,
}

export interface KafkaLogin {
  readonly mechanism: (typeof MECHANISMS)[number]
  readonly username: string
  readonly password: string
}

/** Plain data: it is sent to the thread of the client. */
export interface KafkaOutputSettings {
  readonly brokers: readonly string[]
  readonly topic: string
  /** PEM text, or `system`; absent without TLS. */
  readonly trusted?: string
  readonly login?: KafkaLogin
}

/** Throws if something is missing. */
export async function kafkaOutputSettings(configuration: OutputConfiguration): Promise<KafkaOutputSettings> {
  const brokers = (textSetting(configuration, 'bootstrap_server') ?? '')
    .split(',')
    .map((broker) => broker.trim())
    .filter((broker) => broker !== '')
    .map((broker) => (/:\d+$/.test(broker) ? broker : `${broker}:${DEFAULT_PORT}`))
  const topic = textSetting(configuration, 'topic')
  if (brokers.length === 0 || topic === undefined) throw new Error('brokers and topic are not configured')
  const file = textSetting(configuration, 'tls_trust_cert_chain')
  const trusted = file === undefined ? 'system' : (await readTrusted(file)).toString()
  const username = textSetting(configuration, 'username')
  const mechanism = MECHANISMS.find((name) => name === configuration['sasl_mechanism']) ?? MECHANISMS[0]
  const password = String(configuration['password'] ?? '')
  return {
    ...{ brokers, topic },
    ...(booleanSetting(configuration, 'use_tls', false) ? { trusted } : {}),
    ...(username === undefined ? {} : { login: { mechanism, username, password } }),
  }
}
