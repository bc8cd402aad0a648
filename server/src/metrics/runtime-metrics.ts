import { constants, monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Metrics } from './metrics.ts'

/** Metrics of this process: its heap, its garbage collection pauses, the delay of its event loop. */
export function createRuntimeMetrics(metrics: Metrics): Disposable {
  metrics.gauge('jvm.memory.heap.used', () => getHeapStatistics().used_heap_size)
  metrics.gauge('jvm.memory.heap.committed', () => getHeapStatistics().total_heap_size)
  metrics.gauge('jvm.memory.heap.max', () => getHeapStatistics().heap_size_limit)
  metrics.gauge('logyard.process.resident-bytes', () => process.memoryUsage.rss())
  metrics.gauge('logyard.process.uptime-seconds', () => Math.round(process.uptime()))

  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  metrics.gauge('logyard.event-loop.delay.mean-ms', () => milliseconds(delay.mean))
  metrics.gauge('logyard.event-loop.delay.99th-percentile-ms', () => milliseconds(delay.percentile(99)))

  const pauses = {
    minor: metrics.timer('logyard.garbage-collection.minor'),
    major: metrics.timer('logyard.garbage-collection.major'),
  }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) (isMajor(entry) ? pauses.major : pauses.minor).update(entry.duration)
  })
  observer.observe({ entryTypes: ['gc'] })
  return {
    [Symbol.dispose]() {
      delay.disable()
      observer.disconnect()
    },
  }
}

/** The type declarations lack `detail`, which entries of garbage collections have. */
const isMajor = (entry: PerformanceEntry & { readonly detail?: unknown }) =>
  typeof entry.detail === 'object' &&
  entry.detail !== null &&
  'kind' in entry.detail &&
  entry.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR

/** The monitor counts nanoseconds, and answers NaN before its first measurement. */
const milliseconds = (nanoseconds: number) => (Number.isNaN(nanoseconds) ? 0 : Math.round(nanoseconds / 1e4) / 100)
