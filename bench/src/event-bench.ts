import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createEventDefinition, type EventDefinitionDraft } from '@logyard/contract/events/event-definitions'
import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import { listTriggers } from '@logyard/contract/scheduler/scheduler'
import { quantile } from './median.ts'
import { processesOf, processorMs } from './process-figures.ts'
import type { SearchOptions } from './search-bench.ts'
import { rowOf, type SearchData, type SearchTarget, searchData, startSearchTarget, whenQuiet } from './search-data.ts'
import type { Load } from './search-load.ts'

type Print = (line: string) => void

const DEFINITIONS = 500
const MINUTE_MS = 60_000
const FULL = { messages: 10_000_000, perSecond: 10_000, minutes: 3 }
const QUICK = { messages: 1_000_000, perSecond: 1000, minutes: 1 }
const WARM_UP_MS = 10_000

const KEPT = fileURLToPath(new URL('../../.cache/bench-search', import.meta.url))

/** 500 definitions that run every minute over many messages, while more messages arrive at a steady rate. */
export async function benchEvents(print: Print, { isQuick, isFresh }: SearchOptions): Promise<void> {
  const size = isQuick ? QUICK : FULL
  const data = await searchData(KEPT, { messages: size.messages, isFresh, print, run: 'run-events' })
  try {
    await using target = await startSearchTarget(data.folder)
    await whenQuiet(target.store, data.messages)
    const load = await startLoad({ port: data.inputPort, perSecond: size.perSecond, fromMs: Date.now() })
    try {
      const without = await measure(target, size.minutes)
      const createdMs = await createDefinitions(target, data)
      print(`${DEFINITIONS} definitions created in ${(createdMs / 1000).toFixed(1)} s`)
      // Each has run once before it is measured.
      await setTimeout(MINUTE_MS)
      const withAll = await measure(target, size.minutes)
      printFigures(print, size.perSecond, without, withAll)
    } finally {
      load.kill('SIGKILL')
    }
  } finally {
    await rm(data.folder, { recursive: true, force: true })
  }
}

async function startLoad(load: Load): Promise<ChildProcess> {
  const sender = fork(fileURLToPath(new URL('./search-load.ts', import.meta.url)))
  sender.send(load)
  const ended = once(sender, 'exit').then(() => Promise.reject(new Error('the sender ended')))
  await Promise.race([setTimeout(WARM_UP_MS), ended])
  ended.catch(() => undefined)
  return sender
}

interface Figures {
  /** Share of one core that server and engine used. */
  readonly cores: readonly [server: number, engine: number]
  readonly storedPerSecond: number
  /** Times from when each run was due to its start. */
  readonly lagsMs: readonly number[]
}

async function measure(target: SearchTarget, minutes: number): Promise<Figures> {
  const startedAtMs = performance.now()
  const before = usedBy(target)
  const stored = await receivedMessages(target)
  const lagsMs: number[] = []
  for (let minute = 0; minute < minutes; minute++) {
    await setTimeout(MINUTE_MS)
    lagsMs.push(...(await lagsOf(target)))
  }
  const tookMs = performance.now() - startedAtMs
  const after = usedBy(target)
  const storedAfter = await receivedMessages(target)
  return {
    cores: [(after[0] - before[0]) / tookMs, (after[1] - before[1]) / tookMs],
    storedPerSecond: (1000 * (storedAfter - stored)) / tookMs,
    lagsMs,
  }
}

/** Events are messages of the store too. */
async function receivedMessages({ store }: SearchTarget): Promise<number> {
  const [count] = await rowOf(store, "SELECT count() FROM messages WHERE NOT startsWith(`index`, 'gl-')")
  return Number(count)
}

function usedBy({ server }: SearchTarget): readonly [server: number, engine: number] {
  const [own = 0, ...others] = processesOf(server.pid).map(processorMs)
  return [own, others.reduce((sum, each) => sum + each, 0)]
}

/** The range of a trigger is that of its next run, a minute after the one that it ran last. */
async function lagsOf({ call }: SearchTarget): Promise<readonly number[]> {
  const { triggers } = await call(listTriggers, { query: { page: 1, per_page: 0 } })
  return triggers.flatMap(({ triggered_at, data }) => {
    const to: unknown = Reflect.get(Object(data), 'timerange_to')
    if (triggered_at === null || typeof to !== 'string') return []
    return [Math.max(0, Date.parse(triggered_at) - (Date.parse(to) - MINUTE_MS))]
  })
}

async function createDefinitions({ call }: SearchTarget, { streams }: SearchData): Promise<number> {
  const startedAtMs = performance.now()
  const ids = Object.values(streams)
  for (let number = 0; number < DEFINITIONS; number++) {
    await call(createEventDefinition, { body: draftOf(number, ids) })
  }
  return performance.now() - startedAtMs
}

const QUERIES = ['level:<=3', 'status:>=500', 'took_ms:>1000', 'message:failed', '']
const GROUPS = [[], ['source'], ['source', 'path']]
const WINDOWS_MS = [MINUTE_MS, MINUTE_MS, 5 * MINUTE_MS]

/** A definition of the everyday kind: figures of the last minutes, a tenth single messages. One in fifty is met. */
function draftOf(number: number, streams: readonly string[]): EventDefinitionDraft {
  const isFilter = number % 10 === 0
  const isMet = number % 50 === 1
  const config: AggregationConfig = {
    type: 'aggregation-v1',
    query: isFilter ? `message:"never sent ${number}"` : (QUERIES[number % QUERIES.length] ?? ''),
    streams: number % 2 === 0 ? [] : [streams[number % streams.length] ?? ''],
    group_by: isFilter || isMet ? [] : [...(GROUPS[number % GROUPS.length] ?? [])],
    series: isFilter ? [] : [{ id: 'count-', function: 'count', field: null }, ...secondSeries(number)],
    conditions: isFilter
      ? null
      : {
          expression: {
            expr: '>',
            left: { expr: 'number-ref', ref: 'count-' },
            right: { expr: 'number', value: isMet ? 0 : 1_000_000_000 },
          },
        },
    search_within_ms: WINDOWS_MS[number % WINDOWS_MS.length] ?? MINUTE_MS,
    execute_every_ms: MINUTE_MS,
  }
  return {
    title: `Benchmark ${number}`,
    description: '',
    priority: 2,
    alert: true,
    config,
    key_spec: [],
    field_spec: {},
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  }
}

const secondSeries = (number: number): AggregationConfig['series'] =>
  number % 3 === 0 ? [{ id: 'avg-took_ms', function: 'avg', field: 'took_ms' }] : []

function printFigures(print: Print, perSecond: number, without: Figures, withAll: Figures): void {
  const server = withAll.cores[0] - without.cores[0]
  const engine = withAll.cores[1] - without.cores[1]
  const lag = quantile(withAll.lagsMs, 0.99)
  const slowed = 1 - withAll.storedPerSecond / without.storedPerSecond
  const share = (cores: number) => cores.toFixed(2)
  print(
    `${DEFINITIONS} definitions every minute: ${share(server + engine)} of one core ` +
      `(${share(server)} server, ${share(engine)} engine; goal 0.5: ${server + engine <= 0.5 ? 'yes' : 'no'})`,
  )
  print(
    `lag of ${withAll.lagsMs.length} runs: p50 ${quantile(withAll.lagsMs, 0.5).toFixed(0)} ms, ` +
      `p99 ${lag.toFixed(0)} ms (goal 5,000 ms: ${lag <= 5000 ? 'yes' : 'no'})`,
  )
  print(
    `ingest at ${perSecond}/s: ${without.storedPerSecond.toFixed(0)}/s stored without definitions, ` +
      `${withAll.storedPerSecond.toFixed(0)}/s with them: ${(100 * slowed).toFixed(1)} % fewer (goal 10 %)`,
  )
}
