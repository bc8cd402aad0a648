/**
 * Stores the traffic of this node: at each full minute the bytes of that minute are added to their hour, and once more
 * when the node stops. A crash loses at most a minute of these figures.
 */
import type { TrafficHistogram } from '@logyard/contract/metrics/traffic'
import { type Static, Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import { type Collection, defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import type { Metrics } from './metrics.ts'

export type Traffic = ReturnType<typeof createTraffic>

export interface TrafficDeps {
  readonly settings: SettingsStore
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Log
  readonly nodeId: string
}

const KINDS = ['input', 'output', 'decoded'] as const

const TrafficHour = Type.Object({
  id: Type.String(),
  node_id: Type.String(),
  hour: Type.String({ description: 'When it began' }),
  input: Type.Integer(),
  output: Type.Integer(),
  decoded: Type.Integer(),
})
type TrafficHour = Static<typeof TrafficHour>

const trafficHours = defineCollection({
  name: 'traffic_hours',
  audit: 'note',
  schema: TrafficHour,
  keys: { day: { unique: false, of: ({ hour }: TrafficHour) => [dayOf(hour)] } },
})

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Older hours are deleted; requests that go further back are answered with the hours that there are. */
const RETAINED_DAYS = 366
const OLDEST_HOURS = { query: { chunks: [] }, sort: 'hour', order: 'asc', page: 1, perPage: 500 } as const

export function createTraffic({ settings, scheduler, metrics, clock, log, nodeId }: TrafficDeps) {
  const hours = settings.collection(trafficHours)
  const counters = KINDS.map((kind) => metrics.counter(`org.graylog2.traffic.${kind}`))
  const stopping = new AbortController()
  let stored = counters.map((counter) => counter.count())

  async function storeMinute(endedAtMs: number) {
    const counted = counters.map((counter) => counter.count())
    const [input = 0, output = 0, decoded = 0] = counted.map((count, at) => count - (stored[at] ?? 0))
    if (input + output + decoded === 0) return
    // The minute that ends with an hour belongs to that hour.
    const hour = new Date(Math.floor((endedAtMs - 1) / HOUR_MS) * HOUR_MS).toISOString()
    const id = `${hour} ${nodeId}`
    const before = await hours.find(id)
    await hours.put({
      id,
      node_id: nodeId,
      hour,
      input: input + (before?.input ?? 0),
      output: output + (before?.output ?? 0),
      decoded: decoded + (before?.decoded ?? 0),
    })
    stored = counted
  }

  async function store() {
    try {
      await storeMinute(clock.now().getTime())
    } catch (error) {
      // The next minute includes these bytes.
      log.warn({ err: error }, 'traffic could not be stored')
    }
  }

  async function storeEachMinute() {
    while (!stopping.signal.aborted) {
      const nowMs = clock.now().getTime()
      await clock.sleep(MINUTE_MS - (nowMs % MINUTE_MS), stopping.signal)
      await store()
    }
  }
  const storing = storeEachMinute().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })

  const expiry = scheduler.add({
    name: 'traffic-expiry',
    everyMs: DAY_MS,
    scope: 'cluster',
    deletesByAge: true,
    run: (signal) => deleteExpired({ settings, hours, clock }, signal),
  })

  return {
    /** The traffic of all nodes in the `days` whole days (UTC) before today, and today so far. */
    histogram: (days: number, by: 'hour' | 'day') => readHistogram(hours, clock.now(), days, by),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await expiry[Symbol.asyncDispose]()
      await storing
      await store()
    },
  }
}

type TrafficHours = Collection<TrafficHour, 'day'>

async function deleteExpired(
  { settings, hours, clock }: Pick<TrafficDeps, 'settings' | 'clock'> & { readonly hours: TrafficHours },
  signal: AbortSignal,
): Promise<void> {
  const firstDay = dayOf(new Date(clock.now().getTime() - RETAINED_DAYS * DAY_MS).toISOString())
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted()
    const { rows } = await hours.page(OLDEST_HOURS)
    const expired = rows.filter(({ hour }) => dayOf(hour) < firstDay)
    await settings.commit(expired.map(({ id }) => hours.deleting(id)))
    isMore = expired.length === OLDEST_HOURS.perPage
  }
}

async function readHistogram(
  hours: TrafficHours,
  now: Date,
  days: number,
  by: 'hour' | 'day',
): Promise<TrafficHistogram> {
  const todayMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const answer: TrafficHistogram = {
    from: new Date(Math.max(0, todayMs - days * DAY_MS)).toISOString(),
    to: now.toISOString(),
    input: {},
    output: {},
    decoded: {},
  }
  for (let back = Math.min(days, RETAINED_DAYS); back >= 0; back--) {
    const day = dayOf(new Date(todayMs - back * DAY_MS).toISOString())
    const found = (await hours.listBy('day', day)).toSorted((a, b) => (a.hour < b.hour ? -1 : 1))
    for (const one of found) {
      const bucket = by === 'day' ? `${day}T00:00:00.000Z` : one.hour
      for (const kind of KINDS) answer[kind][bucket] = (answer[kind][bucket] ?? 0) + one[kind]
    }
  }
  return answer
}

const dayOf = (hour: string): string => hour.slice(0, 'yyyy-mm-dd'.length)
