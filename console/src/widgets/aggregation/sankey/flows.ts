/** The flows from each value of a grouping to the values of the next one. */
import type { AggregationConfig, WidgetPivot } from '@logyard/contract/views/view-state'
import { seriesName } from '../../../view-document/model/series-function.ts'
import type { ChartData } from '../chart-data.ts'

/** More values of one grouping could not be told apart. */
const MOST_NODES = 20
/** The height that a value needs for its name. */
const NODE_PX = 20

export interface FlowNode {
  readonly id: string
  /** The index of its grouping. */
  readonly depth: number
  /** The smallest values are one node, without a value of its own. */
  readonly value: string | undefined
  /** How many values it stands for. */
  readonly valueCount: number
  readonly size: number
}

export interface Flow {
  readonly id: string
  readonly from: FlowNode
  readonly to: FlowNode
  readonly size: number
}

export interface Flows {
  readonly nodes: ReadonlyMap<string, FlowNode>
  readonly flows: ReadonlyMap<string, Flow>
}

/** Row groupings first, then those of the columns. */
export const groupingsOf = ({ row_pivots, column_pivots }: AggregationConfig): readonly WidgetPivot[] => [
  ...row_pivots,
  ...column_pivots,
]

export interface FlowPath {
  readonly values: readonly string[]
  readonly size: number
}

/** The groups of the first metric. Nothing can flow where the metric is zero or negative. */
export function flowPaths({ rows, series }: ChartData, config: AggregationConfig): readonly FlowPath[] {
  const [metric] = config.series
  if (metric === undefined) return []
  return series
    .filter((one) => seriesName(one.series) === seriesName(metric))
    .flatMap(({ columnKey, values }) =>
      rows.map((key, row) => ({ values: [...key, ...columnKey], size: values[row] ?? 0 })),
    )
    .filter(({ size }) => size > 0)
}

/** The nodes and flows that a picture of this height has room for. */
export function flowsIn(paths: readonly FlowPath[], depths: number, height: number): Flows {
  const most = Math.max(3, Math.min(MOST_NODES, Math.floor(height / NODE_PX)))
  const columns = Array.from({ length: depths }, (_, depth) => nodesAt(paths, depth, most))
  const nodes = new Map(columns.flatMap(({ nodes: all }) => all.map((node) => [node.id, node] as const)))
  const flows = new Map<string, Flow>()
  for (const { values, size } of paths) {
    for (const [depth, value] of values.slice(0, -1).entries()) {
      const from = columns[depth]?.nodeOf(value)
      const to = columns[depth + 1]?.nodeOf(values[depth + 1] ?? '')
      if (from === undefined || to === undefined) continue
      const id = flowId(from.id, to.id)
      flows.set(id, { id, from, to, size: size + (flows.get(id)?.size ?? 0) })
    }
  }
  return { nodes, flows }
}

/** The name that ECharts has for the flow between two nodes. */
const flowId = (from: string, to: string) => `${from} > ${to}`

function nodesAt(paths: readonly FlowPath[], depth: number, most: number) {
  const sizes = new Map<string, number>()
  for (const { values, size } of paths) {
    const value = values[depth] ?? ''
    sizes.set(value, size + (sizes.get(value) ?? 0))
  }
  const ranked = [...sizes].toSorted(([, a], [, b]) => b - a)
  // The others share one place.
  const shown = ranked.length <= most ? ranked : ranked.slice(0, most - 1)
  const rest = ranked.slice(shown.length)
  const byValue = new Map(
    shown.map(([value, size], rank): [string, FlowNode] => [
      value,
      { id: `${depth}:${rank}`, depth, value, valueCount: 1, size },
    ]),
  )
  const others: FlowNode = {
    id: `${depth}:others`,
    depth,
    value: undefined,
    valueCount: rest.length,
    size: rest.reduce((sum, [, size]) => sum + size, 0),
  }
  return {
    nodes: rest.length === 0 ? [...byValue.values()] : [...byValue.values(), others],
    nodeOf: (value: string) => byValue.get(value) ?? others,
  }
}
