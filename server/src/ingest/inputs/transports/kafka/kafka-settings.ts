import { countSetting, textSetting } from '@logyard/codecs/config-fields'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import { compileJavaPattern } from '@logyard/languages/java-regex/java-pattern'
import { InputFailure, type InputFiles } from '../transport.ts'
import { isPropertyName, parseProperties } from './java-properties.ts'
import { type KafkaSecurity, kafkaSecurity } from './kafka-security.ts'
import { createTopicFilter } from './topic-filter.ts'

export interface KafkaSettings extends KafkaSecurity {
  readonly brokers: string[]
  /** The topics that the input consumes. Throws an `InputFailure` if the filter takes too long. */
  readonly wantedOf: (topics: readonly string[]) => readonly string[]
  readonly topicFilter: string
  readonly groupId: string
  readonly clientId: string | undefined
  readonly threads: number
  readonly startsAtEarliest: boolean
  readonly minBytes: number
  readonly maxWaitMs: number
  readonly partitionBytes: number
  readonly sessionTimeoutMs: number
  readonly heartbeatMs: number
  readonly requestTimeoutMs: number
  readonly metadataMs: number
  readonly isCommittedOnly: boolean
  /** Custom properties that have no effect here. */
  readonly unknown: readonly string[]
}

const MAX_THREADS = 64
/** Bytes of one fetch, of one partition: a longer batch comes alone. */
export const MAX_PARTITION_BYTES = 8 * 1024 * 1024
const MAX_WAIT_MS = 10_000
const LEGACY =
  'Legacy mode needs ZooKeeper, which Logyard does not support. Turn off "Legacy mode" and enter the bootstrap servers.'

/** Committing is ours, and so is the form of keys and values. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'enable.auto.commit',
  'auto.commit.interval.ms',
  'key.deserializer',
  'value.deserializer',
])

export async function kafkaSettings(configuration: InputConfiguration, files: InputFiles): Promise<KafkaSettings> {
  if (configuration['legacy_mode'] !== false) throw new InputFailure(LEGACY)
  const properties = new Map(parseProperties(textSetting(configuration, 'custom_properties') ?? ''))
  const take = (name: string): string | undefined => {
    const value = properties.get(name)
    properties.delete(name)
    return value
  }
  const number = (name: string, otherwise: number, { min = 1, max }: { min?: number; max: number }): number => {
    const given = Number(take(name) ?? otherwise)
    if (!Number.isFinite(given)) throw new InputFailure(`The custom property ${name} is not a number.`)
    return Math.min(Math.max(Math.trunc(given), min), max)
  }
  const text = (property: string, field: string) => take(property) ?? textSetting(configuration, field)

  const brokers = brokerList(text('bootstrap.servers', 'bootstrap_server') ?? '')
  const reset = take('auto.offset.reset') ?? configuration['offset_reset']
  const threads = countSetting(configuration, 'threads', 2)
  if (threads > MAX_THREADS) throw new InputFailure(`The number of threads is above the limit of ${MAX_THREADS}.`)
  const security = await kafkaSecurity(take, files)
  const settings = {
    ...security,
    ...topicFilter(configuration),
    brokers,
    groupId: text('group.id', 'group_id') ?? 'graylog2',
    clientId: take('client.id'),
    threads,
    startsAtEarliest: reset === 'smallest' || reset === 'earliest',
    minBytes: number('fetch.min.bytes', countSetting(configuration, 'fetch_min_bytes', 5), {
      max: MAX_PARTITION_BYTES,
    }),
    maxWaitMs: number('fetch.max.wait.ms', countSetting(configuration, 'fetch_wait_max', 100), { max: MAX_WAIT_MS }),
    partitionBytes: number('max.partition.fetch.bytes', 1024 * 1024, { min: 1024, max: MAX_PARTITION_BYTES }),
    sessionTimeoutMs: number('session.timeout.ms', 30_000, { min: 6000, max: 300_000 }),
    heartbeatMs: number('heartbeat.interval.ms', 3000, { min: 500, max: 10_000 }),
    requestTimeoutMs: number('request.timeout.ms', 45_000, { min: 15_000, max: 300_000 }),
    metadataMs: number('metadata.max.age.ms', 30_000, { min: 500, max: 300_000 }),
    isCommittedOnly: take('isolation.level') === 'read_committed',
  }
  const unknown = [...properties.keys()].filter((name) => isPropertyName(name) && !WITHOUT_EFFECT.has(name))
  return { ...settings, unknown }
}

function brokerList(text: string): string[] {
  const brokers = text
    .split(',')
    .map((broker) => broker.trim().replace(/^[A-Z_]+:\/\//, ''))
    .filter((broker) => broker !== '')
    .map((broker) => (/:\d+$/.test(broker) ? broker : `${broker}:9092`))
  if (brokers.length === 0) throw new InputFailure('The bootstrap servers are missing.')
  return brokers
}

function topicFilter(configuration: InputConfiguration): Pick<KafkaSettings, 'wantedOf' | 'topicFilter'> {
  const filter = textSetting(configuration, 'topic_filter') ?? ''
  const pattern = filter === '' ? undefined : compileJavaPattern(filter)
  if (pattern === undefined) throw new InputFailure(`The topic filter ${filter} is not a valid regular expression.`)
  // Java's client compares whole names.
  const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags)
  return { topicFilter: filter, wantedOf: createTopicFilter(whole, filter) }
}
