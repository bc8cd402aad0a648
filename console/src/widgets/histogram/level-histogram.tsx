import type { PivotResult } from '@logyard/contract/search/search-results'
import type { AggregationConfig, AggregationWidget } from '@logyard/contract/views/view-state'
import { Skeleton, Text } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useSearchActions } from '../../view-document/actions/search-actions.ts'
import { pivotResult, type WidgetResult } from '../../view-document/model/view-model.ts'
import { xyPlace } from '../aggregation/chart-place.ts'
import { useChartWords } from '../aggregation/chart-words.ts'
import { usePlaceMenu } from '../aggregation/place-menu.tsx'
import { PlotFrame } from '../aggregation/plot-frame.tsx'
import { timeBuckets } from '../aggregation/time-buckets.ts'
import type { VisualizationProps } from '../aggregation/visualization.ts'
import type { XyData } from '../aggregation/xy/xy-input.ts'
import { useAlertMarks } from '../annotations/use-alert-marks.ts'
import type { ChartClick } from '../charts/chart-click.ts'
import type { ChartGestures } from '../charts/chart-surface.tsx'
import { useChartTheme } from '../charts/chart-theme.ts'
import type { MeasuredSize } from '../charts/use-size.ts'
import { HistogramChart } from './histogram-chart.tsx'
import { levelData, levelSeriesColor } from './level-data.ts'
import classes from './level-histogram.module.css'

interface LevelHistogramProps {
  readonly widget: AggregationWidget
  readonly result: WidgetResult
  readonly isInteractive: boolean
}

const NOTHING_HIDDEN: ReadonlySet<string> = new Set()

/** The number of messages over time, stacked by level. */
export function LevelHistogram({ result, ...props }: LevelHistogramProps) {
  const pivot = pivotResult(result)
  if (pivot === undefined) return <Skeleton h="100%" />
  return <Bars pivot={pivot} result={result} {...props} />
}

function Bars({ widget, pivot, result, isInteractive }: LevelHistogramProps & Pick<VisualizationProps, 'pivot'>) {
  const t = useText()
  const theme = useChartTheme()
  const words = useChartWords()
  const { setTimeRange, resetZoom, explain } = useSearchActions()
  const otherName = t('widgets.histogram.other')
  const config = useMemo(() => asStackedBars(widget.config), [widget.config])
  const data = useMemo(() => levelData(pivot, config, otherName), [pivot, config, otherName])
  const events = useAlertMarks(widget, pivot)
  const colorOf = useMemo(() => {
    const ofLevel = levelSeriesColor(theme.scheme)
    return (name: string) => (name === words.alertsName ? theme.text : ofLevel(name))
  }, [theme, words])
  const beforePivot = pivotResult(result, 'before')
  const before = useMemo(
    () =>
      beforePivot === undefined
        ? undefined
        : {
            name: words.before(startOf(pivot) - startOf(beforePivot)),
            data: levelData(beforePivot, config, otherName),
            range: beforePivot.effective_timerange,
          },
    [beforePivot, pivot, config, otherName, words],
  )
  const drawn = useMemo(
    () => ({ pivot, before, events, data, config, colorOf, hidden: NOTHING_HIDDEN, theme, words }),
    [pivot, before, events, data, config, colorOf, theme, words],
  )
  const pictured = useCallback(
    async (size: MeasuredSize) => {
      const { xyOption } = await import('../aggregation/xy/xy-option.ts')
      return xyOption({ ...drawn, ...size })
    },
    [drawn],
  )
  const legend = useMemo(() => data.series.map(({ name }) => ({ name, color: colorOf(name) })), [data, colorOf])
  const buckets = useMemo(() => timeBuckets(data.rows, pivot.effective_timerange), [data, pivot])
  const placeAt = (click: ChartClick) => xyPlace(click, { data, config, buckets, hidden: NOTHING_HIDDEN })
  const places = usePlaceMenu({ widget, pivot, isInteractive, data, config, words, placeAt })
  const zoom = (from: number, to: number) =>
    setTimeRange({ type: 'absolute', from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  return (
    <PlotFrame
      data={data}
      visualization="bar"
      draw={(size, label) => (
        <SizedHistogram
          drawn={drawn}
          size={size}
          label={label}
          onRange={isInteractive ? zoom : undefined}
          onClick={places.onClick}
        />
      )}
      pictured={pictured}
      legend={legend}
      onResetZoom={isInteractive ? resetZoom : undefined}
      onExplain={explain && (() => explain())}
      isOnPage
    >
      {before !== undefined && (
        <Text size="xs" className={classes['before'] ?? ''}>
          {before.name}
        </Text>
      )}
      {places.menu}
    </PlotFrame>
  )
}

interface SizedHistogramProps extends ChartGestures {
  readonly drawn: XyData
  readonly size: MeasuredSize
  readonly label: string
}

function SizedHistogram({ drawn, size: { width, height }, ...chart }: SizedHistogramProps) {
  const input = useMemo(() => ({ ...drawn, width, height }), [drawn, width, height])
  return <HistogramChart input={input} {...chart} />
}

const startOf = ({ effective_timerange: { from } }: PivotResult) => Date.parse(from)

const asStackedBars = (config: AggregationConfig): AggregationConfig => ({
  ...config,
  visualization_config: { barmode: 'stack' },
})
