import { Skeleton } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import { mapOf } from '../../view-document/model/view-model.ts'
import type { ChartClick } from '../charts/chart-click.ts'
import { useChartTheme } from '../charts/chart-theme.ts'
import classes from './aggregation.module.css'
import { chartData } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { mapPlace } from './chart-place.ts'
import { useChartWords } from './chart-words.ts'
import { Legend } from './legend.tsx'
import { mapOption, storedZoom } from './map-option.ts'
import { mapPoints } from './map-points.ts'
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
          itemsFor={places.itemsOfSeries}
        />
      )}
      {places.menu}
    </ChartFrame>
  )
}
