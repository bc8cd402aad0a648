import { booleanSetting, countSetting, textSetting } from '@logyard/codecs/config-fields'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import { InputFailure } from '../transport.ts'

export interface AmqpSettings {
  readonly host: string
  readonly port: number
  readonly vhost: string
  readonly username: string
  readonly password: string
  readonly isTls: boolean
  /** 0: none. */
  readonly heartbeatSeconds: number
  /** A name may occur more than once: then several consumers share that queue. */
  readonly queues: readonly string[]
  /** Absent if the queues are not bound. */
  readonly binding?: { readonly exchange: string; readonly routingKey: string }
  readonly prefetch: number
  readonly isRequeued: boolean
}

const HEARTBEAT_SECONDS = 60
/** The protocol's limit. */
const MAX_HEARTBEAT_SECONDS = 65_535
const MAX_PREFETCH = 10_000
const MAX_QUEUES = 100

export function amqpSettings(configuration: InputConfiguration): AmqpSettings {
  const text = (name: string, otherwise: string) => textSetting(configuration, name) ?? otherwise
  const host = text('broker_hostname', '')
  if (host === '') throw new InputFailure('The broker hostname is missing.')
  const username = text('broker_username', '')
  const password = configuration['broker_password']
  const hasBoth = username !== '' && typeof password === 'string' && password !== ''
  const bound = booleanSetting(configuration, 'exchange_bind', false)
  return {
    host,
    port: countSetting(configuration, 'broker_port', 5672),
    vhost: text('broker_vhost', '/'),
    // The defaults of every client of the protocol.
    username: hasBoth ? username : 'guest',
    password: hasBoth ? password : 'guest',
    isTls: booleanSetting(configuration, 'tls', false),
    heartbeatSeconds: heartbeat(configuration['heartbeat']),
    queues: queueNames(text('queue', 'log-messages'), countSetting(configuration, 'parallel_queues', 1)),
    ...(bound ? { binding: { exchange: text('exchange', ''), routingKey: text('routing_key', '#') } } : {}),
    prefetch: Math.min(countSetting(configuration, 'prefetch', 100), MAX_PREFETCH),
    isRequeued: booleanSetting(configuration, 'requeue_invalid_messages', true),
  }
}

function heartbeat(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return HEARTBEAT_SECONDS
  return Math.min(Math.trunc(value), MAX_HEARTBEAT_SECONDS)
}

function queueNames(pattern: string, count: number): readonly string[] {
  if (count > MAX_QUEUES) throw new InputFailure(`The number of queues is above the limit of ${MAX_QUEUES}.`)
  return Array.from({ length: count }, (_, index) => pattern.replaceAll('%d', String(index)))
}
