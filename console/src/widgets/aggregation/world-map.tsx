import type { MapVisualizationConfig } from '@logyard/contract/views/view-state'
import { Skeleton } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import { mapOf } from '../../view-document/model/view-model.ts'
import type { ChartClick } from '../charts/chart-click.ts'
import type { ChartOption } from '../charts/chart-option.ts'
import { useChartTheme } from '../charts/chart-theme.ts'
import { tooltipElement, tooltipStyle } from '../charts/tooltip-content.ts'
import classes from './aggregation.module.css'
import { chartData, joinKey } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartInput } from './chart-input.ts'
import { mapPlace } from './chart-place.ts'
import { useChartWords } from './chart-words.ts'
import { Legend } from './legend.tsx'
import { type MapPoint, mapPoints } from './map-points.ts'
import { usePlaceItems } from './place-items.tsx'
import { usePlaceMenu } from './place-menu.tsx'
import { seriesColors } from './series-colors.ts'
import type { VisualizationProps } from './visualization.ts'

/** Waits until the outline of the world is loaded. */
const OutlinedMap = deferred(async () => {
  const { loadWorldOutline } = await import('../charts/world-outline.ts')
  await loadWorldOutline()
  return OutlinedWorldMap
})

export const WorldMap = (props: VisualizationProps) => <OutlinedMap {...props} fallback={<Skeleton h="100%" />} />

function OutlinedWorldMap({ widget, pivot, onColor, onConfig, isInteractive }: VisualizationProps) {
  const { config } = widget
  const t = useText()
  const theme = useChartTheme()
  const words = useChartWords()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  // The first drawing uses the stored view; after that the chart keeps track of its own view.
  const [viewport] = useState(mapOf(config).viewport)
  const data = useMemo(() => chartData(pivot, config), [pivot, config])
  const { points, unplaced } = useMemo(() => mapPoints(data), [data])
  const colorOf = useMemo(() => seriesColors(data.series, config, theme.scheme), [data, config, theme.scheme])
  const legend = useMemo(() => data.series.map(({ name }) => ({ name, color: colorOf(name) })), [data, colorOf])
  const option = useCallback(
    () => mapOption({ data, points, viewport, colorOf, hidden, theme, words }),
    [data, points, viewport, colorOf, hidden, theme, words],
  )
  const placeAt = (click: ChartClick) => mapPlace(click, data, points)
  const places = usePlaceMenu({ widget, pivot, isInteractive, data, config, words, placeAt })
  const items = usePlaceItems({ widget, pivot, isInteractive, data, config, words })
  const roam = ([x, y]: readonly [number, number], zoom: number) =>
    onConfig?.({ ...config, visualization_config: { viewport: { center_x: y, center_y: x, zoom: storedZoom(zoom) } } })
  return (
    <ChartFrame
      data={data}
      visualization="map"
      option={option}
      legend={legend}
      onRoam={onConfig === undefined ? undefined : roam}
      onClick={places.onClick}
    >
      {unplaced > 0 && (
        <div className={classes['note']} role="note">
          {t('widgets.map.unplaced', { count: unplaced })}
        </div>
      )}
      {data.series.length > 1 && (
        <Legend
          entries={legend}
          hidden={hidden}
          onHidden={setHidden}
          onColor={onColor}
          itemsFor={items.itemsOfSeries}
        />
      )}
      {places.menu}
    </ChartFrame>
  )
}

interface MapInput extends Omit<ChartInput, 'config' | 'width' | 'height'> {
  readonly points: readonly MapPoint[]
  readonly viewport: MapVisualizationConfig['viewport']
}

/** One step of stored zoom shows a quarter of the area, as on tiled maps. */
const drawnZoom = (zoom: number): number => 2 ** (Math.max(zoom, 1) - 1)
const storedZoom = (drawn: number): number => Math.round((1 + Math.log2(Math.max(drawn, 1))) * 100) / 100

const SMALLEST_PX = 5
const STEP_PX = 2.6

/** Circles on the outline of the world, sized by value. */
function mapOption({ data, points, viewport, colorOf, hidden, theme, words }: MapInput): ChartOption {
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
