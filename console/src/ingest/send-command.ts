/** A first message for an input: the command to run on the sender. */
import type { InputSummary } from '@logyard/contract/ingest/inputs'

export interface SendCommand {
  /** A shell command, a snippet for a shipper's configuration file, or either, for a sender that the page names. */
  readonly kind: 'shell' | 'settings' | 'sender'
  readonly text: string
}

interface Target {
  readonly host: string
  readonly port: number
  readonly hasTls: boolean
  readonly isNulDelimited: boolean
  readonly hasToken: boolean
}

type Make = (target: Target) => SendCommand

const TEXT = 'Hello, Logyard'
const GELF = JSON.stringify({ version: '1.1', host: 'my-machine', short_message: TEXT, _greeting: true })
const CEF = `CEF:0|Example|Demo|1.0|100|${TEXT}|5|src=192.0.2.1`
/** A placeholder: only the user knows the token. */
const TOKEN = 'YOUR-TOKEN'

const shell = (text: string): SendCommand => ({ kind: 'shell', text })

const udp =
  (message: string): Make =>
  ({ host, port }) =>
    shell(`printf '%s' '${message}' | nc -u -w1 ${host} ${port}`)

const tcp =
  (message: string, end?: '\\0'): Make =>
  ({ host, port, hasTls, isNulDelimited }) => {
    const ending = end ?? (isNulDelimited ? '\\0' : '\\n')
    const send = hasTls ? `openssl s_client -quiet -connect ${host}:${port}` : `nc -w1 ${host} ${port}`
    return shell(`printf '%s${ending}' '${message}' | ${send}`)
  }

const post =
  (path: string, type: string, body: string, scheme = 'Bearer'): Make =>
  ({ host, port, hasTls, hasToken }) => {
    const token = hasToken ? ` -H 'Authorization: ${scheme} ${TOKEN}'` : ''
    const url = `${hasTls ? 'https' : 'http'}://${host}:${port}${path}`
    return shell(`curl -H 'Content-Type: ${type}'${token} --data-binary ${body} ${url}`)
  }

const json = (path: string, body: object, scheme?: string): Make =>
  post(path, 'application/json', `'${JSON.stringify(body)}'`, scheme)

const beats: Make = ({ host, port, hasTls }) => ({
  kind: 'settings',
  text: ['output.logstash:', `  hosts: ["${host}:${port}"]`, ...(hasTls ? ['  ssl.enabled: true'] : [])].join('\n'),
})

const otlpGrpc: Make = ({ host, port, hasTls, hasToken }) => ({
  kind: 'settings',
  text: [
    'exporters:',
    '  otlp:',
    `    endpoint: ${host}:${port}`,
    ...(hasTls ? [] : ['    tls: { insecure: true }']),
    ...(hasToken ? [`    headers: { authorization: "Bearer ${TOKEN}" }`] : []),
  ].join('\n'),
})

const syslogTcp: Make = (target) =>
  target.hasTls || target.isNulDelimited
    ? tcp(`<14>my-machine demo: ${TEXT}`)(target)
    : shell(`logger -n ${target.host} -P ${target.port} -T '${TEXT}'`)

const OTLP = {
  resourceLogs: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'demo' } }] },
      scopeLogs: [{ logRecords: [{ severityText: 'INFO', body: { stringValue: TEXT } }] }],
    },
  ],
}

/** Commands by input type. Types that fetch or generate their messages are missing. */
const COMMANDS: Readonly<Record<string, Make>> = {
  'org.graylog2.inputs.gelf.tcp.GELFTCPInput': tcp(GELF, '\\0'),
  'org.graylog2.inputs.gelf.udp.GELFUDPInput': udp(GELF),
  'org.graylog2.inputs.gelf.http.GELFHttpInput': post('/gelf', 'application/json', `'${GELF}'`),
  'org.graylog2.inputs.syslog.tcp.SyslogTCPInput': syslogTcp,
  'org.graylog2.inputs.syslog.udp.SyslogUDPInput': ({ host, port }) =>
    shell(`logger -n ${host} -P ${port} -d '${TEXT}'`),
  'org.graylog2.inputs.raw.tcp.RawTCPInput': tcp(TEXT),
  'org.graylog2.inputs.raw.udp.RawUDPInput': udp(TEXT),
  'org.graylog.plugins.beats.Beats2Input': beats,
  'org.graylog.plugins.beats.BeatsInput': beats,
  'org.graylog.plugins.cef.input.CEFTCPInput': tcp(CEF),
  'org.graylog.plugins.cef.input.CEFUDPInput': udp(CEF),
  'org.graylog.plugins.netflow.inputs.NetFlowUdpInput': ({ host, port }) =>
    shell(`softflowd -d -i any -v 9 -t maxlife=10 -n ${host}:${port}`),
  'org.logyard.inputs.otlp.OtlpHttpInput': json('/v1/logs', OTLP),
  'org.logyard.inputs.otlp.OtlpGrpcInput': otlpGrpc,
  'org.logyard.inputs.loki.LokiPushInput': post(
    '/loki/api/v1/push',
    'application/json',
    // Loki expects nanoseconds, so the shell computes the time.
    `'{"streams":[{"stream":{"host":"my-machine"},"values":[["'$(date +%s)'000000000","${TEXT}"]]}]}'`,
  ),
  'org.logyard.inputs.elasticsearch.ElasticsearchBulkInput': post(
    '/_bulk',
    'application/x-ndjson',
    `$'{"create":{"_index":"logs"}}\\n{"message":"${TEXT}"}\\n'`,
    'ApiKey',
  ),
  'org.logyard.inputs.splunk.SplunkHecInput': json('/services/collector/event', { event: TEXT }, 'Splunk'),
}

/** Bind addresses that mean all networks of the machine. */
const ANY_ADDRESS = new Set(['', '0.0.0.0', '::'])

export function listensEverywhere({ attributes }: Pick<InputSummary, 'attributes'>): boolean {
  const { bind_address: address } = attributes
  return typeof address !== 'string' || ANY_ADDRESS.has(address)
}

/** `undefined` if the input needs no sender. `reachedAs` is the host by which senders reach the server. */
export function sendCommand(
  { type, attributes }: Pick<InputSummary, 'type' | 'attributes'>,
  reachedAs: string,
): SendCommand | undefined {
  const make = COMMANDS[type]
  const port = attributes['port']
  if (make === undefined || typeof port !== 'number') return undefined
  return make({
    host: hostOf(attributes, reachedAs),
    port,
    hasTls: attributes['tls_enable'] === true,
    isNulDelimited: attributes['use_null_delimiter'] === true,
    hasToken: typeof attributes['token'] === 'string' && attributes['token'] !== '',
  })
}

/** Only a plain address is inserted into the command: the user will run it in a shell. */
function hostOf(attributes: InputSummary['attributes'], reachedAs: string): string {
  const address = String(attributes['bind_address'])
  return !listensEverywhere({ attributes }) && /^[\w.:-]+$/.test(address) ? address : reachedAs
}

/** Fills the address and the port of an input into a text with LOGYARD and PORT. */
export const commandOfText =
  (text: string) =>
  ({ attributes }: Pick<InputSummary, 'attributes'>, reachedAs: string): SendCommand => ({
    kind: 'sender',
    text: text.replaceAll('LOGYARD', hostOf(attributes, reachedAs)).replaceAll(/\bPORT\b/g, String(attributes['port'])),
  })
