import { configField } from '@logyard/contract/configured/config-field'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { throttleFields } from '../transport-fields.ts'

/** Fields in the order in which answers list them. */
export const kafkaFields: ConfigRequest = {
  ...throttleFields,
  legacy_mode: configField('boolean', 'Legacy mode', 'Not supported: it needs ZooKeeper', true, { position: 10 }),
  bootstrap_server: configField(
    'text',
    'Bootstrap Servers',
    'Comma-separated brokers, as in: kafka-1:9092, kafka-2:9092',
    '127.0.0.1:9092',
    { position: 11 },
  ),
  zookeeper: configField(
    'text',
    'ZooKeeper address (legacy mode only)',
    'No effect (kept for API compatibility)',
    '127.0.0.1:2181',
    { position: 12 },
  ),
  topic_filter: configField(
    'text',
    'Topic filter regex',
    'Consumes every topic whose whole name matches',
    '^your-topic$',
    { required: true },
  ),
  fetch_min_bytes: configField('number', 'Fetch minimum bytes', 'Brokers wait until they have this many bytes', 5, {
    required: true,
  }),
  fetch_wait_max: configField('number', 'Fetch maximum wait time (ms)', 'Longest wait for the minimum', 100, {
    required: true,
  }),
  threads: configField('number', 'Processor threads', 'Consumers that share the partitions', 2, { required: true }),
  offset_reset: configField('dropdown', 'Auto offset reset', 'Start of a group without offsets', 'largest', {
    additional_info: { values: { largest: 'latest offset', smallest: 'earliest offset' } },
  }),
  group_id: configField('text', 'Consumer group id', 'Inputs of one group share the messages', 'graylog2'),
  custom_properties: configField(
    'text',
    'Custom Kafka properties',
    "Properties of Kafka's Java client, one key=value per line",
    '',
    { attributes: ['textarea'], position: 200 },
  ),
}
