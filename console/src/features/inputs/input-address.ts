/** The place where an input listens, in the words of administrators. */
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { listensEverywhere } from '../../ingest/send-command.ts'

type Protocol = 'UDP' | 'TCP' | 'HTTP' | 'gRPC'

/** `undefined` for inputs that fetch or generate their messages. */
export function portOf({ attributes }: InputSummary): number | undefined {
  const { port } = attributes
  return typeof port === 'number' ? port : undefined
}

function protocolOf({ type }: InputSummary): Protocol {
  if (/udp/i.test(type)) return 'UDP'
  if (/grpc/i.test(type)) return 'gRPC'
  return /http|otlp|loki|elasticsearch|splunk/i.test(type) ? 'HTTP' : 'TCP'
}

/** `UDP 12201`, or `TCP 10.0.0.7:5044` if it listens on one address only. */
export function addressOf(input: InputSummary): string | undefined {
  const port = portOf(input)
  if (port === undefined) return undefined
  const place = listensEverywhere(input) ? port : `${input.attributes['bind_address']}:${port}`
  return `${protocolOf(input)} ${place}`
}

/** HTTP inputs listen on TCP ports. */
const isUdp = (input: InputSummary) => protocolOf(input) === 'UDP'

/** The input that a taken port belongs to; `undefined` if another program has it. */
export const ownerOfPort = (inputs: readonly InputSummary[], input: InputSummary): InputSummary | undefined =>
  inputs.find((other) => other.id !== input.id && portOf(other) === portOf(input) && isUdp(other) === isUdp(input))
