/** A Sankey diagram: values of each grouping from left to right, and between them flows as wide as their metric. */
import type { ChartOption } from '../../charts/chart-option.ts'
import { type TooltipContent, tooltipElement, tooltipStyle } from '../../charts/tooltip-content.ts'
import type { ChartInput } from '../chart-input.ts'
import { type Flow, type FlowNode, type FlowPath, flowsIn, groupingsOf } from './flows.ts'

export interface SankeyInput extends Omit<ChartInput, 'data' | 'hidden'> {
  readonly paths: readonly FlowPath[]
  /** The name of the values that have no room. */
  readonly others: (count: number) => string
  /** The share of a flow in a node. */
  readonly shareOf: (node: string) => string
}

const LEFT = 8
const TOP = 26
const BOTTOM = 8
const NODE_WIDTH = 12
const LABEL_GAP = 6
/** The names of the last grouping. */
const MOST_LABEL = 160

export function sankeyOption(input: SankeyInput): ChartOption {
  const { paths, config, theme, width, height } = input
  const groupings = groupingsOf(config)
  const { nodes, flows } = flowsIn(paths, groupings.length, height - TOP - BOTTOM)
  const right = Math.min(width * 0.24, MOST_LABEL)
  const step = (width - LEFT - right - NODE_WIDTH) / Math.max(groupings.length - 1, 1)
  const roomOf = (depth: number) => (depth === groupings.length - 1 ? right : step - NODE_WIDTH) - 2 * LABEL_GAP
  const labelOf = (node: FlowNode) => nodeLabel(node, input)
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    title: groupings.map(({ field }, depth) => ({
      text: field,
      left: LEFT + depth * step,
      top: 6,
      padding: 0,
      textStyle: {
        color: theme.dimmed,
        fontSize: 11,
        fontWeight: 600,
        width: roomOf(depth) + NODE_WIDTH,
        overflow: 'truncate',
      },
    })),
    tooltip: {
      trigger: 'item',
      ...tooltipStyle(theme),
      formatter: (params) => {
        const [one] = [params].flat()
        const node = nodes.get(one?.name ?? '')
        const flow = flows.get(one?.name ?? '')
        if (node !== undefined) return tooltipElement(nodeTooltip(node, input))
        return flow === undefined ? '' : tooltipElement(flowTooltip(flow, input))
      },
    },
    series: [
      {
        type: 'sankey',
        left: LEFT,
        right,
        top: TOP,
        bottom: BOTTOM,
        nodeWidth: NODE_WIDTH,
        nodeGap: 11,
        draggable: false,
        emphasis: { focus: 'adjacency' },
        label: {
          position: 'right',
          distance: LABEL_GAP,
          color: theme.text,
          fontSize: 11,
          overflow: 'truncate',
          textBorderColor: theme.surface,
          textBorderWidth: 2,
        },
        lineStyle: { color: 'source', opacity: theme.scheme === 'dark' ? 0.38 : 0.28, curveness: 0.5 },
        data: [...nodes.values()].map((node) => ({
          name: node.id,
          depth: node.depth,
          itemStyle: { color: node.value === undefined ? theme.dimmed : input.colorOf(labelOf(node)), borderWidth: 0 },
          label: { formatter: () => labelOf(node), width: roomOf(node.depth) },
        })),
        links: [...flows.values()].map(({ from, to, size }) => ({ source: from.id, target: to.id, value: size })),
      },
    ],
  }
}

function nodeLabel(
  { depth, value, valueCount }: FlowNode,
  { config, words, others }: Pick<SankeyInput, 'config' | 'words' | 'others'>,
): string {
  return value === undefined ? others(valueCount) : words.key(value, groupingsOf(config)[depth]?.type === 'time')
}

function nodeTooltip(node: FlowNode, input: SankeyInput): TooltipContent {
  return { title: nodeLabel(node, input), rows: [metricRow(node.size, input)] }
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

function flowTooltip({ from, to, size }: Flow, input: SankeyInput): TooltipContent {
  const share = (node: FlowNode) => ({
    name: input.shareOf(nodeLabel(node, input)),
    value: percent.format(size / node.size),
  })
  return {
    title: `${nodeLabel(from, input)} → ${nodeLabel(to, input)}`,
    rows: [metricRow(size, input), share(from), share(to)],
  }
}

function metricRow(size: number, { config, words }: SankeyInput) {
  const [metric] = config.series
  if (metric === undefined) return { name: '', value: String(size) }
  return { name: metric.config.name ?? metric.function, value: words.metric(size, metric) }
}
