/** Every way in that this server has. `type` is what clients send, and a promise to them. */
import type { Codec } from '@logyard/codecs/codec'
import { codecs, codecsByName } from './codecs.ts'
import type { InputType } from './input-type.ts'
import { beatsTransport } from './transports/beats.ts'
import { bulkHttpTransport } from './transports/bulk-http.ts'
import { demoTransport } from './transports/demo.ts'
import { gelfHttpTransport } from './transports/gelf-http.ts'
import { hecHttpTransport } from './transports/hec-http.ts'
import { BATCH_LIMITS } from './transports/http-listener.ts'
import { lokiHttpTransport } from './transports/loki-http.ts'
import { otlpHttpTransport } from './transports/otlp-http.ts'
import { pollTransport } from './transports/poll.ts'
import { randomTransport } from './transports/random.ts'
import { type TcpFraming, tcpTransport } from './transports/tcp.ts'
import type { StartTransport } from './transports/transport.ts'
import {
  demoFields,
  httpFields,
  netFields,
  pollFields,
  randomFields,
  streamFields,
  tcpFields,
  tokenFields,
} from './transports/transport-fields.ts'
import { type UdpFraming, udpTransport } from './transports/udp.ts'

export interface InputTypes {
  readonly all: readonly InputType[]
  readonly codecs: readonly Codec[]
  find(type: string): InputType | undefined
}

type Facts = readonly [type: string, name: string, codec: Codec]

const UDP_BUFFER_BYTES = 262_144
const JSON_PATH_DOCS = 'https://goessner.net/articles/JsonPath/'

const tcp = ([type, name, codec]: Facts, port: number, framing: TcpFraming): InputType => ({
  type,
  name,
  codec,
  linkToDocs: '',
  transportFields: tcpFields(port, { isNulDelimited: framing === 'gelf' }),
  start: tcpTransport(framing),
})
const udp = ([type, name, codec]: Facts, port: number, framing: UdpFraming): InputType => ({
  type,
  name,
  codec,
  linkToDocs: '',
  transportFields: netFields(port, UDP_BUFFER_BYTES),
  start: udpTransport(framing),
})
const beats = ([type, name, codec]: Facts, start: StartTransport): InputType => ({
  type,
  name,
  codec,
  linkToDocs: '',
  transportFields: streamFields(5044),
  start,
})

/** For senders that people have today and the reference knows nothing of. */
const http = ([type, name, codec]: Facts, port: number, start: StartTransport): InputType => ({
  type,
  name,
  codec,
  linkToDocs: '',
  transportFields: { ...httpFields(port, BATCH_LIMITS.maxBodyBytes), ...tokenFields },
  start,
})

export function createInputTypes(): InputTypes {
  const all: readonly InputType[] = [
    tcp(['org.graylog2.inputs.gelf.tcp.GELFTCPInput', 'GELF TCP', codecsByName.gelf], 12_201, 'gelf'),
    udp(['org.graylog2.inputs.gelf.udp.GELFUDPInput', 'GELF UDP', codecsByName.gelf], 12_201, 'gelf'),
    {
      type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
      name: 'GELF HTTP',
      linkToDocs: '',
      transportFields: httpFields(12_201),
      codec: codecsByName.gelf,
      start: gelfHttpTransport,
    },
    tcp(['org.graylog2.inputs.syslog.tcp.SyslogTCPInput', 'Syslog TCP', codecsByName.syslog], 514, 'syslog'),
    udp(['org.graylog2.inputs.syslog.udp.SyslogUDPInput', 'Syslog UDP', codecsByName.syslog], 514, 'whole'),
    tcp(['org.graylog2.inputs.raw.tcp.RawTCPInput', 'Raw/Plaintext TCP', codecsByName.raw], 5555, 'lines'),
    udp(['org.graylog2.inputs.raw.udp.RawUDPInput', 'Raw/Plaintext UDP', codecsByName.raw], 5555, 'whole'),
    beats(['org.graylog.plugins.beats.Beats2Input', 'Beats', codecsByName.beats], beatsTransport([2])),
    beats(
      ['org.graylog.plugins.beats.BeatsInput', 'Beats (deprecated)', codecsByName.beatsDeprecated],
      beatsTransport([1, 2]),
    ),
    tcp(['org.graylog.plugins.cef.input.CEFTCPInput', 'CEF TCP', codecsByName.cef], 5555, 'lines'),
    udp(['org.graylog.plugins.cef.input.CEFUDPInput', 'CEF UDP', codecsByName.cef], 5555, 'whole'),
    {
      type: 'org.graylog2.inputs.misc.jsonpath.JsonPathInput',
      name: 'JSON path from HTTP API',
      linkToDocs: JSON_PATH_DOCS,
      transportFields: pollFields,
      codec: codecsByName.jsonPath,
      start: pollTransport,
    },
    {
      type: 'org.graylog2.inputs.random.FakeHttpMessageInput',
      name: 'Random HTTP message generator',
      linkToDocs: '',
      transportFields: randomFields,
      codec: codecsByName.randomHttp,
      start: randomTransport,
    },
    {
      type: 'org.logyard.inputs.demo.DemoDataInput',
      name: 'Demo data generator',
      linkToDocs: '',
      transportFields: demoFields,
      // It makes up GELF, and there is nothing to choose of how that is read.
      codec: { ...codecsByName.gelf, configuration: {} },
      start: demoTransport,
    },
    http(
      ['org.logyard.inputs.otlp.OtlpHttpInput', 'OpenTelemetry logs (OTLP/HTTP)', codecsByName.otlp],
      4318,
      otlpHttpTransport,
    ),
    http(['org.logyard.inputs.loki.LokiPushInput', 'Loki push', codecsByName.loki], 3100, lokiHttpTransport),
    http(
      ['org.logyard.inputs.elasticsearch.ElasticsearchBulkInput', 'Elasticsearch bulk', codecsByName.bulk],
      9200,
      bulkHttpTransport,
    ),
    http(
      ['org.logyard.inputs.splunk.SplunkHecInput', 'Splunk HTTP Event Collector', codecsByName.hec],
      8088,
      hecHttpTransport,
    ),
  ]
  const byType = new Map(all.map((inputType) => [inputType.type, inputType]))
  return {
    all,
    codecs,
    find: (type) => byType.get(type),
  }
}
