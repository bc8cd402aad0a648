import type { PivotResult } from '@logyard/contract/search/search-results'
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { metricNumber } from '../../view-document/model/metric-number.ts'
import { formatOf } from '../../view-document/model/number-unit.ts'
import { metricType, seriesName } from '../../view-document/model/series-function.ts'
import { pivotResult, trendOf } from '../../view-document/model/view-model.ts'
import { useChartTheme } from '../charts/chart-theme.ts'
import { exactMeasure, formatMeasure, useMetricFormat } from '../charts/number-format.ts'
import classes from './aggregation.module.css'
import { reachedThreshold, readableColor } from './thresholds.ts'
import { type Trend, trendBetween } from './trend.ts'
import type { VisualizationProps } from './visualization.ts'

/** The font size, in percent of the width, at which one character of a digit's width fits. */
const CHARACTER_SHARE = 140
/** A shorter text is no larger, so that the numbers of tiles of one size are of one size too. */
const USUAL_CHARACTERS = 7
/** Larger numbers lose digits that nobody reads at a glance. */
const COMPACT_FROM = 10_000_000

/** The first metric of the first row, in the same size as in the tiles beside it. */
export function SingleNumber({ widget: { config }, pivot, result }: VisualizationProps) {
  const t = useText()
  const format = useMetricFormat()
  const { typeOf } = useFieldTypes()
  const { scheme } = useChartTheme()
  const options = trendOf(config)
  const [metric] = config.series
  const value = firstValue(pivot, config)
  const type = metricType(metric?.function ?? '', typeOf)
  const written = metric && format(value, metric, type, { compactFrom: COMPACT_FROM })
  const text = written?.text ?? t('widgets.number.none')
  const reached = reachedThreshold(metricNumber(value), config)
  const before = pivotResult(result, 'trend')
  const trend =
    options.trend && before !== undefined
      ? trendBetween(metricNumber(value), metricNumber(firstValue(before, config)), options.trend_preference)
      : undefined
  return (
    <div className={classes['number']} translate="no">
      <div
        className={classes['numberValue']}
        title={written?.exact}
        style={{
          fontSize: `min(var(--ly-number-size), ${CHARACTER_SHARE / Math.max(text.length, USUAL_CHARACTERS)}cqw)`,
          ...(reached === undefined ? {} : { color: readableColor(reached.color, scheme) }),
        }}
      >
        {text}
      </div>
      {reached?.label !== undefined && reached.label !== '' && (
        <div className={classes['numberLabel']}>{reached.label}</div>
      )}
      {trend !== undefined && <TrendLine trend={trend} config={config} pivot={pivot} />}
    </div>
  )
}

function firstValue(pivot: PivotResult, { series }: AggregationConfig): unknown {
  const [first] = series
  const leaf = (pivot.rows ?? []).find(({ source }) => source === 'leaf')
  if (first === undefined || leaf === undefined) return undefined
  return leaf.values.find(({ key }) => key.at(-1) === seriesName(first))?.value
}

const ARROWS = { up: '▲', down: '▼', same: '=' }

interface TrendLineProps {
  readonly trend: Trend
  readonly config: AggregationConfig
  readonly pivot: PivotResult
}

/** The change, and the period that it is measured against. */
function TrendLine({ trend, config: { series }, pivot: { effective_timerange: range } }: TrendLineProps) {
  const t = useText()
  const intl = useIntl()
  const format = series[0] === undefined ? ({ unit: 'none' } as const) : formatOf(series[0])
  const change =
    trend.share === undefined
      ? formatMeasure(Math.abs(trend.difference), format, intl)
      : formatMeasure(Math.abs(trend.share), { unit: 'ratio' }, intl)
  const length = formatMeasure(Date.parse(range.to) - Date.parse(range.from), { unit: 'ms' }, intl)
  return (
    <div
      className={classes['trend']}
      title={t('widgets.number.before', { before: exactMeasure(trend.before, format, intl) })}
    >
      <span className={classes['change']} data-verdict={trend.verdict}>
        {ARROWS[trend.direction]} {change}
      </span>{' '}
      <span translate="yes">{t('widgets.number.versus', { length })}</span>
    </div>
  )
}
