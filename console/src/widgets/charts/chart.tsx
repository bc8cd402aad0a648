import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ChartCanvasProps } from './chart-canvas.tsx'

const ChartCanvas = lazy(() => import('./chart-canvas.tsx').then((module) => ({ default: module.ChartCanvas })))

/** A chart; what draws it is loaded with the first one. */
export function Chart(props: ChartCanvasProps) {
  return (
    <Suspense fallback={<Skeleton h="100%" w="100%" />}>
      <ChartCanvas {...props} />
    </Suspense>
  )
}
