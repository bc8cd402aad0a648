/** A node of a cluster, as far as its durable jobs are concerned. */

import type { Clock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { createJobs } from '../jobs.ts'

export function startJobs(
  nodeId: string,
  deps: { readonly settings: SettingsStore; readonly clock: Clock; readonly leaseMs?: number },
) {
  const lines: string[] = []
  const counts = new Map<string, number>()
  const gauges = new Map<string, () => number>()
  const jobs = createJobs({
    ...deps,
    ids: createIds(() => deps.clock.now()),
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
    nodeId,
    metrics: {
      counter: (name) => ({ increment: () => void counts.set(name, (counts.get(name) ?? 0) + 1) }),
      gauge: (name, read) => void gauges.set(name, read),
    },
    scheduler: { add: () => ({ [Symbol.asyncDispose]: async () => undefined }) },
  })
  const waiting = () => gauges.get('logyard.jobs.waiting')?.()
  return Object.assign(jobs, { counts, waiting, logged: () => lines.join('') })
}

/** A monotonic clock that `advance` moves, and a wall clock that can be set besides. */
export function settableClock(start: string) {
  const steady = fixedClock(start)
  let offsetMs = 0
  return {
    ...steady,
    now: () => new Date(steady.now().getTime() + offsetMs),
    set(byMs: number) {
      offsetMs += byMs
    },
  }
}
