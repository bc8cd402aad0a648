/** The metrics of inputs that the page shows. */
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { latestOver, minuteRateOf, type NodeMetrics, sumOver } from '../../cluster/live-metrics.ts'

const NAMES = [
  'incomingMessages',
  'emptyMessages',
  'invalidMessages',
  'droppedMessages',
  'open_connections',
  'total_connections',
  'read_bytes_1sec',
  'read_bytes_total',
  'written_bytes_1sec',
  'written_bytes_total',
  'lastMessageAt',
] as const
type MetricName = (typeof NAMES)[number]

type Measured = Pick<InputSummary, 'id' | 'type'>

const fullName = ({ id, type }: Measured, name: MetricName) => `${type}.${id}.${name}`

export const metricNamesOf = (input: Measured): readonly string[] => NAMES.map((name) => fullName(input, name))

/** Summed over all nodes; `undefined` if this input does not measure it. */
export interface InputFigures {
  readonly received: number | undefined
  /** Messages per second, averaged over the last minute. */
  readonly minuteRate: number | undefined
  /** Milliseconds since the epoch; `undefined` before the first message since the start. */
  readonly lastMessageMs: number | undefined
  readonly empty: number | undefined
  readonly invalid: number | undefined
  readonly dropped: number | undefined
  readonly openConnections: number | undefined
  readonly totalConnections: number | undefined
  readonly readBytes: number | undefined
  readonly readBytesTotal: number | undefined
  readonly writtenBytes: number | undefined
  readonly writtenBytesTotal: number | undefined
}

export function figuresOf(input: Measured, nodes: readonly NodeMetrics[]): InputFigures {
  const sum = (name: MetricName) => sumOver(nodes, fullName(input, name))
  return {
    received: sum('incomingMessages'),
    minuteRate: sumOver(nodes, fullName(input, 'incomingMessages'), minuteRateOf),
    lastMessageMs: latestOver(nodes, fullName(input, 'lastMessageAt')),
    empty: sum('emptyMessages'),
    invalid: sum('invalidMessages'),
    dropped: sum('droppedMessages'),
    openConnections: sum('open_connections'),
    totalConnections: sum('total_connections'),
    readBytes: sum('read_bytes_1sec'),
    readBytesTotal: sum('read_bytes_total'),
    writtenBytes: sum('written_bytes_1sec'),
    writtenBytesTotal: sum('written_bytes_total'),
  }
}

export const hasFigures = (figures: InputFigures): boolean =>
  Object.values(figures).some((figure) => figure !== undefined)
