import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { exportMessages } from '@logyard/contract/search/message-export'
import { quantile } from './median.ts'
import { residentMb, watchMemory } from './process-figures.ts'
import { createSearchClient } from './search-client.ts'
import { rowOf, type SearchData, type SearchTarget, searchData, startSearchTarget, whenQuiet } from './search-data.ts'
import type { Load } from './search-load.ts'
import { findNeedles, type SearchQuestion, searchQuestions } from './search-queries.ts'

type Print = (line: string) => void

export interface SearchOptions {
  /** One million messages instead of ten. */
  readonly isQuick: boolean
  /** Generates the messages again, even if they are cached. */
  readonly isFresh: boolean
}

const MESSAGES = 10_000_000
const QUICK_MESSAGES = 1_000_000
/** Rounds for each question: this many, or as many as fit into the time. */
const ROUNDS = 30
const MIN_ROUNDS = 5
const QUESTION_MS = 8000
const LOAD_PER_SECOND = 10_000
const LOAD_WARM_UP_MS = 3000
const EXPORTED = 1_000_000
/** The goal: at most 1.3 times the hand-written statement, plus this. */
const GOAL_RATIO = 1.3
const GOAL_MS = 5

const goalMs = (byHand: number) => GOAL_RATIO * byHand + GOAL_MS

const KEPT = fileURLToPath(new URL('../../.cache/bench-search', import.meta.url))

/** Compares searches through the API with hand-written statements, over many messages. */
export async function benchSearch(print: Print, { isQuick, isFresh }: SearchOptions): Promise<void> {
  const data = await searchData(KEPT, { messages: isQuick ? QUICK_MESSAGES : MESSAGES, isFresh, print })
  await using target = await startSearchTarget(data.folder)
  await whenQuiet(target.store, data.messages)
  await printSize(target, data, print)
  using memory = watchMemory(target.enginePid())
  const needles = await findNeedles(target.store, data)
  let rounds = 0
  /** One of the questions, with values that were not used before. */
  const next: NextQuestion = (place) => {
    const needle = needles[rounds % needles.length]
    const question = needle && searchQuestions(data, needle, rounds++)[place]
    if (question === undefined) throw new Error('there is nothing to search for')
    return question
  }
  const alone = await measureAll(target, next, print)
  print(
    `memory of the engine: ${residentMb(target.enginePid()).toFixed(0)} MB, ${memory.peakMb().toFixed(0)} MB at most`,
  )
  await underLoad(target, data, next, alone, print)
  for (const type of ['text/csv', 'application/x-ndjson']) await benchExport(target, data, type, print)
  print(`memory of the engine after all: ${memory.peakMb().toFixed(0)} MB at most`)
}

async function printSize({ store }: SearchTarget, { messages, rawBytes }: SearchData, print: Print): Promise<void> {
  const [rows, bytes, parts] = await rowOf(
    store,
    "SELECT toFloat64(sum(rows)), toFloat64(sum(bytes_on_disk)), count() FROM system.parts WHERE active AND table = 'messages'",
  )
  print(
    `${messages} messages, ${(rawBytes / 1e9).toFixed(2)} GB of GELF, ${rows} rows in ${parts} parts: ` +
      `${(Number(bytes) / 1e9).toFixed(2)} GB on disk, ${(Number(bytes) / rawBytes).toFixed(3)} bytes for each raw byte`,
  )
}

type NextQuestion = (place: number) => SearchQuestion
const QUESTIONS = 16

interface Times {
  readonly api: readonly number[]
  readonly hand: readonly number[]
}

async function measureAll(target: SearchTarget, next: NextQuestion, print: Print): Promise<ReadonlyMap<string, Times>> {
  print(row(['question', 'p50 ms', 'p95 ms', 'by hand', 'p95', 'ratio', 'goal']))
  const all = new Map<string, Times>()
  for (let place = 0; place < QUESTIONS; place++) {
    const { name, ...times } = await measure(target, () => next(place))
    all.set(name, times)
    const [api, hand] = [quantile(times.api, 0.5), quantile(times.hand, 0.5)]
    const isReached = api <= goalMs(hand)
    print(
      row([
        name,
        api.toFixed(1),
        quantile(times.api, 0.95).toFixed(1),
        hand.toFixed(1),
        quantile(times.hand, 0.95).toFixed(1),
        (api / hand).toFixed(2),
        isReached ? 'yes' : `no, ${(api - goalMs(hand)).toFixed(1)} ms over`,
      ]),
    )
  }
  return all
}

const row = ([name = '', ...figures]: readonly string[]) =>
  `${name.padEnd(28)}${figures.map((figure) => figure.padStart(9)).join('')}`

/** Alternating, so that other load on the machine affects both. */
async function measure(target: SearchTarget, next: () => SearchQuestion): Promise<Times & { readonly name: string }> {
  const client = createSearchClient(target)
  // The first requests warm the caches.
  const first = next()
  await client.api(first)
  await client.hand(first)
  const api: number[] = []
  const hand: number[] = []
  const startedAtMs = performance.now()
  while (api.length < ROUNDS && (api.length < MIN_ROUNDS || performance.now() - startedAtMs < QUESTION_MS)) {
    // Each with new values, so that neither profits from the other's caches.
    api.push(await client.api(next()))
    hand.push(await client.hand(next()))
  }
  return { name: first.name, api, hand }
}

async function underLoad(
  target: SearchTarget,
  data: SearchData,
  next: NextQuestion,
  alone: ReadonlyMap<string, Times>,
  print: Print,
): Promise<void> {
  const sender = fork(fileURLToPath(new URL('./search-load.ts', import.meta.url)))
  try {
    sender.send({ port: data.inputPort, perSecond: LOAD_PER_SECOND, fromMs: data.toMs } satisfies Load)
    await Promise.race([
      setTimeout(LOAD_WARM_UP_MS),
      once(sender, 'exit').then(() => Promise.reject(new Error('the sender ended'))),
    ])
    const [before] = await rowOf(target.store, 'SELECT count() FROM messages')
    const startedAtMs = performance.now()
    print(
      row([`at ${LOAD_PER_SECOND}/s`, 'p50 ms', 'p95 ms', 'alone', 'ratio', 'by hand', 'ratio', '2x alone', '2x goal']),
    )
    const client = createSearchClient(target)
    for (let place = 0; place < QUESTIONS; place++) {
      const { name } = next(place)
      const times: number[] = []
      const endMs = performance.now() + QUESTION_MS / 2
      while (times.length < ROUNDS && (times.length < MIN_ROUNDS || performance.now() < endMs)) {
        times.push(await client.api(next(place)))
      }
      const before = quantile(alone.get(name)?.api ?? [], 0.5)
      const byHand = quantile(alone.get(name)?.hand ?? [], 0.5)
      const now = quantile(times, 0.5)
      print(
        row([
          name,
          now.toFixed(1),
          quantile(times, 0.95).toFixed(1),
          before.toFixed(1),
          (now / before).toFixed(2),
          byHand.toFixed(1),
          (now / byHand).toFixed(2),
          now <= 2 * before + GOAL_MS ? 'yes' : 'no',
          now <= 2 * goalMs(byHand) ? 'yes' : 'no',
        ]),
      )
    }
    const [after] = await rowOf(target.store, 'SELECT count() FROM messages')
    const perSecond = (1000 * (Number(after) - Number(before))) / (performance.now() - startedAtMs)
    print(`${perSecond.toFixed(0)} rows a second were stored meanwhile`)
  } finally {
    sender.kill('SIGKILL')
  }
}

async function benchExport(target: SearchTarget, data: SearchData, type: string, print: Print): Promise<void> {
  const { pid } = target.server
  const limit = Math.min(EXPORTED, data.messages)
  const body = {
    timerange: { type: 'absolute', from: new Date(data.fromMs).toISOString(), to: new Date(data.toMs).toISOString() },
    fields_in_order: ['timestamp', 'source', 'message', 'level', 'trace_id', 'took_ms'],
    limit,
  }
  const beforeMb = residentMb(pid)
  let peakMb = 0
  const startedAtMs = performance.now()
  let bytes = 0
  const response = await createSearchClient(target).raw({ operation: exportMessages, body }, type)
  if (response.body === null) throw new Error('the export has no body')
  for await (const chunk of response.body) {
    bytes += chunk.length
    peakMb = Math.max(peakMb, residentMb(pid))
  }
  const seconds = (performance.now() - startedAtMs) / 1000
  print(
    `export of ${limit} messages as ${type}: ${(limit / seconds / 1000).toFixed(0)}k rows/s, ${(bytes / 1e6 / seconds).toFixed(0)} MB/s; ` +
      `memory of the server ${beforeMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} MB at most`,
  )
}
