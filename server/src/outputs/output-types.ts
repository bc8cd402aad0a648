/** Every type of output. `type` is part of the API: it never changes. */
import { gelfDatagrams } from '@logyard/codecs/gelf/gelf-datagrams'
import { configField } from '@logyard/contract/configured/config-field'
import {
  type AvailableOutput,
  GELF_OUTPUT,
  HTTP_OUTPUT,
  KAFKA_OUTPUT,
  LOGYARD_OUTPUT,
  OTLP_OUTPUT,
  S3_OUTPUT,
  STDOUT_OUTPUT,
  SYSLOG_OUTPUT,
} from '@logyard/contract/outputs/outputs'
import { type ConfiguredTypes, createConfiguredTypes } from '../configured/configured-type.ts'
import { queueFields, WRITE_BYTES, WRITE_LIMIT_MS } from './delivery-fields.ts'
import { gelfDelivery, gelfOutputFields, gelfSettings } from './gelf-settings.ts'
import { jsonArray, jsonLines, otlpLogs } from './http-bodies.ts'
import { batchDelivery, httpFields, httpSettings } from './http-settings.ts'
import { openHttpSink } from './http-sink.ts'
import { kafkaOutputFields, kafkaOutputSettings } from './kafka/kafka-output-fields.ts'
import { openKafka } from './kafka/kafka-sink.ts'
import { DEFAULT_PREFIX, openLogSink } from './log-sink.ts'
import type { DeliverySettings, OutputType } from './output-type.ts'
import { openS3, s3Delivery, s3OutputFields } from './s3-sink.ts'
import { SYSLOG_DELIVERY, syslogDatagram, syslogOutputFields, syslogSettings } from './syslog-settings.ts'
import { openTcp } from './tcp-sink.ts'
import { openUdp } from './udp-sink.ts'

/** Log writes are synchronous; small batches let other work run in between. */
const LOG_DELIVERY: DeliverySettings = {
  batch: { messages: 100, bytes: WRITE_BYTES },
  gatherMs: 0,
  retryMs: 500,
  writeLimitMs: WRITE_LIMIT_MS,
}

const MESSAGE_ID_BYTES = 8
/** Connecting, and a request with its repetitions. */
const KAFKA_WRITE_MS = 60_000
/** Compressed it fits into what a GELF HTTP input accepts by default, 64 KB; if not, it is sent in halves. */
const LOGYARD_BATCH_BYTES = 256 * 1024

export const outputTypes: ConfiguredTypes<OutputType> = createConfiguredTypes<OutputType>([
  {
    type: GELF_OUTPUT,
    name: 'GELF Output',
    configuration: gelfOutputFields,
    format: 'gelf',
    isStrict: false,
    delivery: gelfDelivery,
    async open(configuration, { ids, signal }) {
      const settings = gelfSettings(configuration)
      if (!settings.isUdp) return openTcp(settings, ({ bytes }) => bytes, signal)
      return openUdp(settings, (message) => gelfDatagrams(message, () => ids.bytes(MESSAGE_ID_BYTES)), signal)
    },
  },
  {
    type: STDOUT_OUTPUT,
    name: 'STDOUT Output',
    configuration: {
      prefix: configField('text', 'Prefix', 'Prefix of each message in the server log', DEFAULT_PREFIX),
      ...queueFields,
    },
    format: 'document',
    isStrict: false,
    delivery: () => LOG_DELIVERY,
    open: async (configuration, context) => openLogSink(configuration, context),
  },
  {
    type: LOGYARD_OUTPUT,
    name: 'Another Logyard',
    configuration: httpFields({
      description: 'Address of a GELF HTTP input of the other server',
      example: 'http://logyard.example.org:12201/gelf',
    }),
    format: 'gelf',
    isStrict: true,
    delivery: (configuration) => batchDelivery(configuration, LOGYARD_BATCH_BYTES),
    open: async (configuration, context) => openHttpSink(httpSettings(configuration), jsonLines, context),
  },
  {
    type: SYSLOG_OUTPUT,
    name: 'Syslog server (RFC 5424)',
    configuration: syslogOutputFields,
    format: 'syslog',
    isStrict: true,
    delivery: () => SYSLOG_DELIVERY,
    async open(configuration, { signal }) {
      const settings = syslogSettings(configuration)
      if (!settings.isUdp) return openTcp(settings, settings.framed, signal)
      return openUdp(settings, async (message) => syslogDatagram(message), signal)
    },
  },
  {
    type: HTTP_OUTPUT,
    name: 'HTTP receiver (JSON)',
    configuration: {
      ...httpFields({ description: 'The URL whitelist must have it', example: '' }),
      body: configField('dropdown', 'Body', 'How a request has its messages', 'lines', {
        additional_info: { values: { lines: 'JSON lines', array: 'JSON array' } },
        required: true,
        position: 2,
      }),
    },
    format: 'document',
    isStrict: true,
    delivery: batchDelivery,
    async open(configuration, context) {
      const body = configuration['body'] === 'array' ? jsonArray : jsonLines
      return openHttpSink(httpSettings(configuration), body, context)
    },
  },
  {
    type: OTLP_OUTPUT,
    name: 'OpenTelemetry collector (OTLP/HTTP)',
    configuration: httpFields({
      description: 'Address for logs; the URL whitelist must have it',
      example: 'http://127.0.0.1:4318/v1/logs',
    }),
    format: 'otlp',
    isStrict: true,
    delivery: batchDelivery,
    open: async (configuration, context) => openHttpSink(httpSettings(configuration), otlpLogs, context),
  },
  {
    type: KAFKA_OUTPUT,
    name: 'Kafka topic (JSON)',
    configuration: kafkaOutputFields,
    format: 'document',
    isStrict: true,
    delivery: (configuration) => ({ ...batchDelivery(configuration), writeLimitMs: KAFKA_WRITE_MS }),
    open: async (configuration, context) => openKafka(await kafkaOutputSettings(configuration), context),
  },
  {
    type: S3_OUTPUT,
    name: 'S3-compatible store (JSON lines)',
    configuration: s3OutputFields,
    format: 'document',
    isStrict: true,
    delivery: s3Delivery,
    open: async (configuration, context) => openS3(configuration, context),
  },
])

export const availableOutput = ({ type, name, configuration }: OutputType): AvailableOutput => ({
  name,
  type,
  human_name: name,
  link_to_docs: '',
  requested_configuration: configuration,
})
