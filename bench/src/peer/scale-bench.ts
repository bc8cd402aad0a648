/**
 * Fills Logyard through `_bulk`, and measures how its figures grow: the questions at a tenth of the messages and at all of
 * them, a start after all processes were killed, and memory, parts and merges at a bounded rate with searches beside it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile } from '../median.ts'
import { memoryOf, processesOf, residentMb } from '../process-figures.ts'
import { rowOf } from '../search-data.ts'
import { type LoadOptions, whenFound } from './load-product.ts'
import { type LogyardClient, type LogyardTarget, restartLogyard, startLogyard } from './logyard-target.ts'
import { rangeOf } from './peer-documents.ts'
import { peerQuestions } from './peer-questions.ts'
import { questionValues } from './question-values.ts'
import { startSending } from './start-sending.ts'
import { whenIdle } from './when-idle.ts'

type Print = (line: string) => void

export interface ScaleOptions extends LoadOptions {
  /** How long messages are sent at a bounded rate. */
  readonly seconds: number
}

const CONNECTIONS = 2
const STEP = 10
/** Rounds per question: this many, or as many as fit into the time. */
const ROUNDS = 20
const MIN_ROUNDS = 5
const QUESTION_MS = 20_000
const PER_SECOND = 20_000
const SAMPLES = 20
const TOLD_EVERY_MS = 60_000
const WIDTHS = [28, 14, 14, 12, 12, 12, 12, 12, 12]

export async function benchScale(print: Print, options: ScaleOptions): Promise<void> {
  const { documents, batch, fields, seconds } = options
  await using folders = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'logyard-scale-'))
  folders.defer(() => rm(folder, { recursive: true, force: true }))
  const fewer = Math.ceil(documents / STEP)
  const paced = PER_SECOND * seconds
  {
    await using logyard = await startLogyard(folder)
    await fill(logyard, { from: 0, to: fewer, batch, fields }, print)
    const before = await measureQuestions(logyard.client, fewer)
    await fill(logyard, { from: fewer, to: documents, batch, fields }, print)
    printGrowth(before, await measureQuestions(logyard.client, documents), [fewer, documents], print)
    await sendPaced(logyard, { from: documents, to: documents + paced, batch, fields }, print)
    // Together, as when the machine loses power; what was accepted last is only in the journal.
    for (const pid of processesOf(logyard.pid)) process.kill(pid, 'SIGKILL')
    await logyard.server.ended
  }
  await measureStart(folder, documents + paced, print)
}

interface Filling {
  /** The number of the first document. */
  readonly from: number
  readonly to: number
  readonly batch: number
  readonly fields: number
}

async function fill(logyard: LogyardTarget, { from, to, batch, fields }: Filling, print: Print): Promise<void> {
  const sending = { url: logyard.bulkUrl, from, documents: to - from, batch, fields, connections: CONNECTIONS }
  using sender = await startSending(sending)
  const telling = setInterval(() => print(`${from + sender.sent()} of ${to} documents accepted ...`), TOLD_EVERY_MS)
  const startedAtMs = performance.now()
  try {
    const { refused } = await sender.run()
    await whenFound(logyard, to)
    const seconds = (performance.now() - startedAtMs) / 1000
    await whenIdle(logyard.pid)
    const rate = ((to - from) / seconds).toFixed(0)
    print(`${to} documents stored, the last ${to - from} at ${rate}/s; ${refused} requests rejected and sent again`)
  } finally {
    clearInterval(telling)
  }
}

type Times = ReadonlyMap<string, readonly number[]>

async function measureQuestions(client: LogyardClient, documents: number): Promise<Times> {
  const all = new Map<string, readonly number[]>()
  for (const { name, logyard } of peerQuestions) {
    // The first request warms the caches.
    await logyard(client, questionValues(documents, 0))
    const times: number[] = []
    const endMs = performance.now() + QUESTION_MS
    while (times.length < ROUNDS && (times.length < MIN_ROUNDS || performance.now() < endMs)) {
      const values = questionValues(documents, times.length + 1)
      const startedAtMs = performance.now()
      await logyard(client, values)
      times.push(performance.now() - startedAtMs)
    }
    all.set(name, times)
  }
  return all
}

const row = (cells: readonly string[]) =>
  cells.map((cell, place) => (place === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[place] ?? 0))).join('')

function printGrowth(before: Times, after: Times, [fewer, documents]: readonly [number, number], print: Print): void {
  print(row(['p95 ms', `${fewer}`, `${documents}`, 'ratio']))
  for (const [name, times] of after) {
    const [few, many] = [quantile(before.get(name) ?? [], 0.95), quantile(times, 0.95)]
    print(row([name, few.toFixed(1), many.toFixed(1), (many / few).toFixed(2)]))
  }
}

/** Sends at the bounded rate with searches beside it, and prints a row for each part of the time. */
async function sendPaced(logyard: LogyardTarget, { from, to, batch, fields }: Filling, print: Print): Promise<void> {
  const { pid, store, bulkUrl } = logyard
  const sending = {
    url: bulkUrl,
    from,
    documents: to - from,
    batch,
    fields,
    connections: CONNECTIONS,
    perSecond: PER_SECOND,
  }
  using sender = await startSending(sending)
  print(
    row([
      `at ${PER_SECOND}/s: second`,
      ...['server MB', 'engine MB', 'no files', 'parts', 'merges', 'behind', 'search p50', 'p95'],
    ]),
  )
  const startedAtMs = performance.now()
  const sampleMs = (1000 * (to - from)) / PER_SECOND / SAMPLES
  const stopping = new AbortController()
  let times: number[] = []
  const searching = searchUntil(stopping.signal, logyard.client, to, (ms) => void times.push(ms))
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(sampleMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      const [parts, merges, rows] = await rowOf(
        store,
        `SELECT (SELECT count() FROM system.parts WHERE active AND table = 'messages'),
          (SELECT count() FROM system.merges), (SELECT count() FROM messages)`,
      )
      const { residentMb: allMb, anonymousMb } = memoryOf(pid)
      const serverMb = residentMb(pid)
      print(
        row([
          `${((performance.now() - startedAtMs) / 1000).toFixed(0)}`,
          serverMb.toFixed(0),
          (allMb - serverMb).toFixed(0),
          anonymousMb.toFixed(0),
          `${parts}`,
          `${merges}`,
          `${Math.max(0, from + sender.sent() - Number(rows))}`,
          times.length === 0 ? '-' : median(times).toFixed(0),
          times.length === 0 ? '-' : quantile(times, 0.95).toFixed(0),
        ]),
      )
      times = []
    }
  })()
  try {
    await Promise.all([sender.run().finally(() => stopping.abort()), searching, sampling])
  } finally {
    stopping.abort()
  }
}

/** Asks all questions again and again, one at a time. */
async function searchUntil(
  stop: AbortSignal,
  client: LogyardClient,
  documents: number,
  tell: (ms: number) => void,
): Promise<void> {
  for (let round = 0; ; round++) {
    for (const { logyard } of peerQuestions) {
      if (stop.aborted) return
      const startedAtMs = performance.now()
      await logyard(client, questionValues(documents, round))
      tell(performance.now() - startedAtMs)
    }
  }
}

async function measureStart(folder: string, documents: number, print: Print): Promise<void> {
  const startedAtMs = performance.now()
  const seconds = () => ((performance.now() - startedAtMs) / 1000).toFixed(1)
  await using logyard = await restartLogyard(folder)
  const answered = seconds()
  const count = async () => (await logyard.client.messages('', rangeOf(documents))).total
  await whenFound({ name: 'Logyard', count }, documents)
  print(`start after kill -9: a search answers after ${answered} s, and finds all documents after ${seconds()} s`)
}
