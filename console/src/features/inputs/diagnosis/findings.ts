/** What a diagnosis means for the user: the most urgent finding first. */
import type { ConnectionSign, ConnectionSignKind, InputDiagnosis } from '@logyard/contract/ingest/input-diagnosis'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import type { FindingTone } from '../../../ui/finding/finding.tsx'

export type Finding =
  | { readonly kind: 'failed'; readonly reason: string | null }
  | { readonly kind: 'stopped' | 'starting' | 'healthy' | 'waiting' | 'quiet' }
  | { readonly kind: 'dropped' | 'refused' | 'undecoded' | 'extraction'; readonly count: number }
  | { readonly kind: 'sign'; readonly sign: ConnectionSign }
  /** Nothing has arrived: nobody is connected, or senders are connected and send no whole message. */
  | { readonly kind: 'silent' | 'idle' }
  | { readonly kind: 'loopback'; readonly address: string }

const LOOPBACK = /^(?:127\.|::1$|localhost$)/

export function findingsOf(
  input: InputSummary,
  { nodes, failures, targets }: InputDiagnosis,
  /** Exceptions of its extractors and their converters. */
  exceptions: number,
): readonly Finding[] {
  const state = stateFinding(nodes)
  if (state !== undefined) return [state]
  const received = sum(nodes.map((node) => node.received?.messages))
  const isWithoutMessages = received === 0
  const dropped = sum(nodes.map((node) => node.received?.dropped))
  const refused = sum(nodes.map((node) => node.connections?.refused))
  const signs = nodes.flatMap((node) => node.signs).sort((a, b) => Date.parse(b.last_at) - Date.parse(a.last_at))
  const findings: Finding[] = []
  if (dropped > 0) findings.push({ kind: 'dropped', count: dropped })
  if (refused > 0) findings.push({ kind: 'refused', count: refused })
  for (const sign of signs) findings.push({ kind: 'sign', sign })
  if (failures !== null && failures.total > 0) findings.push({ kind: 'undecoded', count: failures.total })
  if (exceptions > 0) findings.push({ kind: 'extraction', count: exceptions })
  // Messages of an earlier start are stored: address and firewall are right.
  if (isWithoutMessages && targets.length > 0) findings.push({ kind: 'quiet' })
  else if (isWithoutMessages) findings.push(...silentFindings(input, nodes, signs.length > 0))
  return findings.length === 0 ? [{ kind: 'healthy' }] : findings
}

/** Why it does not run; `undefined` if it does on every node. */
function stateFinding(nodes: InputDiagnosis['nodes']): Finding | undefined {
  const failed = nodes.find(({ state }) => state === 'FAILED')
  if (failed !== undefined) return { kind: 'failed', reason: failed.reason }
  if (nodes.some(({ state }) => state === 'RUNNING')) return undefined
  return { kind: nodes.some(({ state }) => state === 'STARTING' || state === 'CREATED') ? 'starting' : 'stopped' }
}

function silentFindings(input: InputSummary, nodes: InputDiagnosis['nodes'], hasSigns: boolean): readonly Finding[] {
  const isListening = nodes.some(({ listening }) => listening !== null)
  if (!isListening) return [{ kind: 'waiting' }]
  const { bind_address: address } = input.attributes
  const loopback: readonly Finding[] =
    typeof address === 'string' && LOOPBACK.test(address) ? [{ kind: 'loopback', address }] : []
  if (hasSigns) return []
  const isConnected = nodes.some(({ connections }) => connections !== null && connections.total > 0)
  return isConnected ? [{ kind: 'idle' }] : [{ kind: 'silent' }, ...loopback]
}

const sum = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0)

export function toneOf(finding: Finding): FindingTone {
  switch (finding.kind) {
    case 'failed':
    case 'dropped':
      return 'bad'
    case 'healthy':
      return 'ok'
    case 'silent':
    case 'loopback':
    case 'waiting':
    case 'quiet':
    case 'starting':
      return 'info'
    default:
      return 'warn'
  }
}

const GELF_UDP = 'org.graylog2.inputs.gelf.udp.GELFUDPInput'
const GELF_TCP = 'org.graylog2.inputs.gelf.tcp.GELFTCPInput'
const SYSLOG_UDP = 'org.graylog2.inputs.syslog.udp.SyslogUDPInput'
const SYSLOG_TCP = 'org.graylog2.inputs.syslog.tcp.SyslogTCPInput'

/** The input type that a sender of the protocol needs; `undefined` if the protocol does not tell. */
export function fittingType({ type }: InputSummary, kind: ConnectionSignKind): string | undefined {
  const isUdp = /udp/i.test(type)
  switch (kind) {
    case 'gelf':
      return isUdp ? GELF_UDP : GELF_TCP
    case 'syslog':
      return isUdp ? SYSLOG_UDP : SYSLOG_TCP
    case 'lumberjack':
      return 'org.graylog.plugins.beats.Beats2Input'
    case 'netflow':
      return 'org.graylog.plugins.netflow.inputs.NetFlowUdpInput'
    case 'http2':
      return 'org.logyard.inputs.otlp.OtlpGrpcInput'
    default:
      return undefined
  }
}
