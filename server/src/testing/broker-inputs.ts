/** Inputs that consume from a broker on this machine. */
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'

export const BROKER_INPUTS = {
  kafka: 'org.graylog2.inputs.raw.kafka.RawKafkaInput',
  amqp: 'org.graylog2.inputs.raw.amqp.RawAMQPInput',
} as const

export const kafkaConfiguration = (port: number): InputConfiguration => ({
  legacy_mode: false,
  bootstrap_server: `127.0.0.1:${port}`,
  topic_filter: 'logs',
  threads: 1,
  fetch_min_bytes: 5,
  fetch_wait_max: 100,
  offset_reset: 'smallest',
  group_id: 'test',
  custom_properties: 'request.timeout.ms=1000',
})

export const amqpConfiguration = (port: number, further: InputConfiguration = {}): InputConfiguration => ({
  broker_hostname: '127.0.0.1',
  broker_port: port,
  broker_vhost: '/',
  prefetch: 100,
  queue: 'logs',
  exchange: 'logs',
  routing_key: '#',
  parallel_queues: 1,
  ...further,
})
