/**
 * The metrics of this node, by dotted name, with their clock ticks; metric-shapes.ts has their formats on the wire.
 * The same name always gives the same metric, so features need not pass metrics around.
 */
import type { Clock } from '../platform/clock.ts'
import { createMovingRates, type Rates, TICK_MS } from './moving-rates.ts'
import { createReservoir, type Snapshot } from './reservoir.ts'

export interface Counter {
  increment(by?: number): void
  count(): number
}

export interface Meter {
  mark(count?: number): void
}

export interface Timer {
  /** A duration in milliseconds, as `clock.monotonicMs` differences are, of one of `count` events. */
  update(durationMs: number, count?: number): void
}

export interface Histogram {
  update(value: number): void
}

/** The current value of a metric. */
export type Reading =
  | { readonly type: 'gauge'; readonly value: unknown }
  | { readonly type: 'counter'; readonly count: number }
  | { readonly type: 'meter'; readonly rates: Rates }
  /** Times in microseconds; `sum` is of all durations since the start. */
  | { readonly type: 'timer'; readonly rates: Rates; readonly sum: number; readonly times: () => Snapshot }
  | { readonly type: 'histogram'; readonly count: number; readonly sum: number; readonly times: () => Snapshot }

export interface Sample {
  readonly timestamp: Date
  readonly value: number
}

export type Metrics = ReturnType<typeof createMetrics>

const SAMPLE_MS = 10_000
const SAMPLES = 30

interface Measure<Handle> {
  readonly handle: Handle
  readonly read: () => Reading
  readonly tick?: () => void
}

interface Entry extends Omit<Measure<unknown>, 'handle'> {
  readonly samples: Sample[]
}

export function createMetrics(clock: Clock) {
  const entries = new Map<string, Entry>()
  const counters = new Map<string, Counter>()
  const meters = new Map<string, Meter>()
  const timers = new Map<string, Timer>()
  const histograms = new Map<string, Histogram>()

  function keep<Handle>(handles: Map<string, Handle>, name: string, create: () => Measure<Handle>): Handle {
    const known = handles.get(name)
    if (known !== undefined) return known
    if (entries.has(name)) throw new Error(`there is a metric of another kind named ${name}`)
    const { handle, ...measure } = create()
    entries.set(name, { ...measure, samples: [] })
    handles.set(name, handle)
    return handle
  }

  const ticker = clock.every(TICK_MS, () => {
    for (const entry of entries.values()) entry.tick?.()
  })
  const sampler = clock.every(SAMPLE_MS, () => {
    const timestamp = clock.now()
    for (const { read, samples } of entries.values()) {
      const value = figureOf(read())
      if (value === undefined) continue
      samples.push({ timestamp, value })
      if (samples.length > SAMPLES) samples.shift()
    }
  })

  return {
    counter: (name: string) => keep(counters, name, createCounter),
    meter: (name: string) => keep(meters, name, () => createMeter(clock)),
    timer: (name: string) => keep(timers, name, () => createTimer(clock)),
    histogram: (name: string) => keep(histograms, name, createHistogram),
    gauge(name: string, read: () => unknown) {
      entries.set(name, { read: () => ({ type: 'gauge', value: read() }), samples: entries.get(name)?.samples ?? [] })
    },
    /** Removes all metrics whose names begin with `prefix`. */
    remove(prefix: string) {
      for (const map of [entries, counters, meters, timers, histograms])
        for (const name of map.keys()) if (name.startsWith(prefix)) map.delete(name)
    },
    find: (name: string) => entries.get(name)?.read(),
    /** Sorted, and limited to names that begin with `prefix` if it is given. */
    names: (prefix = '') => [...entries.keys()].filter((name) => name.startsWith(prefix)).sort(),
    /** Samples of the last five minutes, oldest first; empty if the metric is unknown or not a number. */
    history: (name: string) => [...(entries.get(name)?.samples ?? [])],
    [Symbol.dispose]() {
      ticker[Symbol.dispose]()
      sampler[Symbol.dispose]()
    },
  }
}

function createCounter(): Measure<Counter> {
  let count = 0
  const handle: Counter = {
    increment(by = 1) {
      count += by
    },
    count: () => count,
  }
  return { handle, read: () => ({ type: 'counter', count }) }
}

function createMeter(clock: Clock): Measure<Meter> {
  const rates = createMovingRates(clock.monotonicMs())
  return {
    handle: { mark: (count = 1) => rates.mark(count) },
    read: () => ({ type: 'meter', rates: rates.read(clock.monotonicMs()) }),
    tick: rates.tick,
  }
}

function createTimer(clock: Clock): Measure<Timer> {
  const rates = createMovingRates(clock.monotonicMs())
  const microseconds = createReservoir()
  let sum = 0
  const handle: Timer = {
    update(durationMs, count = 1) {
      rates.mark(count)
      sum += durationMs * 1000 * count
      microseconds.add(durationMs * 1000)
    },
  }
  return {
    handle,
    read: () => ({ type: 'timer', rates: rates.read(clock.monotonicMs()), sum, times: microseconds.snapshot }),
    tick: rates.tick,
  }
}

function createHistogram(): Measure<Histogram> {
  const values = createReservoir()
  let sum = 0
  const handle: Histogram = {
    update(value) {
      values.add(value)
      sum += value
    },
  }
  return {
    handle,
    read: () => ({ type: 'histogram', count: values.count(), sum, times: values.snapshot }),
  }
}

function figureOf(reading: Reading): number | undefined {
  switch (reading.type) {
    case 'gauge':
      return typeof reading.value === 'number' ? reading.value : undefined
    case 'counter':
    case 'histogram':
      return reading.count
    case 'meter':
    case 'timer':
      return reading.rates.total
  }
}
