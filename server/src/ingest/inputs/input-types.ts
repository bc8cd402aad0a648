/** Every type of input. `type` is part of the API: it never changes. */
import type { LumberjackVersion } from '@logyard/codecs/beats/lumberjack-frames'
import type { Codec } from '@logyard/codecs/codec'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { type ConfiguredTypes, createConfiguredTypes } from '../../configured/configured-type.ts'
import type { Codecs } from './codecs.ts'
import type { StoredInput } from './input-store.ts'
import type { InputType } from './input-type.ts'
import { amqpFields } from './transports/amqp/amqp-fields.ts'
import { BATCH_LIMITS } from './transports/http-listener.ts'
import { secretsInProperties } from './transports/kafka/java-properties.ts'
import { kafkaFields } from './transports/kafka/kafka-fields.ts'
import { secretsInAddress, secretsInHeaders } from './transports/secrets-in-requests.ts'
import type { TcpFraming } from './transports/tcp.ts'
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
import type { PlainTransport, TransportChoice } from './transports/transports.ts'
import type { UdpFraming } from './transports/udp.ts'

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
  reception: { readonly fields: ConfigRequest; readonly transport: TransportChoice; readonly linkToDocs?: string },
): InputType {
  const { fields, transport, linkToDocs = '' } = reception
  return { type, name, codec, linkToDocs, configuration: { ...fields, ...codec.configuration }, transport }
}

const tcp = (names: Names, codec: Codec, port: number, framing: TcpFraming) =>
  inputType(names, codec, {
    fields: tcpFields(port, { isNulDelimited: framing === 'gelf' }),
    transport: { name: 'tcp', framing },
  })
const udp = (names: Names, codec: Codec, port: number, framing: UdpFraming, linkToDocs = '') =>
  inputType(names, codec, {
    fields: netFields(port, UDP_BUFFER_BYTES),
    transport: { name: 'udp', framing },
    linkToDocs,
  })
const beats = (names: Names, codec: Codec, versions: readonly LumberjackVersion[]) =>
  inputType(names, codec, { fields: streamFields(5044), transport: { name: 'beats', versions } })
const amqp = (names: Names, codec: Codec) =>
  inputType(names, codec, { fields: amqpFields, transport: { name: 'amqp' } })
const kafka = (names: Names, codec: Codec): InputType => ({
  ...inputType(names, codec, { fields: kafkaFields, transport: { name: 'kafka' } }),
  secretsWithin: { custom_properties: secretsInProperties },
})
const poll = (names: Names, codec: Codec): InputType => ({
  ...inputType(names, codec, { fields: pollFields, transport: { name: 'poll' }, linkToDocs: JSON_PATH_DOCS }),
  secretsWithin: { headers: secretsInHeaders, target_url: secretsInAddress },
})
/** HTTP inputs for senders that the reference does not support. */
const http = (names: Names, codec: Codec, port: number, name: PlainTransport) =>
  inputType(names, codec, {
    fields: { ...httpFields(port, BATCH_LIMITS.maxBodyBytes), ...tokenFields },
    transport: { name },
  })

const referenceTypes = (codecs: Codecs): readonly InputType[] => [
  tcp(['org.graylog2.inputs.gelf.tcp.GELFTCPInput', 'GELF TCP'], codecs.gelf, 12_201, 'gelf'),
  udp(['org.graylog2.inputs.gelf.udp.GELFUDPInput', 'GELF UDP'], codecs.gelf, 12_201, 'gelf'),
  inputType(['org.graylog2.inputs.gelf.http.GELFHttpInput', 'GELF HTTP'], codecs.gelf, {
    fields: httpFields(12_201),
    transport: { name: 'gelf-http' },
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
  beats(['org.graylog.plugins.beats.Beats2Input', 'Beats'], codecs.beats, [2]),
  beats(['org.graylog.plugins.beats.BeatsInput', 'Beats (deprecated)'], codecs.beatsDeprecated, [1, 2]),
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
    transport: { name: 'random' },
  }),
]

const furtherTypes = (codecs: Codecs): readonly InputType[] => [
  inputType(
    ['org.logyard.inputs.demo.DemoDataInput', 'Demo data generator'],
    // It generates GELF, so decoding has no options.
    { ...codecs.gelf, configuration: {} },
    { fields: demoFields, transport: { name: 'demo' } },
  ),
  http(['org.logyard.inputs.otlp.OtlpHttpInput', 'OpenTelemetry logs (OTLP/HTTP)'], codecs.otlp, 4318, 'otlp-http'),
  inputType(['org.logyard.inputs.otlp.OtlpGrpcInput', 'OpenTelemetry logs (OTLP/gRPC)'], codecs.otlp, {
    fields: { ...grpcFields(4317), ...tokenFields },
    transport: { name: 'otlp-grpc' },
  }),
  http(['org.logyard.inputs.loki.LokiPushInput', 'Loki push'], codecs.loki, 3100, 'loki-http'),
  http(
    ['org.logyard.inputs.elasticsearch.ElasticsearchBulkInput', 'Elasticsearch bulk'],
    codecs.bulk,
    9200,
    'bulk-http',
  ),
  http(['org.logyard.inputs.splunk.SplunkHecInput', 'Splunk HTTP Event Collector'], codecs.hec, 8088, 'hec-http'),
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
