/** All figures of a metric, in display order. */
import type { Metric } from '@logyard/contract/metrics/metrics'

type Label =
  | 'value'
  | 'count'
  | 'sum'
  | 'mean'
  | 'one'
  | 'five'
  | 'fifteen'
  | 'p95'
  | 'p98'
  | 'p99'
  | 'deviation'
  | 'minimum'
  | 'maximum'

export interface MetricFigure {
  readonly label: Label
  readonly value: number | string
  readonly unit: 'none' | 'bytes' | 'microseconds' | 'perSecond'
}

export function metricFigures(metric: Metric): readonly MetricFigure[] {
  switch (metric.type) {
    case 'counter':
      return [{ label: 'value', value: metric.metric.count, unit: 'none' }]
    case 'gauge': {
      const { value } = metric.metric
      const unit = isOfBytes(metric.full_name) ? 'bytes' : 'none'
      return [{ label: 'value', value: typeof value === 'number' ? value : String(value ?? '-'), unit }]
    }
    case 'meter':
      return rates(metric.metric.rate)
    case 'timer':
      return [
        ...times(metric.metric.time, 'microseconds'),
        { label: 'count', value: metric.metric.rate.total, unit: 'none' },
      ]
    case 'histogram':
      return [...times(metric.metric.time, 'none'), { label: 'count', value: metric.metric.count, unit: 'none' }]
    default:
      return metric satisfies never
  }
}

/** The names of gauges that count bytes; metrics have no unit of their own. */
export const isOfBytes = (name: string) => /^jvm\.memory\..*\.(used|max|committed|init)$|[-._]bytes$/.test(name)

type Rates = Extract<Metric, { type: 'meter' }>['metric']['rate']
type Times = Extract<Metric, { type: 'timer' }>['metric']['time']

const rates = (rate: Rates): readonly MetricFigure[] => [
  { label: 'sum', value: rate.total, unit: 'none' },
  { label: 'mean', value: rate.mean, unit: 'perSecond' },
  { label: 'one', value: rate.one_minute, unit: 'perSecond' },
  { label: 'five', value: rate.five_minute, unit: 'perSecond' },
  { label: 'fifteen', value: rate.fifteen_minute, unit: 'perSecond' },
]

const times = (time: Times, unit: MetricFigure['unit']): readonly MetricFigure[] => [
  { label: 'p95', value: time['95th_percentile'], unit },
  { label: 'p98', value: time['98th_percentile'], unit },
  { label: 'p99', value: time['99th_percentile'], unit },
  { label: 'deviation', value: time.std_dev, unit },
  { label: 'mean', value: time.mean, unit },
  { label: 'minimum', value: time.min, unit },
  { label: 'maximum', value: time.max, unit },
]
