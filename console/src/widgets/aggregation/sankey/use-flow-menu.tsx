import { useMemo, useState } from 'react'
import { deferred } from '../../../base/deferred/deferred.tsx'
import type { ChartClick } from '../../charts/chart-click.ts'
import type { ChartWords } from '../chart-words.ts'
import { createValuePaths } from '../value-paths.ts'
import type { VisualizationProps } from '../visualization.ts'
import { type FlowNode, type FlowPath, flowsIn, groupingsOf } from './flows.ts'

const PlaceMenuAt = deferred(() => import('../place-items.tsx').then((module) => module.PlaceMenuAt))

interface FlowMenuOptions extends Pick<VisualizationProps, 'widget' | 'pivot' | 'isInteractive'> {
  readonly paths: readonly FlowPath[]
  readonly words: ChartWords
}

interface OpenFlow {
  readonly at: DOMRect
  /** The values at the ends of the flow, or the value of the node. */
  readonly ends: readonly FlowNode[]
}

/** The menu of the values of a node or flow, and what opens it. */
export function useFlowMenu({ widget, pivot, isInteractive, paths, words }: FlowMenuOptions) {
  const { config } = widget
  const [open, setOpen] = useState<OpenFlow>()
  const valuePaths = useMemo(() => {
    const groupings = [...groupingsOf(config)]
    // A smaller picture has some of these nodes, with the same ids.
    const { nodes } = flowsIn(paths, groupings.length, Number.POSITIVE_INFINITY)
    const keys = paths.map(({ values }) => values)
    const { row } = createValuePaths(keys, [], { ...config, row_pivots: groupings }, pivot.effective_timerange)
    const partOf = ({ depth, value }: FlowNode) =>
      row(groupings.map((_, index) => (index === depth ? (value ?? '') : ''))).slice(depth, depth + 1)
    return { nodes, partOf }
  }, [paths, config, pivot])
  const [metric] = config.series
  const menu = (
    <PlaceMenuAt
      isWanted={open !== undefined}
      open={
        open && {
          at: open.at,
          place: { row: [], series: metric && { name: '', series: metric, columnKey: [], values: [] } },
        }
      }
      paths={{ row: () => open?.ends.flatMap(valuePaths.partOf) ?? [], column: () => [] }}
      words={words}
      widget={widget}
      onClose={() => setOpen(undefined)}
    />
  )
  const show = ({ mark, at }: ChartClick) => {
    const ids = mark?.name.split(' > ') ?? []
    const ends = ids.flatMap((id) => valuePaths.nodes.get(id) ?? []).filter(({ value }) => value !== undefined)
    setOpen(ends.length === 0 ? undefined : { at, ends })
  }
  return isInteractive ? { menu, onClick: show } : { menu }
}
