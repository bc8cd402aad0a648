/** The cost of each step from the journal to the store, and the whole compared with a plain insert of the same rows. */

import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { bulkCodec } from '@logyard/codecs/bulk/bulk-codec'
import type { Codec, RawMessage } from '@logyard/codecs/codec'
import { gelfCodec } from '@logyard/codecs/gelf/gelf-codec'
import { createTemplateHash } from '@logyard/languages/message-templates/template'
import { sql } from '@logyard/languages/sql/sql'
import type { Journal } from '@logyard/server/ingest/journal/journal'
import { openJournal } from '@logyard/server/ingest/journal/lmdb-journal'
import { systemClock as clock } from '@logyard/server/platform/clock'
import { createLog } from '@logyard/server/platform/log'
import { createBlockProcessor } from '@logyard/server/processing/blocks/process-block'
import { processors } from '@logyard/server/processing/processors'
import type { ProcessingSettings } from '@logyard/server/processing/settings/processing-settings'
import { createGuardMemory, createWorkerGuard } from '@logyard/server/processing/workers/regex-guard'
import type { Engine } from '@logyard/server/store/engine/engine'
import { insertRows } from '@logyard/server/store/messages/insert-rows'
import { joinRows, type RowBatch, sizeOfRows } from '@logyard/server/store/messages/row-batch'
import { startProcessing } from '@logyard/server/testing/start-processing'
import { startBenchEngine } from './bench-engine.ts'
import { bulkRequests, bulkSettings } from './bulk-documents.ts'
import { median } from './median.ts'
import { BENCH_FILTERS, BENCH_NODE_ID, benchSettings, blocksOf, gelfMessages, origin } from './processing-messages.ts'
import { usualFields } from './usual-fields.ts'

type Print = (line: string) => void

const MESSAGES = 200_000
const ROUNDS = 5
const BATCH_BYTES = 8 * 2 ** 20
const TEMPLATE_LENGTH = 200
const PER_REQUEST = 1000
const log = createLog('off')

const GELF: Form = { name: 'GELF', codec: gelfCodec, settings: benchSettings, messages: MESSAGES }
const BULK: Form = { name: '_bulk of 12 fields', codec: bulkCodec, settings: bulkSettings, messages: MESSAGES }

export async function benchProcessing(print: Print): Promise<void> {
  const messages = gelfMessages(MESSAGES)
  print(`template hash: ${templateMicroseconds(messages).toFixed(2)} us for ${TEMPLATE_LENGTH} characters (goal 2)`)
  benchBlocks(bulkRequests(MESSAGES, PER_REQUEST), BULK, print)
  const blocks = benchBlocks(messages, GELF, print)
  benchFilters(messages, print)
  await inFolder((folder) => benchJournal(folder, messages, print))
  await inFolder((folder) => benchWhole(folder, messages, blocks, print))
}

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-bench-'))
  try {
    await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function cpuMicroseconds(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const used = process.cpuUsage(before)
  return used.user + used.system
}

/** Messages per second. */
async function rateOf(run: () => Promise<void>): Promise<number> {
  const startedAtMs = clock.monotonicMs()
  await run()
  return MESSAGES / ((clock.monotonicMs() - startedAtMs) / 1000)
}

function templateMicroseconds(messages: readonly RawMessage[]): number {
  const texts = messages.map(({ payload }) => String(Object(JSON.parse(Buffer.from(payload).toString())).short_message))
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  const hashTemplate = createTemplateHash()
  const hashAll = () => {
    for (const text of texts) hashTemplate(text)
  }
  const rounds = Array.from({ length: ROUNDS }, () => cpuMicroseconds(hashAll))
  return (median(rounds) / length) * TEMPLATE_LENGTH
}

interface Form {
  readonly name: string
  readonly codec: Codec
  readonly settings: ProcessingSettings
  /** Messages of all payloads. */
  readonly messages: number
}

/** Filters of event definitions are tested on each message. */
function benchFilters(messages: readonly RawMessage[], print: Print): void {
  for (const [name, filters] of Object.entries(BENCH_FILTERS)) {
    benchBlocks(messages, { ...GELF, name: `GELF with ${name}`, settings: { ...benchSettings, filters } }, print)
  }
}

/** Returns the rows made of the payloads. */
function benchBlocks(payloads: readonly RawMessage[], form: Form, print: Print): readonly RowBatch[] {
  const { codec, settings, messages } = form
  const decode = codec.create({})
  const decodeAll = () => {
    for (const payload of payloads) decode(payload)
  }
  const decoding = Array.from({ length: ROUNDS }, () => cpuMicroseconds(decodeAll))
  const { guard, onPosition } = createWorkerGuard(createGuardMemory())
  const deps = {
    codecs: [codec],
    processors,
    nodeId: BENCH_NODE_ID,
    clock,
    guard,
    onPosition,
    lookupTables: { find: () => undefined },
  }
  const processor = createBlockProcessor(deps)
  processor.configure(settings)
  let rows: readonly RowBatch[] = []
  const processing = Array.from({ length: ROUNDS }, () => {
    const blocks = blocksOf(payloads, codec.id)
    return cpuMicroseconds(() => {
      rows = blocks.map(({ firstOffset, bytes }, sequence) => {
        const result = processor.process({ sequence, firstOffset, bytes, skips: [] })
        if (result instanceof Promise) throw new Error('a message waits for a lookup')
        if (result.failureCount > 0) throw new Error(`${result.failureCount} messages failed`)
        processor.learn(usualFields.verdictsOf(result.seenFields))
        return result.rows
      })
    })
  })
  const each = (microseconds: readonly number[]) => (median(microseconds) / messages).toFixed(2)
  print(
    `${form.name}: decode ${each(decoding)} us, from block to row with 3 streams of 2 rules ${each(processing)} us a message`,
  )
  return rows
}

/** Yields to the event loop between groups of messages, as sockets do. */
async function appendAll(journal: Journal, messages: readonly RawMessage[]): Promise<void> {
  for (const [number, raw] of messages.entries()) {
    while (!journal.append(origin, raw)) await journal.writable(AbortSignal.timeout(60_000))
    if (number % 500 === 0) await nextTurn()
  }
}

async function benchJournal(folder: string, messages: readonly RawMessage[], print: Print): Promise<void> {
  const rates: number[] = []
  await using journal = openJournal({ folder, clock, log })
  for (let round = 0; round < ROUNDS; round += 1) {
    const rate = await rateOf(async () => {
      await appendAll(journal, messages)
      await journal.flushed()
    })
    rates.push(rate)
  }
  const bytes = messages.reduce((sum, { payload }) => sum + payload.length, 0) / MESSAGES
  print(
    `journal: ${thousands(median(rates))} messages/s on the disk, ${Math.round((median(rates) * bytes) / 1e6)} MB/s`,
  )
}

async function benchWhole(
  folder: string,
  messages: readonly RawMessage[],
  blocks: readonly RowBatch[],
  print: Print,
): Promise<void> {
  await using engine = await startBenchEngine(folder)
  const batches = batchesOf(blocks)
  const plain: number[] = []
  const whole: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    plain.push(await insertPlainly(engine, batches))
    whole.push(await wholeRate(join(folder, `round-${round}`), engine, messages))
  }
  // Compares adjacent runs, so that other load on the machine affects both.
  const ratios = whole.map((rate, round) => rate / (plain[round] ?? Number.NaN))
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  print(`journal to store / plain insert: ${median(ratios).toFixed(2)} (${range} in ${ROUNDS} rounds)`)
  print(
    `plain insert: ${thousands(median(plain))} rows/s; from append to stored: ${thousands(median(whole))} messages/s`,
  )
}

async function insertPlainly(engine: Engine, batches: readonly RowBatch[]): Promise<number> {
  await engine.client.command({ query: sql`TRUNCATE TABLE messages` })
  const token = clock.monotonicMs()
  return await rateOf(async () => {
    for (const [number, batch] of batches.entries()) {
      await insertRows(engine.client, batch, `plain-${token}-${number}`, AbortSignal.timeout(60_000))
    }
  })
}

function batchesOf(blocks: readonly RowBatch[]): readonly RowBatch[] {
  const batches: RowBatch[][] = [[]]
  let bytes = 0
  for (const rows of blocks) {
    const size = sizeOfRows(rows)
    if (bytes + size > BATCH_BYTES) {
      batches.push([])
      bytes = 0
    }
    batches.at(-1)?.push(rows)
    bytes += size
  }
  return batches.map(joinRows)
}

/** Rate from the first append to the last commit, with the threads that the server would start. */
async function wholeRate(folder: string, engine: Engine, messages: readonly RawMessage[]): Promise<number> {
  await engine.client.command({ query: sql`TRUNCATE TABLE messages` })
  const workers = Math.max(1, availableParallelism() - 1)
  const codecsModule = import.meta.resolve('@logyard/server/ingest/inputs/codecs')
  const deps = { codecsModule, workers, fields: usualFields }
  await using running = startProcessing({ folder, engine, settings: benchSettings, deps })
  const { journal } = running
  return await rateOf(async () => {
    await appendAll(journal, messages)
    while (journal.figures().uncommittedEntries > 0) await clock.sleep(5)
  })
}

const thousands = (value: number): string => `${Math.round(value / 1000)}k`
