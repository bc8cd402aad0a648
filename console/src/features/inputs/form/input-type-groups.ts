/** The types of inputs as the picker shows them: grouped by what sends, the usual one first. */
import type { InputTypeInfo } from '@logyard/contract/ingest/inputs'

/** The ids of the texts that explain the types, by group and type. */
const GROUPS = {
  agents: {
    'org.graylog.plugins.beats.Beats2Input': 'beats',
    'org.logyard.inputs.otlp.OtlpGrpcInput': 'otlpGrpc',
    'org.logyard.inputs.otlp.OtlpHttpInput': 'otlpHttp',
    'org.logyard.inputs.loki.LokiPushInput': 'loki',
  },
  network: {
    'org.graylog2.inputs.syslog.udp.SyslogUDPInput': 'syslogUdp',
    'org.graylog2.inputs.syslog.tcp.SyslogTCPInput': 'syslogTcp',
    'org.graylog2.inputs.gelf.udp.GELFUDPInput': 'gelfUdp',
    'org.graylog2.inputs.gelf.tcp.GELFTCPInput': 'gelfTcp',
    'org.graylog.plugins.cef.input.CEFUDPInput': 'cefUdp',
    'org.graylog.plugins.cef.input.CEFTCPInput': 'cefTcp',
    'org.graylog.plugins.netflow.inputs.NetFlowUdpInput': 'netflow',
    'org.graylog2.inputs.raw.udp.RawUDPInput': 'rawUdp',
    'org.graylog2.inputs.raw.tcp.RawTCPInput': 'rawTcp',
  },
  apis: {
    'org.graylog2.inputs.gelf.http.GELFHttpInput': 'gelfHttp',
    'org.logyard.inputs.splunk.SplunkHecInput': 'splunk',
    'org.logyard.inputs.elasticsearch.ElasticsearchBulkInput': 'elasticsearch',
    'org.graylog2.inputs.misc.jsonpath.JsonPathInput': 'jsonPath',
  },
  brokers: {
    'org.graylog2.inputs.gelf.kafka.GELFKafkaInput': 'gelfKafka',
    'org.graylog2.inputs.syslog.kafka.SyslogKafkaInput': 'syslogKafka',
    'org.graylog.plugins.cef.input.CEFKafkaInput': 'cefKafka',
    'org.graylog2.inputs.raw.kafka.RawKafkaInput': 'rawKafka',
    'org.graylog2.inputs.gelf.amqp.GELFAMQPInput': 'gelfAmqp',
    'org.graylog2.inputs.syslog.amqp.SyslogAMQPInput': 'syslogAmqp',
    'org.graylog.plugins.cef.input.CEFAmqpInput': 'cefAmqp',
    'org.graylog2.inputs.raw.amqp.RawAMQPInput': 'rawAmqp',
  },
  others: {
    'org.logyard.inputs.demo.DemoDataInput': 'demo',
    'org.graylog2.inputs.random.FakeHttpMessageInput': 'random',
  },
  deprecated: { 'org.graylog.plugins.beats.BeatsInput': 'oldBeats' },
} as const

type Groups = typeof GROUPS
type GroupName = keyof Groups
type TypeText = { [Group in GroupName]: Groups[Group][keyof Groups[Group]] }[GroupName]

export interface DescribedType {
  readonly type: InputTypeInfo
  /** Absent for a type that this console does not know. */
  readonly text: TypeText | undefined
}

const ENTRIES: readonly (readonly [name: GroupName, types: Readonly<Record<string, TypeText>>])[] = [
  ['agents', GROUPS.agents],
  ['network', GROUPS.network],
  ['apis', GROUPS.apis],
  ['brokers', GROUPS.brokers],
  ['others', GROUPS.others],
  ['deprecated', GROUPS.deprecated],
]
const KNOWN = new Set(ENTRIES.flatMap(([, types]) => Object.keys(types)))

/** Unknown types are among the others. Groups may be empty. */
export function groupTypes(types: Readonly<Record<string, InputTypeInfo>>) {
  const unknown = Object.values(types).filter(({ type }) => !KNOWN.has(type))
  return ENTRIES.map(([name, texts]) => ({
    name,
    types: [
      ...Object.entries(texts).flatMap(([id, text]): DescribedType[] => {
        const type = types[id]
        return type === undefined ? [] : [{ type, text }]
      }),
      ...(name === 'others' ? unknown.map((type): DescribedType => ({ type, text: undefined })) : []),
    ],
  }))
}
