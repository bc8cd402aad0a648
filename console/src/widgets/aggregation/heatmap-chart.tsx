import { useCallback, useMemo } from 'react'
import { useText } from '../../base/text/text.tsx'
import { heatColors } from '../../base/theme/chart-colors.ts'
import { sharedFormat } from '../../view-document/model/number-unit.ts'
import { useChartTheme } from '../charts/chart-theme.ts'
import classes from './aggregation.module.css'
import { chartData } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { heatPlace } from './chart-place.ts'
import { useChartWords } from './chart-words.ts'
import { heatExtent, heatmapOption } from './heatmap-option.ts'
import { usePlaceMenu } from './place-menu.tsx'
import { useValuePaths } from './value-paths.ts'
import type { VisualizationProps } from './visualization.ts'

export function HeatmapChart({ widget, pivot, hasMenus }: VisualizationProps) {
  const { config } = widget
  const t = useText()
  const theme = useChartTheme()
  const words = useChartWords()
  const data = useMemo(() => chartData(pivot, config), [pivot, config])
  const none = t('widgets.heatmap.none')
  const option = useCallback(
    (size: { readonly width: number; readonly height: number }) =>
      heatmapOption({ data, config, theme, words, none, ...size }),
    [data, config, theme, words, none],
  )
  const extent = heatExtent(data)
  const format = sharedFormat(config)
  const paths = useValuePaths(data, config, pivot)
  const places = usePlaceMenu({ paths, words, widget })
  return (
    <ChartFrame
      data={data}
      visualization="heatmap"
      option={option}
      onClick={hasMenus ? (click) => places.show(heatPlace(click, data), click.at) : undefined}
    >
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
