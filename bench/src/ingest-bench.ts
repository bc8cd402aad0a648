import { setTimeout } from 'node:timers/promises'
import { createReference } from './ingest-reference.ts'
import type { Sending } from './ingest-sender.ts'
import { type IngestTarget, type InputForm, startIngestTarget } from './ingest-target.ts'
import { median } from './median.ts'
import { watchMemory } from './process-figures.ts'

type Print = (line: string) => void

const ROUNDS = 3
/** Enough that start and last batch of a run are negligible; a whole number of requests. */
const MESSAGES = 150_000
const MEMORY_MESSAGES = 3 * MESSAGES
const UDP_PER_SECOND = 20_000
const UDP_SECONDS = 10
const LONG_UDP_SECONDS = 60
const LATENCY_PER_SECOND = 10_000
const LATENCY_SECONDS = 10

const FORMS: Readonly<Record<InputForm, string>> = {
  'gelf-tcp': 'GELF TCP',
  'gelf-udp': 'GELF UDP, as fast as it can be sent',
  'syslog-tcp': 'syslog TCP',
  'gelf-http': 'GELF HTTP, 1,000 lines a request',
  bulk: '_bulk, 1,000 documents a request',
}

/** Measures from a sender's socket to the store, including the sender, with 3 streams of 2 rules. */
export async function benchIngest(print: Print, options: { readonly long: boolean }): Promise<void> {
  await benchMemory(print)
  await using target = await startIngestTarget()
  for (const [input, name] of Object.entries(FORMS) as [InputForm, string][]) {
    // Warms up, and provides the rows for the engine's own measurement.
    await run(target, { input, form: input, messages: MESSAGES })
    const reference = await createReference(target.store, MESSAGES)
    const runs = []
    // Alternating, so that other load on the machine affects both.
    const plainRates = [await reference.insert()]
    for (let round = 0; round < ROUNDS; round++) {
      runs.push(await run(target, { input, form: input, messages: MESSAGES }))
      plainRates.push(await reference.insert())
    }
    print(`${name}: ${figuresOf(runs, plainRates)}`)
  }
  await benchUdpLoss(target, print, options.long ? LONG_UDP_SECONDS : UDP_SECONDS)
  await benchLatency(target, print)
}

/** Runs in a separate server, because the other benchmarks query the engine too. */
async function benchMemory(print: Print): Promise<void> {
  await using target = await startIngestTarget()
  using memory = watchMemory(target.pid)
  for (const input of Object.keys(FORMS) as InputForm[]) {
    await run(target, { input, form: input, messages: MEMORY_MESSAGES })
  }
  print(`memory of all processes: ${memory.peakMb().toFixed(0)} MB at most, ${memory.describePeak()} (goal 1,200 MB)`)
}

interface Run {
  readonly perSecond: number
  readonly lost: number
  /** Processor time of server and engine per message. */
  readonly serverUs: number
  readonly engineUs: number
}

async function run(target: IngestTarget, sending: Omit<Sending, 'port'> & { readonly input: InputForm }): Promise<Run> {
  const before = await target.storedMessages()
  const [server, engine] = target.processorMs()
  const { startedAtMs } = await target.send(sending)
  const stored = await target.whenStored(before + sending.messages, sending.input)
  const count = stored.count - before
  const [serverAfter, engineAfter] = target.processorMs()
  return {
    perSecond: (1000 * count) / (stored.atMs - startedAtMs),
    lost: sending.messages - count,
    serverUs: (1000 * (serverAfter - server)) / count,
    engineUs: (1000 * (engineAfter - engine)) / count,
  }
}

function figuresOf(runs: readonly Run[], plainRates: readonly number[]): string {
  const rates = runs.map(({ perSecond }) => perSecond)
  const lost = runs.reduce((sum, each) => sum + each.lost, 0)
  const processor = (of: 'serverUs' | 'engineUs') => median(runs.map((each) => each[of])).toFixed(1)
  return [
    `${thousands(median(rates))} messages/s (${spread(rates)})`,
    `${(median(rates) / median(plainRates)).toFixed(2)} of a plain insert of the same rows, ${thousands(median(plainRates))} (${spread(plainRates)})`,
    `processor time ${processor('serverUs')} µs in the server, ${processor('engineUs')} µs in the engine`,
    ...(lost === 0 ? [] : [`${percent(lost / (runs.length * MESSAGES))} lost`]),
  ].join('; ')
}

async function benchUdpLoss(target: IngestTarget, print: Print, seconds: number): Promise<void> {
  const messages = seconds * UDP_PER_SECOND
  const { lost } = await run(target, { input: 'gelf-udp', form: 'gelf-udp', messages, perSecond: UDP_PER_SECOND })
  print(`GELF UDP at ${UDP_PER_SECOND}/s for ${seconds} s: ${lost} of ${messages} lost (goal 0)`)
}

const POLL_MS = 20

/** Measures from sending to the first search that finds the message, for each message. */
async function benchLatency(target: IngestTarget, print: Print): Promise<void> {
  const messages = LATENCY_SECONDS * LATENCY_PER_SECOND
  const sending = target.send({ input: 'gelf-tcp', form: 'numbered', messages, perSecond: LATENCY_PER_SECOND })
  // The field gets a column while the messages are sent.
  const numbers = `arrayMap(n -> ifNull(n, 0), [fields.number.:Int64, COLUMNS('^integer_number$')])`
  const query = `SELECT max(arrayMax(${numbers})) AS newest FROM messages WHERE timestamp > now64(3) - INTERVAL 10 SECOND`
  const sightings: (readonly [number: number, atMs: number])[] = []
  for (let newest = 0, polls = 0; newest < messages - 1 && polls < (60 * 1000) / POLL_MS; polls++) {
    const answer = await target.store.query({ query, format: 'JSONEachRow' })
    const [row] = await answer.json<{ newest: number }>()
    newest = row?.newest ?? 0
    sightings.push([newest, performance.timeOrigin + performance.now()])
    await setTimeout(POLL_MS)
  }
  const { marks } = await sending
  const delaysMs: number[] = []
  let seen = 0
  let before = 0
  for (const [upTo, sentAtMs] of marks) {
    while ((sightings[seen]?.[0] ?? Number.POSITIVE_INFINITY) < upTo - 1) seen++
    const sighting = sightings[seen]
    if (sighting === undefined) throw new Error(`message ${upTo - 1} was never found`)
    for (; before < upTo; before++) delaysMs.push(sighting[1] - sentAtMs)
  }
  delaysMs.sort((a, b) => a - b)
  const at = (share: number) => `${(delaysMs[Math.floor(delaysMs.length * share)] ?? Number.NaN).toFixed(0)} ms`
  print(`sent to searchable at ${LATENCY_PER_SECOND}/s: p50 ${at(0.5)}, p99 ${at(0.99)} (goal 1,500 ms)`)
}

const thousands = (value: number) => `${(value / 1000).toFixed(1)}k`
const spread = (values: readonly number[]) => `${thousands(Math.min(...values))} to ${thousands(Math.max(...values))}`
const percent = (share: number) => `${(100 * share).toFixed(1)} %`
