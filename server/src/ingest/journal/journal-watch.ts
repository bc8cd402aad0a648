/** Monitors the journal: metrics, notifications, and the state for load balancers. */
import { fileURLToPath } from 'node:url'
import type { Lifecycle } from '../../cluster/lifecycle.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Notifications } from '../../notices/notifications.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Journal } from './journal.ts'

const WATCH_MS = 1000
const HIGH_UTILIZATION = 0.95
/** A notification that was dismissed comes back while its cause lasts. */
const RAISE_AGAIN_MS = 20_000

export function watchJournal(deps: {
  readonly journal: Journal
  readonly metrics: Metrics
  readonly notifications: Pick<Notifications, 'raise'>
  readonly lifecycle: Lifecycle
  readonly clock: Clock
  readonly log: Log
}): Disposable {
  const { journal, metrics, notifications, lifecycle, clock, log } = deps
  const utilization = () => {
    const { sizeBytes, sizeLimitBytes } = journal.figures()
    return sizeBytes / sizeLimitBytes
  }
  const gauges: Readonly<Record<string, () => unknown>> = {
    'append.1-sec-rate': () => journal.figures().appendedPerSecond,
    'read.1-sec-rate': () => journal.figures().readPerSecond,
    segments: () => journal.figures().blocks,
    'entries-uncommitted': () => journal.figures().uncommittedEntries,
    'utilization-ratio': utilization,
    'oldest-segment': () => journal.figures().oldestAt.toISOString(),
    size: () => journal.figures().sizeBytes,
    'size-limit': () => journal.figures().sizeLimitBytes,
  }
  for (const [name, read] of Object.entries(gauges)) metrics.gauge(`org.graylog2.journal.${name}`, read)
  metrics.gauge('logyard.journal.damaged-entries', () => journal.figures().damagedEntries)

  let wasHigh = false
  let highRaisedAtMs = 0
  let failingRaisedAtMs = 0
  let wasFailing = false
  let expired = 0
  let damaged = 0
  const raise = (...notification: Parameters<Notifications['raise']>) => {
    notifications.raise(...notification).catch((error: unknown) => {
      log.error({ err: error }, 'notification could not be raised')
      // On a full disk the notification cannot be saved either: retry until it is.
      wasFailing = false
    })
  }

  function watch() {
    const ratio = utilization()
    const isHigh = ratio > HIGH_UTILIZATION
    if (isHigh && !wasHigh) log.warn({ utilization: ratio }, 'journal is nearly full')
    const nowMs = clock.monotonicMs()
    if (isHigh && (!wasHigh || nowMs - highRaisedAtMs >= RAISE_AGAIN_MS)) {
      highRaisedAtMs = nowMs
      const journal_utilization_percentage = Math.round(ratio * 1000) / 10
      raise('journal_utilization_too_high', 'urgent', { journal_utilization_percentage })
    }
    wasHigh = isHigh
    const { expiredEntries, damagedEntries, writeFailure } = journal.figures()
    if (writeFailure !== undefined && (!wasFailing || nowMs - failingRaisedAtMs >= RAISE_AGAIN_MS)) {
      failingRaisedAtMs = nowMs
      const title = 'The message journal cannot be written'
      raise('generic', 'urgent', {
        title,
        description: `${writeFailure.message}. Inputs wait until it can.`,
        page: 'node',
      })
    }
    wasFailing = writeFailure !== undefined
    if (expiredEntries > expired) {
      log.error({ messages: expiredEntries - expired }, 'messages grew too old before they could be stored')
      raise('journal_uncommitted_messages_deleted', 'urgent')
    }
    expired = expiredEntries
    if (damagedEntries > damaged) {
      const title = 'Messages in the message journal are damaged'
      const folder = fileURLToPath(new URL('damaged/', journal.configuration.directory))
      const description = `${damagedEntries} messages since the start were not stored. Their bytes lie in ${folder}; look at the disk.`
      raise('generic', 'urgent', { title, description, page: 'node' })
    }
    damaged = damagedEntries
    // Paused, stopping and overridden nodes keep their state.
    if (lifecycle.state() === 'running' && journal.isFull()) lifecycle.enter('throttled')
    if (lifecycle.state() === 'throttled' && !journal.isFull()) lifecycle.enter('running')
  }

  return clock.every(WATCH_MS, watch)
}
