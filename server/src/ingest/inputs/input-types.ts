/** Every type of input. `type` is part of the API: it never changes. */
import type { Codec } from '@logyard/codecs/codec'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { type ConfiguredTypes, createConfiguredTypes } from '../../configured/configured-type.ts'
import type { Codecs } from './codecs.ts'
import type { StoredInput } from './input-store.ts'
import type { InputType } from './input-type.ts'
import { amqpTransport } from './transports/amqp/amqp.ts'
import { amqpFields } from './transports/amqp/amqp-fields.ts'
import { beatsTransport } from './transports/beats.ts'
import { bulkHttpTransport } from './transports/bulk-http.ts'
import { demoTransport } from './transports/demo.ts'
import { gelfHttpTransport } from './transports/gelf-http.ts'
import { otlpGrpcTransport } from './transports/grpc/otlp-grpc.ts'
import { hecHttpTransport } from './transports/hec-http.ts'
import { BATCH_LIMITS } from './transports/http-listener.ts'
import { secretsInProperties } from './transports/kafka/java-properties.ts'
import { kafkaTransport } from './transports/kafka/kafka.ts'
import { kafkaFields } from './transports/kafka/kafka-fields.ts'
import { lokiHttpTransport } from './transports/loki-http.ts'
import { otlpHttpTransport } from './transports/otlp-http.ts'
import { pollTransport } from './transports/poll.ts'
import { randomTransport } from './transports/random.ts'
import { secretsInAddress, secretsInHeaders } from './transports/secrets-in-requests.ts'
import { type TcpFraming, tcpTransport } from './transports/tcp.ts'
import type { StartTransport } from './transports/transport.ts'
import {
  demoFields,
  grpcFields,
  httpFields,
  netFields,
  pollFields,
  randomFields,
  streamFields,
  tcpFields,
  tokenFields,
} from './transports/transport-fields.ts'
import { type UdpFraming, udpTransport } from './transports/udp.ts'

export interface InputTypes extends ConfiguredTypes<InputType> {
  readonly codecs: readonly Codec[]
  /** The name of the input's type. */
  nameOf(input: StoredInput): string
}

type Names = readonly [type: string, name: string]

const UDP_BUFFER_BYTES = 262_144
const NETFLOW_DOCS = 'https://www.rfc-editor.org/rfc/rfc3954'
const JSON_PATH_DOCS = 'https://goessner.net/articles/JsonPath/'

function inputType(
  [type, name]: Names,
  codec: Codec,
  transport: { readonly fields: ConfigRequest; readonly start: StartTransport; readonly linkToDocs?: string },
): InputType {
  const { fields, start, linkToDocs = '' } = transport
  return { type, name, codec, linkToDocs, configuration: { ...fields, ...codec.configuration }, start }
}

const tcp = (names: Names, codec: Codec, port: number, framing: TcpFraming) =>
  inputType(names, codec, {
    fields: tcpFields(port, { isNulDelimited: framing === 'gelf' }),
    start: tcpTransport(framing),
  })
const udp = (names: Names, codec: Codec, port: number, framing: UdpFraming, linkToDocs = '') =>
  inputType(names, codec, { fields: netFields(port, UDP_BUFFER_BYTES), start: udpTransport(framing), linkToDocs })
const beats = (names: Names, codec: Codec, start: StartTransport) =>
  inputType(names, codec, { fields: streamFields(5044), start })
const amqp = (names: Names, codec: Codec) => inputType(names, codec, { fields: amqpFields, start: amqpTransport })
const kafka = (names: Names, codec: Codec): InputType => ({
  ...inputType(names, codec, { fields: kafkaFields, start: kafkaTransport }),
  secretsWithin: { custom_properties: secretsInProperties },
})
const poll = (names: Names, codec: Codec): InputType => ({
  ...inputType(names, codec, { fields: pollFields, start: pollTransport, linkToDocs: JSON_PATH_DOCS }),
  secretsWithin: { headers: secretsInHeaders, target_url: secretsInAddress },
})
/** For senders that the reference does not support. */
const http = (names: Names, codec: Codec, port: number, start: StartTransport) =>
  inputType(names, codec, { fields: { ...httpFields(port, BATCH_LIMITS.maxBodyBytes), ...tokenFields }, start })

const referenceTypes = (codecs: Codecs): readonly InputType[] => [
  tcp(['org.graylog2.inputs.gelf.tcp.GELFTCPInput', 'GELF TCP'], codecs.gelf, 12_201, 'gelf'),
  udp(['org.graylog2.inputs.gelf.udp.GELFUDPInput', 'GELF UDP'], codecs.gelf, 12_201, 'gelf'),
  inputType(['org.graylog2.inputs.gelf.http.GELFHttpInput', 'GELF HTTP'], codecs.gelf, {
    fields: httpFields(12_201),
    start: gelfHttpTransport,
  }),
  amqp(['org.graylog2.inputs.gelf.amqp.GELFAMQPInput', 'GELF AMQP'], codecs.gelf),
  kafka(['org.graylog2.inputs.gelf.kafka.GELFKafkaInput', 'GELF Kafka'], codecs.gelf),
  tcp(['org.graylog2.inputs.syslog.tcp.SyslogTCPInput', 'Syslog TCP'], codecs.syslog, 514, 'syslog'),
  udp(['org.graylog2.inputs.syslog.udp.SyslogUDPInput', 'Syslog UDP'], codecs.syslog, 514, 'whole'),
  amqp(['org.graylog2.inputs.syslog.amqp.SyslogAMQPInput', 'Syslog AMQP'], codecs.syslog),
  kafka(['org.graylog2.inputs.syslog.kafka.SyslogKafkaInput', 'Syslog Kafka'], codecs.syslog),
  tcp(['org.graylog2.inputs.raw.tcp.RawTCPInput', 'Raw/Plaintext TCP'], codecs.raw, 5555, 'lines'),
  udp(['org.graylog2.inputs.raw.udp.RawUDPInput', 'Raw/Plaintext UDP'], codecs.raw, 5555, 'whole'),
  amqp(['org.graylog2.inputs.raw.amqp.RawAMQPInput', 'Raw/Plaintext AMQP'], codecs.raw),
  kafka(['org.graylog2.inputs.raw.kafka.RawKafkaInput', 'Raw/Plaintext Kafka'], codecs.raw),
  beats(['org.graylog.plugins.beats.Beats2Input', 'Beats'], codecs.beats, beatsTransport([2])),
  beats(['org.graylog.plugins.beats.BeatsInput', 'Beats (deprecated)'], codecs.beatsDeprecated, beatsTransport([1, 2])),
  tcp(['org.graylog.plugins.cef.input.CEFTCPInput', 'CEF TCP'], codecs.cef, 5555, 'lines'),
  udp(['org.graylog.plugins.cef.input.CEFUDPInput', 'CEF UDP'], codecs.cef, 5555, 'whole'),
  amqp(['org.graylog.plugins.cef.input.CEFAmqpInput', 'CEF AMQP'], codecs.cef),
  kafka(['org.graylog.plugins.cef.input.CEFKafkaInput', 'CEF Kafka'], codecs.cef),
  poll(['org.graylog2.inputs.misc.jsonpath.JsonPathInput', 'JSON path from HTTP API'], codecs.jsonPath),
  udp(
    ['org.graylog.plugins.netflow.inputs.NetFlowUdpInput', 'NetFlow UDP'],
    codecs.netflow,
    2055,
    'netflow',
    NETFLOW_DOCS,
  ),
  inputType(['org.graylog2.inputs.random.FakeHttpMessageInput', 'Random HTTP message generator'], codecs.randomHttp, {
    fields: randomFields,
    start: randomTransport,
  }),
]

const furtherTypes = (codecs: Codecs): readonly InputType[] => [
  inputType(
    ['org.logyard.inputs.demo.DemoDataInput', 'Demo data generator'],
    // It generates GELF, so decoding has no options.
    { ...codecs.gelf, configuration: {} },
    { fields: demoFields, start: demoTransport },
  ),
  http(
    ['org.logyard.inputs.otlp.OtlpHttpInput', 'OpenTelemetry logs (OTLP/HTTP)'],
    codecs.otlp,
    4318,
    otlpHttpTransport,
  ),
  inputType(['org.logyard.inputs.otlp.OtlpGrpcInput', 'OpenTelemetry logs (OTLP/gRPC)'], codecs.otlp, {
    fields: { ...grpcFields(4317), ...tokenFields },
    start: otlpGrpcTransport,
  }),
  http(['org.logyard.inputs.loki.LokiPushInput', 'Loki push'], codecs.loki, 3100, lokiHttpTransport),
  http(
    ['org.logyard.inputs.elasticsearch.ElasticsearchBulkInput', 'Elasticsearch bulk'],
    codecs.bulk,
    9200,
    bulkHttpTransport,
  ),
  http(['org.logyard.inputs.splunk.SplunkHecInput', 'Splunk HTTP Event Collector'], codecs.hec, 8088, hecHttpTransport),
]

export function createInputTypes(codecs: Codecs): InputTypes {
  const types = createConfiguredTypes([...referenceTypes(codecs), ...furtherTypes(codecs)])
  return {
    ...types,
    // No input can be configured with it.
    codecs: Object.values(codecs).filter(({ id }) => id !== codecs.refused.id),
    nameOf: ({ type }) => types.find(type)?.name ?? `Unknown Input (${type})`,
  }
}
