import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { executeSearch, getSearchJob, type SearchJob } from '@logyard/contract/search/search-jobs'
import { getView, listDashboards } from '@logyard/contract/views/views'
import { createMissing } from '../../bin/demo/shop-objects.ts'
import { readEntityFolder } from '../../server/src/content-packs/text/entity-folder.ts'
import { quantile } from './median.ts'
import { processorMs, residentMb } from './process-figures.ts'
import type { SearchOptions } from './search-bench.ts'
import { type SearchData, type SearchTarget, searchData, startSearchTarget, whenQuiet } from './search-data.ts'

type Print = (line: string) => void

const MESSAGES = 10_000_000
const QUICK_MESSAGES = 1_000_000
const HOUR_MS = 3_600_000
const RANGES = [
  { name: '1 hour', lengthMs: HOUR_MS },
  { name: '1 day', lengthMs: 24 * HOUR_MS },
  { name: '7 days, all', lengthMs: 7 * 24 * HOUR_MS },
]
const ROUNDS = 30
const MIN_ROUNDS = 8
const RANGE_MS = 30_000
const GOAL_MS = 1000
/** The console's polling delays. */
const POLL_MS = 250
const WALL_MS = 60_000
const WALL_EVERY_MS = 1000

const KEPT = fileURLToPath(new URL('../../.cache/bench-search', import.meta.url))
const OBJECTS = fileURLToPath(new URL('./objects', import.meta.url))
const TITLE = 'The shop at a glance'
/** Widgets of the dashboard, each with a search. */
const WIDGETS = 12

/** The time and cost of refreshing a dashboard of twelve widgets, over many messages. */
export async function benchDashboards(print: Print, { isQuick, isFresh }: SearchOptions): Promise<void> {
  const messages = isQuick ? QUICK_MESSAGES : MESSAGES
  const data = await searchData(KEPT, { messages, isFresh, print, run: 'run-dashboards' })
  try {
    await using target = await startSearchTarget(data.folder)
    await whenQuiet(target.store, data.messages)
    const refresh = await storedDashboard(target, data)
    print(`${data.messages} messages, ${WIDGETS} widgets, one search job a refresh`)
    for (const { name, lengthMs } of RANGES) await benchRange(target, refresh, name, lengthMs, print)
    await refreshEverySecond(target, refresh, print)
  } finally {
    await rm(data.folder, { recursive: true, force: true })
  }
}

interface Refreshed {
  /** Until the console has the last widget's result. */
  readonly wallMs: number
  /** As reported by the server. */
  readonly serverMs: number
}

/** How long before the end of all messages the range ends. */
type Refresh = (lengthMs: number, beforeEndMs: number) => Promise<Refreshed>

async function storedDashboard({ call }: SearchTarget, { toMs }: SearchData): Promise<Refresh> {
  await createMissing(call, await readEntityFolder(OBJECTS))
  const { views } = await call(listDashboards, { query: { query: `title:"${TITLE}"` } })
  const { search_id } = await call(getView, { params: { id: views[0]?.id ?? '' } })
  return async (lengthMs, beforeEndMs) => {
    const endMs = toMs - beforeEndMs
    const timerange = {
      type: 'absolute',
      from: new Date(endMs - lengthMs).toISOString(),
      to: new Date(endMs).toISOString(),
    } as const
    const startedAtMs = performance.now()
    let job = await call(executeSearch, { params: { id: search_id }, body: { global_override: { timerange } } })
    while (!job.execution.done) {
      await setTimeout(POLL_MS)
      job = await call(getSearchJob, { params: { jobId: job.id }, query: { partial: true } })
    }
    return { wallMs: performance.now() - startedAtMs, serverMs: durationOf(job) }
  }
}

function durationOf({ results }: SearchJob): number {
  const [result] = Object.values(results)
  if (result === undefined || result.errors.length > 0) {
    throw new Error(`the dashboard was not answered: ${JSON.stringify(result?.errors)}`)
  }
  return result.execution_stats.duration
}

async function benchRange(
  { server, enginePid }: SearchTarget,
  refresh: Refresh,
  name: string,
  lengthMs: number,
  print: Print,
): Promise<void> {
  // The first two refreshes read all messages, and the third fills the cache.
  const first: number[] = []
  for (const beforeEndMs of [0, 300, 600]) first.push((await refresh(lengthMs, beforeEndMs)).wallMs)
  print(`${name}: the first three ${first.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`)
  const times: Refreshed[] = []
  const usedBefore = [processorMs(enginePid()), processorMs(server.pid)] as const
  const startedAtMs = performance.now()
  while (times.length < ROUNDS && (times.length < MIN_ROUNDS || performance.now() - startedAtMs < RANGE_MS)) {
    // Time passes between refreshes, so that no request repeats.
    times.push(await refresh(lengthMs, 1000 * (times.length + 1)))
  }
  const used = [processorMs(enginePid()) - usedBefore[0], processorMs(server.pid) - usedBefore[1]] as const
  const wall = times.map(({ wallMs }) => wallMs)
  const atServer = times.map(({ serverMs }) => serverMs)
  const p95 = quantile(wall, 0.95)
  print(
    `${name}, from then on: p50 ${quantile(wall, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms ` +
      `(server alone ${quantile(atServer, 0.5)} and ${quantile(atServer, 0.95)} ms); processor time of a refresh ` +
      `${(used[0] / times.length).toFixed(0)} ms engine, ${(used[1] / times.length).toFixed(0)} ms server; ` +
      `goal ${GOAL_MS} ms: ${p95 <= GOAL_MS ? 'yes' : 'no'}`,
  )
  const again: number[] = []
  for (let round = 0; round < MIN_ROUNDS; round++) again.push((await refresh(lengthMs, 0)).wallMs)
  print(`${name}, the very same range again: p50 ${quantile(again, 0.5).toFixed(0)} ms`)
}

/** A full-screen dashboard that refreshes every second. */
async function refreshEverySecond({ server, enginePid }: SearchTarget, refresh: Refresh, print: Print): Promise<void> {
  const memory = () => [residentMb(enginePid()), residentMb(server.pid)] as const
  const samples: (readonly [engine: number, server: number])[] = []
  const startedAtMs = performance.now()
  let asked = 0
  while (performance.now() - startedAtMs < WALL_MS) {
    const turnMs = performance.now()
    await refresh(HOUR_MS, 1000 * asked)
    asked += 1
    samples.push(memory())
    await setTimeout(Math.max(0, WALL_EVERY_MS - (performance.now() - turnMs)))
  }
  const half = samples.slice(Math.floor(samples.length / 2))
  const line = (name: string, at: 0 | 1) => {
    const first = samples[0]?.[at] ?? 0
    const most = Math.max(...samples.map((sample) => sample[at]))
    const middle = half[0]?.[at] ?? 0
    const last = half.at(-1)?.[at] ?? 0
    return `${name} ${first.toFixed(0)} MB first, ${middle.toFixed(0)} in the middle, ${last.toFixed(0)} last, ${most.toFixed(0)} at most`
  }
  print(`${asked} refreshes of 1 hour in a minute: ${line('engine', 0)}; ${line('server', 1)}`)
}
