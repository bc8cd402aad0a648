import type { PivotResult } from '@logyard/contract/search/search-results'
import { useCallback, useMemo, useState } from 'react'
import { useSearchActionsIfAny } from '../../../view-document/actions/search-actions.ts'
import { isOverTime } from '../../../view-document/model/aggregation-config.ts'
import { eventsResult, pivotResult } from '../../../view-document/model/view-model.ts'
import { useAlertMarks } from '../../annotations/use-alert-marks.ts'
import type { ChartClick } from '../../charts/chart-click.ts'
import { useChartTheme } from '../../charts/chart-theme.ts'
import type { MeasuredSize } from '../../charts/use-size.ts'
import { chartData } from '../chart-data.ts'
import { ChartFrame } from '../chart-frame.tsx'
import { xyPlace } from '../chart-place.ts'
import { useChartWords } from '../chart-words.ts'
import { Legend } from '../legend.tsx'
import { usePlaceItems } from '../place-items.tsx'
import { usePlaceMenu } from '../place-menu.tsx'
import { seriesColors } from '../series-colors.ts'
import { timeBuckets } from '../time-buckets.ts'
import type { VisualizationProps } from '../visualization.ts'
import { positionsOf, valueScale } from './value-scale.ts'
import { eventsByInstant } from './xy-marks.ts'
import { xyOption } from './xy-option.ts'

/** Bars, lines, areas and points. */
export function XyChart({ widget, pivot, result, onColor, isInteractive }: VisualizationProps) {
  const theme = useChartTheme()
  const words = useChartWords()
  const actions = useSearchActionsIfAny()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const { config } = widget
  const data = useMemo(() => chartData(pivot, config), [pivot, config])
  const colorOf = useMemo(() => seriesColors(data.series, config, theme.scheme), [data, config, theme.scheme])
  const beforePivot = pivotResult(result, 'before')
  const before = useMemo(
    () =>
      beforePivot === undefined
        ? undefined
        : {
            name: words.before(startOf(pivot) - startOf(beforePivot)),
            data: chartData(beforePivot, config),
            range: beforePivot.effective_timerange,
          },
    [beforePivot, pivot, config, words],
  )
  const marks = useAlertMarks(widget, pivot)
  const events = eventsResult(result) ?? marks
  const option = useCallback(
    (size: MeasuredSize) => xyOption({ pivot, before, events, data, config, colorOf, hidden, theme, words, ...size }),
    [pivot, before, events, data, config, colorOf, hidden, theme, words],
  )
  const legend = useMemo(() => {
    const names = [
      ...data.series.map(({ name }) => name),
      ...(before === undefined ? [] : [before.name]),
      ...(eventsByInstant(events).size === 0 ? [] : [words.alertsName]),
    ]
    return names.map((name) => ({ name, color: name === before?.name ? theme.dimmed : colorOf(name) }))
  }, [data, before, events, words, theme, colorOf])
  const buckets = useMemo(() => timeBuckets(data.rows, pivot.effective_timerange), [data, pivot])
  const drawn = useMemo(
    () => positionsOf(data, config, valueScale({ config, data, before, words }), hidden),
    [data, config, before, words, hidden],
  )
  const placeAt = (click: ChartClick) => xyPlace(click, { data: drawn, config, buckets, hidden })
  const places = usePlaceMenu({ widget, pivot, isInteractive, data, config, words, placeAt })
  const items = usePlaceItems({ widget, pivot, isInteractive, data, config, words })
  const zoom = (from: number, to: number) =>
    actions?.setTimeRange({ type: 'absolute', from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  return (
    <ChartFrame
      data={data}
      visualization={xyKind(config.visualization)}
      option={option}
      legend={legend}
      onRange={isInteractive ? zoom : undefined}
      onResetZoom={isInteractive && isOverTime(config.row_pivots) ? actions?.resetZoom : undefined}
      onClick={places.onClick}
    >
      {(legend.length > 1 || config.column_pivots.length > 0) && (
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

const startOf = ({ effective_timerange: { from } }: PivotResult) => Date.parse(from)

const xyKind = (visualization: string) =>
  visualization === 'bar' || visualization === 'area' || visualization === 'scatter' ? visualization : 'line'
