import type { EChartsType } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { usePrinting } from '../../ui/use-printing.ts'
import classes from './chart.module.css'
import type { ChartOption } from './chart-option.ts'
import { type ChartGestures, ChartSurface } from './chart-surface.tsx'
import type { Plot } from './plot.ts'
import { useChart } from './use-chart.ts'

export interface ChartCanvasProps extends ChartGestures {
  readonly option: ChartOption
  /** Describes the chart to screen readers. */
  readonly label: string
  /** The user moved a map. */
  readonly onRoam?: ((center: readonly [x: number, y: number], zoom: number) => void) | undefined
}

/** A chart drawn by ECharts. */
export function ChartCanvas({ option, label, onRange, onClick, onRoam }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const { chart, hovered } = useChart(element, { option, onRoam })

  // ECharts may use several canvases at screen resolution, of which a printer shows one: print a single sharp copy.
  const isPrinting = usePrinting()
  useEffect(() => {
    const { current: sheet } = paper
    if (isPrinting && chart.current !== undefined)
      sheet?.replaceChildren(chart.current.renderToCanvas({ pixelRatio: 2 }))
    return () => sheet?.replaceChildren()
  }, [chart, isPrinting])

  return (
    <ChartSurface
      plotOf={() => chart.current && plotOf(chart.current)}
      markAt={() => hovered.current}
      onRange={onRange}
      onClick={onClick}
    >
      <div ref={element} className={classes['canvas']} role="img" aria-label={label} translate="no" />
      <div ref={paper} className={classes['paper']} />
    </ChartSurface>
  )
}

const plotOf = (chart: EChartsType): Plot => ({
  contains: (x, y) => chart.containPixel('grid', [x, y]),
  xAt: (x) => Number(chart.convertFromPixel({ xAxisIndex: 0 }, x)),
  yOf: (value) => Number(chart.convertToPixel({ yAxisIndex: 0 }, value)),
})
