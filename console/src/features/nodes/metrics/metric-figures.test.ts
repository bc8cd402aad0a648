import type { Metric } from '@logyard/contract/metrics/metrics'
import { expect, test } from 'vitest'
import { metricFigures } from './metric-figures.ts'
import { metricFilter } from './metric-filter.ts'

const rate = { total: 12, mean: 1, one_minute: 2, five_minute: 3, fifteen_minute: 4 }
const time = {
  max: 9,
  min: 1,
  mean: 5,
  std_dev: 2,
  '95th_percentile': 6,
  '98th_percentile': 7,
  '99th_percentile': 8,
}
const naming = { full_name: 'org.x', name: 'x' }
const metrics: readonly { metric: Metric; labels: readonly string[] }[] = [
  { metric: { ...naming, type: 'gauge', metric: { value: null } }, labels: ['value -'] },
  { metric: { ...naming, type: 'gauge', metric: { value: 'warm' } }, labels: ['value warm'] },
  {
    metric: { full_name: 'jvm.memory.heap.used', name: 'used', type: 'gauge', metric: { value: 7 } },
    labels: ['value 7'],
  },
  { metric: { ...naming, type: 'counter', metric: { count: 3 } }, labels: ['value 3'] },
  {
    metric: { ...naming, type: 'meter', metric: { rate, rate_unit: 'events/second' } },
    labels: ['sum 12', 'mean 1', 'one 2', 'five 3', 'fifteen 4'],
  },
  {
    metric: {
      ...naming,
      type: 'timer',
      metric: { time, rate, duration_unit: 'microseconds', rate_unit: 'events/second' },
    },
    labels: ['p95 6', 'p98 7', 'p99 8', 'deviation 2', 'mean 5', 'minimum 1', 'maximum 9', 'count 12'],
  },
  {
    metric: { ...naming, type: 'histogram', metric: { time, count: 4 } },
    labels: ['p95 6', 'p98 7', 'p99 8', 'deviation 2', 'mean 5', 'minimum 1', 'maximum 9', 'count 4'],
  },
]
test.each(metrics)('a $metric.type shows $labels', ({ metric, labels }) => {
  expect(metricFigures(metric).map(({ label, value }) => `${label} ${value}`)).toEqual(labels)
})

test.each([
  { text: '', matches: true },
  { text: 'JOURNAL', matches: true },
  { text: '^graylog2', matches: false },
  { text: '[', matches: false },
])('the filter "$text" matches a journal metric: $matches', ({ text, matches }) => {
  expect(metricFilter(text)('org.graylog2.journal.size')).toBe(matches)
})
