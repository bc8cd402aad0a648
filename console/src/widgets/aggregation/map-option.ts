/** Circles on the outline of the world, sized by value. */
import type { MapVisualizationConfig } from '@logyard/contract/views/view-state'
import type { ChartOption } from '../charts/chart-option.ts'
import { tooltipElement, tooltipStyle } from '../charts/tooltip-content.ts'
import { joinKey } from './chart-data.ts'
import type { ChartInput } from './chart-input.ts'
import type { MapPoint } from './map-points.ts'

export interface MapInput extends Omit<ChartInput, 'config' | 'width' | 'height'> {
  readonly points: readonly MapPoint[]
  readonly viewport: MapVisualizationConfig['viewport']
}

/** One step of stored zoom shows a quarter of the area, as on tiled maps. */
const drawnZoom = (zoom: number): number => 2 ** (Math.max(zoom, 1) - 1)
export const storedZoom = (drawn: number): number => Math.round((1 + Math.log2(Math.max(drawn, 1))) * 100) / 100

const SMALLEST_PX = 5
const STEP_PX = 2.6

export function mapOption({ data, points, viewport, colorOf, hidden, theme, words }: MapInput): ChartOption {
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    geo: {
      map: 'world',
      roam: true,
      silent: true,
      scaleLimit: { min: 1, max: 64 },
      center: [viewport.center_y, viewport.center_x],
      zoom: drawnZoom(viewport.zoom),
      itemStyle: { areaColor: theme.land, borderColor: theme.surface, borderWidth: 0.8 },
      top: 4,
      bottom: 4,
      left: 4,
      right: 4,
      preserveAspect: true,
    },
    tooltip: {
      trigger: 'item',
      ...tooltipStyle(theme),
      formatter: (params) => {
        const [one] = Array.isArray(params) ? params : [params]
        const point = points.filter(({ series }) => data.series[series]?.name === one?.seriesName)[one?.dataIndex ?? -1]
        const series = data.series[point?.series ?? -1]
        if (point === undefined || series === undefined) return ''
        return tooltipElement({
          title: joinKey([...point.keys, `${point.latitude},${point.longitude}`]),
          rows: [
            {
              name: series.name,
              color: colorOf(series.name),
              value: words.metric(point.value, series.series),
            },
          ],
        })
      },
    },
    series: data.series
      .filter(({ name }) => !hidden.has(name))
      .map(({ name }) => ({
        type: 'scatter',
        coordinateSystem: 'geo',
        name,
        itemStyle: { color: colorOf(name), opacity: 0.68, borderColor: theme.surface, borderWidth: 1 },
        data: points
          .filter(({ series }) => data.series[series]?.name === name)
          .map(({ longitude, latitude, value, step }) => ({
            value: [longitude, latitude, value],
            symbolSize: SMALLEST_PX + step * STEP_PX,
          })),
      })),
  }
}
