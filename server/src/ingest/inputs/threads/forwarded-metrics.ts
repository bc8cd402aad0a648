/** The metrics of an input that runs in a thread: changes are collected there, and applied in the main thread. */
import type { Metrics } from '../../../metrics/metrics.ts'
import type { MetricsOfInputs } from '../input-metrics.ts'

/** Since the last change of the same metric. */
export type MetricChange =
  | { readonly kind: 'counter' | 'meter'; readonly name: string; readonly by: number }
  | { readonly kind: 'timer'; readonly name: string; readonly durations: Float64Array; readonly count: number }
  | { readonly kind: 'gauge'; readonly name: string; readonly value: unknown }

export interface ForwardedMetrics extends MetricsOfInputs {
  /** The changes since the last call. */
  take(): readonly MetricChange[]
}

/** Durations of one timer in one delivery; of more, these stand for all. */
const MAX_DURATIONS = 100

interface Timings {
  readonly durations: number[]
  count: number
  isNew: boolean
}

export function createForwardedMetrics(onChange: () => void): ForwardedMetrics {
  const totals = new Map<string, number>()
  const created = new Set<string>()
  const changes = { counter: new Map<string, number>(), meter: new Map<string, number>() }
  const timers = new Map<string, Timings>()
  const gauges = new Map<string, { readonly read: () => unknown; sent: unknown }>()

  /** The first change of a metric is its creation. */
  function adder(kind: 'counter' | 'meter', name: string): (by: number) => void {
    if (!created.has(name)) changes[kind].set(name, 0)
    created.add(name)
    return (by) => {
      changes[kind].set(name, (changes[kind].get(name) ?? 0) + by)
      onChange()
    }
  }

  return {
    counter(name) {
      const add = adder('counter', name)
      return {
        increment(by = 1) {
          if (by === 0) return
          totals.set(name, (totals.get(name) ?? 0) + by)
          add(by)
        },
        count: () => totals.get(name) ?? 0,
      }
    },
    meter(name) {
      const add = adder('meter', name)
      return { mark: (count = 1) => add(count) }
    },
    timer(name) {
      const timings = timers.getOrInsertComputed(name, () => ({ durations: [], count: 0, isNew: true }))
      return {
        update(durationMs, count = 1) {
          if (timings.durations.length < MAX_DURATIONS) timings.durations.push(durationMs)
          timings.count += count
          onChange()
        },
      }
    },
    gauge: (name, read) => void gauges.set(name, { read, sent: undefined }),
    remove: () => gauges.clear(),
    take() {
      const taken: MetricChange[] = []
      for (const kind of ['counter', 'meter'] as const) {
        for (const [name, by] of changes[kind]) taken.push({ kind, name, by })
        changes[kind].clear()
      }
      for (const [name, timings] of timers) {
        if (timings.count === 0 && !timings.isNew) continue
        timings.isNew = false
        const durations = Float64Array.from(timings.durations)
        taken.push({ kind: 'timer', name, durations, count: timings.count })
        timings.durations.length = 0
        timings.count = 0
      }
      for (const [name, gauge] of gauges) {
        const value = gauge.read()
        if (value === gauge.sent) continue
        gauge.sent = value
        taken.push({ kind: 'gauge', name, value })
      }
      return taken
    },
  }
}

/** `gauges` has the last values of the input, by name. */
export function applyMetrics(metrics: Metrics, gauges: Map<string, unknown>, changes: readonly MetricChange[]): void {
  for (const change of changes) {
    const { name } = change
    switch (change.kind) {
      case 'counter':
        metrics.counter(name).increment(change.by)
        break
      case 'meter':
        metrics.meter(name).mark(change.by)
        break
      case 'timer': {
        const { durations, count } = change
        const timer = metrics.timer(name)
        const unmeasured = count - durations.length
        for (const [at, duration] of durations.entries()) timer.update(duration, at === 0 ? 1 + unmeasured : 1)
        break
      }
      case 'gauge':
        if (!gauges.has(name)) metrics.gauge(name, () => gauges.get(name))
        gauges.set(name, change.value)
    }
  }
}
