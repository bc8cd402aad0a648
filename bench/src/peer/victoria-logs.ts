/** A VictoriaLogs that the user provides as a program, with its HTTP API as documented. */
import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@logyard/server/testing/free-port'
import { folderSize } from './folder-size.ts'
import { type Answer, PAGE, type PeerProduct } from './peer-product.ts'
import type { Range } from './question-values.ts'
import { whenIdle } from './when-idle.ts'

const POLL_MS = 50
const STARTS_WITHIN_MS = 30_000
const ENDS_WITHIN_MS = 15_000
const OUTPUT_BYTES = 4000
const BULK = '/insert/elasticsearch/_bulk?_msg_field=message&_time_field=@timestamp&_stream_fields=host,service'

/** A row of an aggregation: texts by name. */
type StatsRow = Readonly<Record<string, string>>

export interface VictoriaLogsClient {
  /** A page of the newest documents, and the number of all matching ones. */
  messages(filter: string, range: Range): Promise<Answer>
  /** The number of documents in all intervals of a histogram. */
  histogram(filter: string, range: Range, interval: string): Promise<number>
  /** The values of one aggregation by its name, one for each group. */
  stats(filter: string, range: Range, pipe: string, name: string): Promise<readonly number[]>
  /** The rows of a query with pipes. */
  rows(query: string, range: Range): Promise<readonly StatsRow[]>
}

export interface VictoriaLogsTarget extends PeerProduct {
  readonly client: VictoriaLogsClient
}

/** Checks that the path of the program was given and can be executed. */
export function victoriaLogsProgram(path: string | undefined): string {
  const advice =
    'Download victoria-logs for this system from the releases page of the VictoriaLogs project, unpack it, and name the program: VICTORIA_LOGS=/path/to/victoria-logs npm run bench -- peer. Without it, npm run bench -- peer --alone measures Logyard.'
  if (path === undefined || path === '') throw new Error(`VICTORIA_LOGS is not set. ${advice}`)
  try {
    accessSync(path, constants.X_OK)
    if (statSync(path).isFile()) return path
  } catch {
    // The same advice as for a folder.
  }
  throw new Error(`VICTORIA_LOGS is ${path}, which cannot be executed. ${advice}`)
}

export async function startVictoriaLogs(program: string, folder: string): Promise<VictoriaLogsTarget> {
  const url = `http://127.0.0.1:${await freePort()}`
  const flags = [`-storageDataPath=${folder}`, `-httpListenAddr=${new URL(url).host}`, '-retentionPeriod=100y']
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_BYTES)
    })
  }
  let failure: string | undefined
  const ended = new Promise<void>((resolve) => {
    const end = (why: string) => {
      failure = why
      resolve()
    }
    child.on('error', (error) => end(`VICTORIA_LOGS cannot be executed: ${error.message}`))
    child.on('exit', (code, signal) => end(`VictoriaLogs ended with ${code ?? signal}:\n${output}`))
  })
  await using starting = new AsyncDisposableStack()
  starting.defer(async () => {
    child.kill('SIGINT')
    const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
    await ended
    clearTimeout(late)
  })
  await whenReady(url, () => failure)
  const { pid = 0 } = child
  const client = createVictoriaLogsClient(url)
  const running = starting.move()
  return {
    name: 'VictoriaLogs',
    pid,
    client,
    bulkUrl: url + BULK,
    count: async (range) => countOf(client, '*', range),
    async mergedBytes() {
      // Versions that cannot be asked to merge have merged what they do by now.
      await (await fetch(`${url}/internal/force_merge`)).arrayBuffer()
      await whenIdle(pid)
      return folderSize(folder)
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

async function whenReady(url: string, failure: () => string | undefined): Promise<void> {
  const startedAtMs = performance.now()
  while (true) {
    const isReady = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    const why = failure()
    if (why !== undefined) throw new Error(why)
    if (performance.now() - startedAtMs > STARTS_WITHIN_MS) throw new Error('VictoriaLogs did not become ready')
    await sleep(POLL_MS)
  }
}

async function countOf(client: VictoriaLogsClient, filter: string, range: Range): Promise<number> {
  const [total = 0] = await client.stats(filter, range, 'count() as total', 'total')
  return total
}

const instant = (ms: number) => new Date(ms).toISOString()

function createVictoriaLogsClient(url: string): VictoriaLogsClient {
  async function ask(path: string, form: Readonly<Record<string, string>>): Promise<string> {
    const response = await fetch(`${url}/select/logsql/${path}`, { method: 'POST', body: new URLSearchParams(form) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} of ${form['query']} was answered with ${response.status}: ${text}`)
    return text
  }
  const within = ({ fromMs, toMs }: Range) => ({ start: instant(fromMs), end: instant(toMs) })
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
  const client: VictoriaLogsClient = {
    async messages(query, range) {
      const [page, total] = await Promise.all([
        ask('query', { query, limit: `${PAGE}`, ...within(range) }),
        countOf(client, query, range),
      ])
      return { total, page: linesOf(page).length }
    },
    async histogram(query, range, step) {
      const { hits }: HitsAnswer = JSON.parse(await ask('hits', { query, step, ...within(range) }))
      return hits.reduce((sum, { values }) => sum + values.reduce((all, each) => all + each, 0), 0)
    },
    async stats(filter, range, pipe, name) {
      // The range is part of the query: the parameter `time` is a single instant.
      const query = `_time:[${instant(range.fromMs)}, ${instant(range.toMs)}] (${filter}) | stats ${pipe}`
      const { data }: StatsAnswer = JSON.parse(await ask('stats_query', { query, time: instant(range.toMs) }))
      return data.result.filter(({ metric }) => metric['__name__'] === name).map(({ value }) => Number(value[1]))
    },
    async rows(query, range) {
      return linesOf(await ask('query', { query, ...within(range) })).map((line): StatsRow => JSON.parse(line))
    },
  }
  return client
}

interface HitsAnswer {
  readonly hits: readonly { readonly values: readonly number[] }[]
}

interface StatsAnswer {
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>
      readonly value: readonly [at: number, value: string]
    }[]
  }
}
