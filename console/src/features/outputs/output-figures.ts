/** The metrics of outputs. */
import { minuteRateOf, type NodeMetrics, sumOver } from '../../cluster/live-metrics.ts'

const NAMES = ['written', 'dropped', 'faults', 'queuedMessages', 'queuedBytes'] as const
type MetricName = (typeof NAMES)[number]

const fullName = (outputId: string, name: MetricName) => `logyard.outputs.${outputId}.${name}`

export const metricNamesOf = (outputId: string): readonly string[] => NAMES.map((name) => fullName(outputId, name))

/** Summed over all nodes. */
export interface OutputFigures {
  readonly written: number
  /** Messages per second, averaged over the last minute. */
  readonly minuteRate: number
  readonly dropped: number
  readonly faults: number
  readonly queuedMessages: number
  readonly queuedBytes: number
}

/** `undefined` if no node has started the output. */
export function figuresOf(outputId: string, nodes: readonly NodeMetrics[]): OutputFigures | undefined {
  const sum = (name: MetricName) => sumOver(nodes, fullName(outputId, name)) ?? 0
  const minuteRate = sumOver(nodes, fullName(outputId, 'written'), minuteRateOf)
  if (minuteRate === undefined) return undefined
  return {
    minuteRate,
    written: sum('written'),
    dropped: sum('dropped'),
    faults: sum('faults'),
    queuedMessages: sum('queuedMessages'),
    queuedBytes: sum('queuedBytes'),
  }
}
