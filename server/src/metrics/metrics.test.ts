import { expect, test } from 'vitest'
import { fixedClock } from '../testing/fixed-clock.ts'
import { libraryShape, metricShape } from './metric-shapes.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createThroughput } from './throughput.ts'

const world = () => {
  const clock = fixedClock('2026-03-01T09:00:00Z')
  return { clock, metrics: createMetrics(clock) }
}

const shapeOf = (metrics: Metrics, name: string) => {
  const reading = metrics.find(name)
  if (reading === undefined) throw new Error(`no metric ${name}`)
  return metricShape(name, reading)
}

test('requesting a counter again returns the same one', () => {
  const { metrics } = world()
  metrics.counter('a.b.count').increment(3)
  metrics.counter('a.b.count').increment()
  const shape = { full_name: 'a.b.count', name: 'count', type: 'counter', metric: { count: 4 } }
  expect(shapeOf(metrics, 'a.b.count')).toEqual(shape)
  expect(() => metrics.meter('a.b.count')).toThrow('another kind')
})

test('a gauge is read when it is requested', () => {
  const { metrics } = world()
  let level = 1
  metrics.gauge('tank.level', () => level)
  level = 7
  expect(shapeOf(metrics, 'tank.level')).toMatchObject({ type: 'gauge', metric: { value: 7 } })
})

test('a meter totals its marks and lets its averages follow the rate, the short one first', () => {
  const { clock, metrics } = world()
  const meter = metrics.meter('m')
  for (let tick = 0; tick < 12; tick++) {
    meter.mark(50)
    clock.advance(5000)
  }
  const steady = shapeOf(metrics, 'm')
  expect(steady).toMatchObject({ metric: { rate: { total: 600, mean: 10, one_minute: 10, fifteen_minute: 10 } } })
  for (let tick = 0; tick < 12; tick++) clock.advance(5000)
  const reading = metrics.find('m')
  if (reading?.type !== 'meter') throw new Error('not a meter')
  // A minute without events leaves 1/e of the one-minute average.
  expect(reading.rates.oneMinute).toBeCloseTo(10 / Math.E, 5)
  expect(reading.rates.fifteenMinutes).toBeCloseTo(10 * Math.exp(-1 / 15), 5)
  expect(reading.rates.mean).toBe(5)
})

test('a timer reports microseconds to the console and seconds to metric libraries', () => {
  const { metrics } = world()
  const timer = metrics.timer('t')
  for (let ms = 1; ms <= 100; ms++) timer.update(ms)
  expect(shapeOf(metrics, 't')).toMatchObject({
    type: 'timer',
    metric: {
      time: { min: 1000, max: 100_000, mean: 50_500, std_dev: 29_011, '95th_percentile': 95_950 },
      duration_unit: 'microseconds',
      rate_unit: 'events/second',
    },
  })
  const reading = metrics.find('t')
  if (reading === undefined) throw new Error('no metric t')
  const shape = libraryShape(reading)
  expect(shape['p95']).toBeCloseTo(0.09595, 6)
  expect(shape).toMatchObject({ count: 100, duration_units: 'seconds', rate_units: 'calls/second' })
})

test('a histogram retains only its newest values, but counts all', () => {
  const { metrics } = world()
  const histogram = metrics.histogram('h')
  for (let value = 0; value < 3000; value++) histogram.update(value)
  expect(shapeOf(metrics, 'h')).toMatchObject({ metric: { count: 3000, time: { min: 1976, max: 2999 } } })
})

test('history is a sample every ten seconds for five minutes', () => {
  const { clock, metrics } = world()
  const counter = metrics.counter('c')
  metrics.gauge('name', () => 'fern')
  for (let tick = 0; tick < 40; tick++) {
    counter.increment()
    clock.advance(10_000)
  }
  const history = metrics.history('c')
  expect(history).toHaveLength(30)
  expect(history.at(-1)).toEqual({ timestamp: new Date('2026-03-01T09:06:40Z'), value: 40 })
  expect(history[0]?.value).toBe(11)
  expect(metrics.history('name')).toEqual([])
  expect(metrics.history('unknown')).toEqual([])
})

test('metrics are removed by prefix, and their names may be used for other kinds', () => {
  const { metrics } = world()
  metrics.counter('input.1.bytes')
  metrics.meter('input.1.messages')
  metrics.meter('input.2.messages')
  metrics.remove('input.1.')
  expect(metrics.names('input')).toEqual(['input.2.messages'])
  metrics.timer('input.1.bytes').update(1)
  expect(metrics.find('input.1.bytes')?.type).toBe('timer')
})

test('throughput is the count of the last whole second', () => {
  const { clock, metrics } = world()
  const throughput = createThroughput({ metrics, clock })
  throughput.input.increment(10)
  expect(throughput.lastSecond()).toEqual({ input: 0, output: 0 })
  clock.advance(1000)
  throughput.output.increment(4)
  const shape = { full_name: 'org.graylog2.throughput.input.1-sec-rate', name: '1-sec-rate', type: 'gauge' }
  expect(shapeOf(metrics, shape.full_name)).toEqual({ ...shape, metric: { value: 10 } })
  clock.advance(1000)
  expect(throughput.lastSecond()).toEqual({ input: 0, output: 4 })
})

test('throughput is kept by minute for a day', () => {
  const { clock, metrics } = world()
  using throughput = createThroughput({ metrics, clock })
  throughput.input.increment(10)
  clock.advance(60_000)
  throughput.output.increment(4)
  for (let minute = 0; minute < 1439; minute += 1) clock.advance(60_000)
  const { length, 0: first, 1: second } = throughput.minutes()
  expect([length, first?.input, second?.output]).toEqual([1440, 10, 4])
  clock.advance(60_000)
  expect(throughput.minutes()).toHaveLength(1440)
  expect(throughput.minutes()[0]).toMatchObject({ input: 0, output: 4 })
})
