/** The messages of the search benchmarks: generated once, sent through an input, and cached on disk. */

import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { demoGelf } from '@logyard/codecs/demo/demo-message'
import { seededFractions } from '@logyard/codecs/demo/dice'
import { shopHistory } from '@logyard/codecs/demo/shop-history'
import { createShopTraffic } from '@logyard/codecs/demo/shop-traffic'
import { cycleHere } from '@logyard/contract/store/deflector'
import { listIndexSets, updateIndexSet } from '@logyard/contract/store/index-sets'
import { ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import { connectToEngine } from '@logyard/server/testing/engine-owner'
import { freePort } from '@logyard/server/testing/free-port'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '@logyard/server/testing/server-process'
import { type CallApi, createApiCaller } from '../../bin/demo/api-caller.ts'
import { connectGelf } from '../../bin/demo/gelf-sender.ts'
import { setUpShop } from '../../bin/demo/set-up-shop.ts'
import { processesOf } from './process-figures.ts'

const DAY_MS = 86_400_000
const DAYS = 7
/** Fixed, so that every run generates the same messages. */
const TO_MS = Date.UTC(2026, 5, 11, 12)
const FROM_MS = TO_MS - DAYS * DAY_MS
const TOLD_EVERY = 1_000_000
const POLL_MS = 250
/** After this long without progress, the benchmark fails. */
const QUIET_MS = 60_000
const FORMAT = 5
const NEVER_REACHED = 1_000_000_000

export interface SearchData {
  readonly folder: string
  readonly messages: number
  readonly fromMs: number
  readonly toMs: number
  /** Size of the messages as sent. */
  readonly rawBytes: number
  /** Stream ids by title. */
  readonly streams: Readonly<Record<string, string>>
  readonly inputPort: number
}

export interface SearchTarget extends AsyncDisposable {
  readonly server: ServerProcess
  readonly call: CallApi
  /** The engine, for hand-written statements. */
  readonly store: ClickHouseClient
  enginePid(): number
}

/** Starts a server on a copy of the cached data, which may be modified. */
export async function searchData(
  cacheFolder: string,
  options: {
    readonly messages: number
    readonly isFresh: boolean
    readonly print: (line: string) => void
    /** The name of the copy: parallel benchmarks need one each. */
    readonly run?: string
  },
): Promise<SearchData> {
  const whole = join(cacheFolder, `whole-${options.messages}`)
  const known = options.isFresh ? undefined : await readFacts(whole)
  const data = known ?? (await fill(whole, options))
  const folder = join(cacheFolder, options.run ?? 'run')
  await rm(folder, { recursive: true, force: true })
  // Keeps symbolic links, by which the engine names its folders. Skips the journal: it is processed, but still large.
  const filter = (source: string) => basename(source) !== 'journal'
  await cp(whole, folder, { recursive: true, verbatimSymlinks: true, filter })
  return { ...data, folder }
}

async function readFacts(folder: string): Promise<SearchData | undefined> {
  try {
    const { format, ...data } = JSON.parse(await readFile(join(folder, 'bench.json'), 'utf8'))
    return format === FORMAT ? data : undefined
  } catch {
    return undefined // missing or unfinished
  }
}

async function fill(
  folder: string,
  { messages, print }: { readonly messages: number; readonly print: (line: string) => void },
): Promise<SearchData> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await using target = await startSearchTarget(folder)
  const { streams, inputPort } = await setUpShop(target.call, { bindAddress: '127.0.0.1', port: await freePort() })
  const startedAtMs = performance.now()
  let sent = 0
  let rawBytes = 0
  {
    await using sender = await connectGelf('127.0.0.1', inputPort)
    const traffic = createShopTraffic({ random: seededFractions(1), startMs: FROM_MS, cycleMs: DAY_MS })
    let days = 1
    for (const message of shopHistory(traffic, { fromMs: FROM_MS, toMs: TO_MS, messages, finalRate: 50 })) {
      if (message.timestampMs >= FROM_MS + days * DAY_MS) {
        days += 1
        await rotateIndices(target.call)
      }
      await sender.send(demoGelf(message))
      sent += 1
      if (sent % TOLD_EVERY === 0) print(`${sent / 1e6} million messages sent in ${seconds(startedAtMs)} s ...`)
    }
    await sender.flush()
    rawBytes = sender.bytes()
  }
  await whenQuiet(target.store, sent)
  await rotateIndices(target.call)
  await whenOptimized(target.store)
  print(`${sent} messages made, sent and stored in ${seconds(startedAtMs)} s; cached in ${folder}`)
  const data = {
    folder,
    messages: sent,
    fromMs: FROM_MS,
    toMs: TO_MS,
    rawBytes,
    streams: Object.fromEntries(streams),
    inputPort,
  }
  await writeFile(join(folder, 'bench.json'), JSON.stringify({ format: FORMAT, ...data }))
  return data
}

const seconds = (sinceMs: number) => ((performance.now() - sinceMs) / 1000).toFixed(0)

/** Resolves once all messages are stored and the engine has merged its parts. */
export async function whenQuiet(store: ClickHouseClient, messages: number): Promise<void> {
  const sql = 'SELECT (SELECT count() FROM messages), (SELECT count() FROM system.merges)'
  await until(store, sql, ([rows, merges]) => Number(rows) >= messages && Number(merges) === 0)
}

async function until(
  store: ClickHouseClient,
  sql: string,
  isReached: (row: readonly unknown[]) => boolean,
): Promise<void> {
  let before = ''
  for (let atMs = performance.now(); performance.now() - atMs < QUIET_MS; await setTimeout(POLL_MS)) {
    const row = await rowOf(store, sql)
    if (isReached(row)) return
    const now = row.join(', ')
    if (now !== before) atMs = performance.now()
    before = now
  }
  throw new Error(`nothing happens any more: ${sql} is ${before}`)
}

export async function rowOf(store: ClickHouseClient, query: string): Promise<readonly unknown[]> {
  const answer = await store.query({ query, format: 'JSONCompactEachRow' })
  const [row] = await answer.json<unknown[]>()
  return row ?? []
}

export async function startSearchTarget(folder: string): Promise<SearchTarget> {
  await using starting = new AsyncDisposableStack()
  const server = starting.use(await startServer({ dataFolder: folder, env: { LOGYARD_LOG_LEVEL: 'error' } }))
  const store = await connectToEngine(folder)
  starting.defer(() => store.close())
  const call = createApiCaller({ url: server.url, user: 'admin', password: ADMIN_PASSWORD })
  await disableRotation(call)
  const running = starting.move()
  const enginePid = () => processesOf(server.pid).at(-1) ?? 0
  return { server, call, store, enginePid, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** As after each day: an index that is no longer written to is merged into one part. */
async function rotateIndices(call: CallApi): Promise<void> {
  const { index_sets } = await call(listIndexSets)
  for (const { id } of index_sets) await call(cycleHere, { params: { indexSetId: id } })
}

async function whenOptimized(store: ClickHouseClient): Promise<void> {
  const severalParts = `SELECT count() FROM (SELECT partition FROM system.parts
    WHERE active AND table = 'messages' GROUP BY partition HAVING count() > 1)`
  await until(
    store,
    `SELECT (${severalParts}), (SELECT count() FROM system.merges)`,
    ([several, merges]) => Number(several) + Number(merges) === 0,
  )
}

/** The benchmark rotates indices itself: those of an earlier day would otherwise rotate while it measures. */
async function disableRotation(call: CallApi): Promise<void> {
  const { index_sets } = await call(listIndexSets)
  for (const { id } of index_sets) {
    const rotation_strategy = { type: `${ROTATION_CLASSES.count}Config`, max_docs_per_index: NEVER_REACHED }
    await call(updateIndexSet, {
      params: { id },
      body: { rotation_strategy_class: ROTATION_CLASSES.count, rotation_strategy },
    })
  }
}
