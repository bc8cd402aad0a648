/** Warns administrators when this process stood still for too long because its memory was collected. */
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import type { Notifications } from '../notices/notifications.ts'
import type { Log } from '../platform/log.ts'

const LONG_PAUSE_MS = 1000

const NAMES: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak callbacks',
}

export function watchLongPauses(deps: {
  readonly notifications: Pick<Notifications, 'raise'>
  readonly log: Log
  readonly longPauseMs?: number
}): Disposable {
  const { notifications, log, longPauseMs = LONG_PAUSE_MS } = deps
  const totals = new Map<string, { count: number; timeMs: number }>()

  function note(name: string, durationMs: number): void {
    const total = totals.get(name) ?? { count: 0, timeMs: 0 }
    totals.set(name, { count: total.count + 1, timeMs: total.timeMs + durationMs })
    if (durationMs <= longPauseMs) return
    log.warn({ collection: name, durationMs: Math.round(durationMs) }, 'collecting memory took too long')
    const details = {
      gc_name: name,
      gc_duration_ms: Math.round(durationMs),
      gc_threshold_ms: longPauseMs,
      gc_collection_count: total.count + 1,
      gc_collection_time: Math.round(total.timeMs + durationMs),
    }
    notifications
      .raise('gc_too_long', 'urgent', details)
      .catch((error: unknown) => log.error({ err: error }, 'a long pause not notified'))
  }

  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(nameOf(entry), entry.duration)
  })
  observer.observe({ entryTypes: ['gc'] })
  return { [Symbol.dispose]: () => observer.disconnect() }
}

/** The type declarations lack `detail`, which entries of garbage collections have. */
function nameOf(entry: PerformanceEntry & { readonly detail?: unknown }): string {
  const { detail } = entry
  const kind = typeof detail === 'object' && detail !== null && 'kind' in detail ? Number(detail.kind) : 0
  return NAMES[kind] ?? 'other'
}
