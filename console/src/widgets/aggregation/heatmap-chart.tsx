import { useCallback, useMemo } from 'react'
import { useText } from '../../base/text/text.tsx'
import { heatColors } from '../../base/theme/chart-colors.ts'
import { sharedFormat } from '../../view-document/model/number-unit.ts'
import type { ChartClick } from '../charts/chart-click.ts'
import { useChartTheme } from '../charts/chart-theme.ts'
import type { MeasuredSize } from '../charts/use-size.ts'
import classes from './aggregation.module.css'
import { chartData } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { heatPlace } from './chart-place.ts'
import { useChartWords } from './chart-words.ts'
import { heatExtent, heatmapOption } from './heatmap-option.ts'
import { usePlaceMenu } from './place-menu.tsx'
import type { VisualizationProps } from './visualization.ts'

export function HeatmapChart({ widget, pivot, isInteractive }: VisualizationProps) {
  const { config } = widget
  const t = useText()
  const theme = useChartTheme()
  const words = useChartWords()
  const data = useMemo(() => chartData(pivot, config), [pivot, config])
  const none = t('widgets.heatmap.none')
  const option = useCallback(
    (size: MeasuredSize) => heatmapOption({ data, config, theme, words, none, ...size }),
    [data, config, theme, words, none],
  )
  const extent = heatExtent(data)
  const format = sharedFormat(config)
  const placeAt = (click: ChartClick) => heatPlace(click, data)
  const places = usePlaceMenu({ widget, pivot, isInteractive, data, config, words, placeAt })
  return (
    <ChartFrame data={data} visualization="heatmap" option={option} onClick={places.onClick}>
      {extent !== undefined && (
        <div className={classes['scale']} translate="no">
          <span>{words.axis(extent.least, format)}</span>
          <span className={classes['scaleSteps']} aria-hidden>
            {heatColors(theme.scheme).map((color) => (
              <span key={color} style={{ backgroundColor: color }} />
            ))}
          </span>
          <span>{words.axis(extent.most, format)}</span>
        </div>
      )}
      {places.menu}
    </ChartFrame>
  )
}
