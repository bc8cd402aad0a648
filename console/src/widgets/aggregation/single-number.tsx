import type { PivotResult } from '@logyard/contract/search/search-results'
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { metricType, seriesName } from '../../view-document/model/series-function.ts'
import { pivotResult, trendOf } from '../../view-document/model/view-model.ts'
import { useChartTheme } from '../charts/chart-theme.ts'
import { formatNumber, rounded, useMetricFormat } from '../charts/number-format.ts'
import classes from './aggregation.module.css'
import { metricNumber } from './chart-data.ts'
import { reachedThreshold, readableColor } from './thresholds.ts'
import { type Trend, trendBetween } from './trend.ts'
import type { VisualizationProps } from './visualization.ts'

/** The font size, in percent of the width, at which one character of a digit's width fits. */
const CHARACTER_SHARE = 140

/** The first metric of the first row, as large as the space allows. */
export function SingleNumber({ widget: { config }, pivot, result }: VisualizationProps) {
  const t = useText()
  const format = useMetricFormat()
  const { typeOf } = useFieldTypes()
  const { scheme } = useChartTheme()
  const options = trendOf(config)
  const value = firstValue(pivot, config)
  const type = metricType(config.series[0]?.function ?? '', typeOf)
  const none = t('widgets.number.none')
  const text = format(typeof value === 'number' ? rounded(value) : value, type) ?? none
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
        title={format(value, type) ?? none}
        style={{
          fontSize: `min(52cqh, ${CHARACTER_SHARE / Math.max(text.length, 3)}cqw)`,
          ...(reached === undefined ? {} : { color: readableColor(reached.color, scheme) }),
        }}
      >
        {text}
      </div>
      {reached?.label !== undefined && reached.label !== '' && (
        <div className={classes['numberLabel']}>{reached.label}</div>
      )}
      {trend !== undefined && <TrendLine trend={trend} />}
    </div>
  )
}

function firstValue(pivot: PivotResult, { series }: AggregationConfig): unknown {
  const [first] = series
  const leaf = (pivot.rows ?? []).find(({ source }) => source === 'leaf')
  if (first === undefined || leaf === undefined) return undefined
  return leaf.values.find(({ key }) => key.at(-1) === seriesName(first))?.value
}

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }

function TrendLine({ trend }: { trend: Trend }) {
  const t = useText()
  const intl = useIntl()
  const Arrow = ARROWS[trend.direction]
  const signed = (value: number) => `${value > 0 ? '+' : ''}${formatNumber(rounded(value), intl)}`
  const share =
    trend.share === undefined
      ? ''
      : ` / ${intl.formatNumber(trend.share, { style: 'percent', maximumFractionDigits: 2, signDisplay: 'exceptZero' })}`
  return (
    <div className={classes['trend']} data-verdict={trend.verdict}>
      <Arrow size={18} aria-hidden />
      <Text span inherit>
        {signed(trend.difference)}
        {share}
      </Text>
      <Text span size="xs" c="dimmed" translate="yes">
        {t('widgets.number.trend', { before: formatNumber(rounded(trend.before), intl) })}
      </Text>
    </div>
  )
}
