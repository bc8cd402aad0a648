import type { LibraryMetric, LibraryMetrics, Metric } from '@logyard/contract/metrics/metrics'
import type { Reading } from './metrics.ts'
import type { Rates } from './moving-rates.ts'
import type { Snapshot } from './reservoir.ts'

/** A metric as the console and scripts read it: times in microseconds. */
export function metricShape(fullName: string, reading: Reading): Metric {
  const naming = { full_name: fullName, name: fullName.slice(fullName.lastIndexOf('.') + 1) }
  switch (reading.type) {
    case 'gauge':
      return { ...naming, type: 'gauge', metric: { value: reading.value ?? null } }
    case 'counter':
      return { ...naming, type: 'counter', metric: { count: reading.count } }
    case 'meter':
      return { ...naming, type: 'meter', metric: { rate: rate(reading.rates), rate_unit: 'events/second' } }
    case 'timer': {
      const metric = { time: times(reading.times()), rate: rate(reading.rates) }
      return {
        ...naming,
        type: 'timer',
        metric: { ...metric, duration_unit: 'microseconds', rate_unit: 'events/second' },
      }
    }
    case 'histogram':
      return { ...naming, type: 'histogram', metric: { time: times(reading.times()), count: reading.count } }
  }
}

const rate = (rates: Rates) => ({
  total: rates.total,
  mean: rates.mean,
  one_minute: rates.oneMinute,
  five_minute: rates.fiveMinutes,
  fifteen_minute: rates.fifteenMinutes,
})

/** Rounded: fractions of microseconds and of sizes have no meaning. */
const times = (snapshot: Snapshot) => ({
  max: Math.round(snapshot.max),
  min: Math.round(snapshot.min),
  mean: Math.round(snapshot.mean),
  std_dev: Math.round(snapshot.standardDeviation),
  '95th_percentile': Math.round(snapshot.quantile(0.95)),
  '98th_percentile': Math.round(snapshot.quantile(0.98)),
  '99th_percentile': Math.round(snapshot.quantile(0.99)),
})

const GROUP_OF = {
  gauge: 'gauges',
  counter: 'counters',
  meter: 'meters',
  timer: 'timers',
  histogram: 'histograms',
} as const satisfies Record<Reading['type'], keyof LibraryMetrics>

/** All metrics in the format of metric libraries. */
export function libraryShapes(readings: Iterable<readonly [name: string, reading: Reading]>): LibraryMetrics {
  const all: LibraryMetrics = { version: '4.0.0', gauges: {}, counters: {}, histograms: {}, meters: {}, timers: {} }
  for (const [name, reading] of readings) all[GROUP_OF[reading.type]][name] = libraryShape(reading)
  return all
}

/** A metric in the format of metric libraries: times in seconds, the kind evident from the keys. */
export function libraryShape(reading: Reading): LibraryMetric {
  switch (reading.type) {
    case 'gauge':
      return { value: reading.value ?? null }
    case 'counter':
      return { count: reading.count }
    case 'meter':
      return { ...libraryRates(reading.rates), units: 'events/second' }
    case 'timer': {
      const units = { duration_units: 'seconds', rate_units: 'calls/second' }
      return { ...libraryTimes(reading.times(), 1e-6), ...libraryRates(reading.rates), ...units }
    }
    case 'histogram':
      return { count: reading.count, ...libraryTimes(reading.times(), 1) }
  }
}

const libraryRates = (rates: Rates) => ({
  count: rates.total,
  m15_rate: rates.fifteenMinutes,
  m1_rate: rates.oneMinute,
  m5_rate: rates.fiveMinutes,
  mean_rate: rates.mean,
})

const libraryTimes = (snapshot: Snapshot, unit: number) => ({
  max: snapshot.max * unit,
  mean: snapshot.mean * unit,
  min: snapshot.min * unit,
  p50: snapshot.quantile(0.5) * unit,
  p75: snapshot.quantile(0.75) * unit,
  p95: snapshot.quantile(0.95) * unit,
  p98: snapshot.quantile(0.98) * unit,
  p99: snapshot.quantile(0.99) * unit,
  p999: snapshot.quantile(0.999) * unit,
  stddev: snapshot.standardDeviation * unit,
})
