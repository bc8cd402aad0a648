import type { NumberFormat, Series } from '@logyard/contract/views/view-state'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { wallClock } from '../../query/time-range/zoned-time.ts'
import { metricType } from '../../view-document/model/series-function.ts'
import { formatMeasure, useMetricFormat } from '../charts/number-format.ts'
import type { TickUnit } from '../charts/time-ticks.ts'
import { EVENTS_NAME } from './series-colors.ts'

/** The words and numbers of a chart, in the user's language and zone. */
export interface ChartWords {
  readonly zone: string
  /** Value in the metric's unit. */
  metric(value: number | null, series: Series): string
  metricType(series: string): string
  /** Only the magnitude of large numbers. */
  axis(value: number, format: NumberFormat): string
  tick(ms: number, unit: TickUnit): string
  instant(ms: number): string
  /** The start and end of a bucket. */
  bucket(fromMs: number, toMs: number): string
  /** The name of an earlier period, by how much earlier it is. */
  before(shiftMs: number): string
  readonly unfinished: string
  alerts(messages: readonly string[]): string
  readonly alertsName: string
  more(count: number): string
  /** A key of a grouping: instants in the user's zone, empty values by name. */
  key(value: string, isTime: boolean): string
}

const COMPACT_FROM = 10_000

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
      metric: (value, series) =>
        metricFormat(value, series, metricType(series.function, typeOf))?.text ?? t('widgets.noValue'),
      metricType: (series) => metricType(series, typeOf),
      axis: (value, format) => formatMeasure(value, format, intl, { compactFrom: COMPACT_FROM }),
      tick: (ms, unit) => tickText(clock(ms), ms, unit, (options) => intl.formatDate(ms, options)),
      instant: clock,
      bucket: (fromMs, toMs) => {
        const [from, to] = [withoutZeros(clock(fromMs)), withoutZeros(clock(toMs))]
        const isSameDay = from.slice(0, 10) === to.slice(0, 10)
        return `${from} – ${isSameDay ? to.slice(11) : to}`
      },
      before: (shiftMs) => t(`widgets.chart.before.${periodOf(shiftMs)}`),
      unfinished: t('widgets.chart.unfinished'),
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

const withoutZeros = (clock: string) => clock.replace(/\.000$/, '')

const DAY_MS = 86_400_000
const periodOf = (shiftMs: number) => (shiftMs === DAY_MS ? 'day' : shiftMs === 7 * DAY_MS ? 'week' : 'period')

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
