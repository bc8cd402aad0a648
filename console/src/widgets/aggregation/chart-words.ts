import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { wallClock } from '../../query/time-range/zoned-time.ts'
import { metricType } from '../../view-document/model/series-function.ts'
import { formatCompact, useMetricFormat } from '../charts/number-format.ts'
import type { TickUnit } from '../charts/time-ticks.ts'
import { EVENTS_NAME } from './series-colors.ts'

/** The words and numbers of a chart, in the user's language and zone. */
export interface ChartWords {
  readonly zone: string
  /** Formats by the metric's function. */
  metric(value: number | null, series: string): string
  metricType(series: string): string
  axis(value: number): string
  tick(ms: number, unit: TickUnit): string
  instant(ms: number): string
  /** The start and end of a bucket. */
  bucket(fromMs: number, toMs: number): string
  readonly before: string
  alerts(messages: readonly string[]): string
  readonly alertsName: string
  more(count: number): string
  /** A key of a grouping: instants in the user's zone, empty values by name. */
  key(value: string, isTime: boolean): string
}

export function useChartWords(): ChartWords {
  const t = useText()
  const intl = useIntl()
  const metricFormat = useMetricFormat()
  const { typeOf } = useFieldTypes()
  return useMemo(() => {
    const zone = intl.timeZone ?? 'UTC'
    const clock = (ms: number) => wallClock(ms, zone)
    return {
      zone,
      metric: (value, series) => metricFormat(value, metricType(series, typeOf)) ?? t('widgets.noValue'),
      metricType: (series) => metricType(series, typeOf),
      axis: (value) => formatCompact(value, intl),
      tick: (ms, unit) => tickText(clock(ms), ms, unit, (options) => intl.formatDate(ms, options)),
      instant: clock,
      bucket: (fromMs, toMs) => {
        const [from, to] = [clock(fromMs), clock(toMs)]
        const isSameDay = from.slice(0, 10) === to.slice(0, 10)
        return `${from} – ${isSameDay ? to.slice(11) : to}`
      },
      before: t('widgets.chart.before'),
      alerts: ([first = '', ...others]) =>
        others.length === 0 ? first : t('widgets.chart.alerts', { count: others.length + 1 }),
      alertsName: EVENTS_NAME,
      more: (count) => t('widgets.chart.more', { count }),
      key: (value, isTime) => {
        const at = isTime ? Date.parse(value) : Number.NaN
        if (!Number.isNaN(at)) return clock(at)
        return value.trim() === '' ? t('widgets.emptyValue') : value
      },
    }
  }, [t, intl, metricFormat, typeOf])
}

type DateText = (options: Intl.DateTimeFormatOptions) => string

function tickText(wall: string, ms: number, unit: TickUnit, dateText: DateText): string {
  const day = () => dateText({ day: 'numeric', month: 'short' })
  switch (unit) {
    case 'year':
      return wall.slice(0, 4)
    case 'month':
      return dateText({ month: 'short', year: 'numeric' })
    case 'day':
      return day()
    case 'minute':
      return wall.slice(11, 16) === '00:00' ? day() : wall.slice(11, 16)
    case 'second':
      return wall.slice(11, 19)
    case 'millisecond':
      return `${wall.slice(11, 19)}.${String(((ms % 1000) + 1000) % 1000).padStart(3, '0')}`
  }
}
