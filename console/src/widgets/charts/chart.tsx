import { Skeleton } from '@mantine/core'
import { deferred } from '../../base/deferred/deferred.tsx'
import type { ChartCanvasProps } from './chart-canvas.tsx'

const ChartCanvas = deferred(() => import('./chart-canvas.tsx').then((module) => module.ChartCanvas))

/** Loads ECharts in advance, while the results are loading. */
export const loadCharts = ChartCanvas.prepare

/** A chart; ECharts is loaded with the first one. */
export const Chart = (props: ChartCanvasProps) => <ChartCanvas {...props} fallback={<Skeleton h="100%" w="100%" />} />
