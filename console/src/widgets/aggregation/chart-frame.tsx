import { useMemo } from 'react'
import { Chart } from '../charts/chart.tsx'
import type { ChartCanvasProps } from '../charts/chart-canvas.tsx'
import type { ChartOption } from '../charts/chart-option.ts'
import type { MeasuredSize } from '../charts/use-size.ts'
import { PlotFrame, type PlotFrameProps } from './plot-frame.tsx'

type Handlers = Pick<ChartCanvasProps, 'onRange' | 'onRoam' | 'onClick'>

export interface ChartFrameProps extends Omit<PlotFrameProps, 'draw' | 'pictured' | 'isOnPage'>, Handlers {
  readonly option: (size: MeasuredSize) => ChartOption
}

/** A chart that ECharts draws, with the notes around it. */
export function ChartFrame({ option, onRange, onRoam, onClick, ...frame }: ChartFrameProps) {
  const handlers = { onRange, onRoam, onClick }
  return (
    <PlotFrame
      {...frame}
      pictured={option}
      draw={(size, label) => <SizedChart option={option} size={size} label={label} {...handlers} />}
    />
  )
}

interface SizedChartProps extends Handlers {
  readonly option: (size: MeasuredSize) => ChartOption
  readonly size: MeasuredSize
  readonly label: string
}

function SizedChart({ option, size: { width, height }, ...chart }: SizedChartProps) {
  const drawn = useMemo(() => option({ width, height }), [option, width, height])
  return <Chart option={drawn} {...chart} />
}
