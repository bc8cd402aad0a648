import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ChartCanvasProps } from './chart-canvas.tsx'

const ChartCanvas = lazy(() => loadCharts().then((module) => ({ default: module.ChartCanvas })))

/** Also called in advance, while the results are loading. */
export const loadCharts = () => import('./chart-canvas.tsx')

/** A chart; ECharts is loaded with the first one. */
export function Chart(props: ChartCanvasProps) {
  return (
    <Suspense fallback={<Skeleton h="100%" w="100%" />}>
      <ChartCanvas {...props} />
    </Suspense>
  )
}
