import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import type { AggregationConfig, AggregationWidget } from '@logyard/contract/views/view-state'
import { Button, Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { DiagnoseLink } from '../../ingest/diagnose-link.tsx'
import { missingIn } from '../../ingest/diagnosis-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { isEmptyAggregation, isOverTime, missingFor } from '../../view-document/model/aggregation-config.ts'
import { pivotResult, type WidgetResult } from '../../view-document/model/view-model.ts'
import { HeatmapChart } from './heatmap-chart.tsx'
import { PieChart } from './pie-chart.tsx'
import { SankeyChart } from './sankey/sankey-chart.tsx'
import { withColor } from './series-colors.ts'
import { SingleNumber } from './single-number.tsx'
import { DataTable } from './table/data-table.tsx'
import type { VisualizationProps } from './visualization.ts'
import { WorldMap } from './world-map.tsx'
import { XyChart } from './xy/xy-chart.tsx'

export interface AggregationViewProps {
  readonly widget: AggregationWidget
  readonly result: WidgetResult
  readonly isInteractive: boolean
  /** Absent: the widget cannot be changed here. */
  readonly onConfig?: ((config: AggregationConfig) => void) | undefined
  /** Shown in the editor. */
  readonly isEdited?: boolean
  readonly onEdit?: (() => void) | undefined
}

/** An aggregation in its visualization, or why there is nothing to show. */
export function AggregationView({ widget, result, isInteractive, onConfig, isEdited, onEdit }: AggregationViewProps) {
  const t = useText()
  const { config } = widget
  const pivot = pivotResult(result)
  if (isEmptyAggregation(config)) {
    return (
      <EmptyState
        icon={<IconChartBar />}
        title={t('widgets.empty.aggregation')}
        text={t('widgets.empty.aggregation.text')}
        action={
          onEdit !== undefined && (
            <Button size="xs" onClick={onEdit}>
              {t('widgets.edit')}
            </Button>
          )
        }
      />
    )
  }
  const missing = missingFor(config)
  if (missing !== undefined) return <EmptyState title={t(`widgets.missing.${missing}`)} />
  if (pivot === undefined) return result.isLoading ? <Skeleton h="100%" /> : <NoData widget={widget} />
  const isEmpty = (pivot.rows ?? []).every(({ source }) => source !== 'leaf')
  if (isEmpty && config.visualization !== 'numeric' && !isOverTimeChart(config))
    return <NoData widget={widget} range={pivot.effective_timerange} />
  const Visualization = VISUALIZATIONS[config.visualization]
  return (
    <Visualization
      widget={widget}
      pivot={pivot}
      result={result}
      isInteractive={isInteractive}
      onColor={onConfig === undefined ? undefined : (name, color) => onConfig(withColor(config, name, color))}
      onConfig={isEdited ? onConfig : undefined}
    />
  )
}

/** An empty time axis still shows when nothing happened. */
const isOverTimeChart = (config: AggregationConfig) => config.visualization === 'bar' && isOverTime(config.row_pivots)

const VISUALIZATIONS: Readonly<Record<AggregationConfig['visualization'], (props: VisualizationProps) => ReactNode>> = {
  table: DataTable,
  bar: XyChart,
  line: XyChart,
  area: XyChart,
  scatter: XyChart,
  pie: PieChart,
  heatmap: HeatmapChart,
  numeric: SingleNumber,
  map: WorldMap,
  sankey: SankeyChart,
}

function NoData({ widget, range }: { readonly widget: AggregationWidget; readonly range?: EffectiveRange }) {
  const t = useText()
  return (
    <EmptyState
      title={t('widgets.noData')}
      text={t('widgets.noData.text')}
      action={<DiagnoseLink {...missingIn(widget.streams, range)} />}
    />
  )
}
