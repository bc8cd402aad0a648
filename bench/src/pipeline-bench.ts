/** What pipelines cost: per message in a thread, and as a share of ingest. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RawMessage } from '@logyard/codecs/codec'
import { gelfCodec } from '@logyard/codecs/gelf/gelf-codec'
import { systemClock as clock } from '@logyard/server/platform/clock'
import { createBlockProcessor } from '@logyard/server/processing/blocks/process-block'
import { processors } from '@logyard/server/processing/processors'
import { PIPELINE_PROCESSOR, type ProcessingSettings } from '@logyard/server/processing/settings/processing-settings'
import { createGuardMemory, createWorkerGuard } from '@logyard/server/processing/workers/regex-guard'
import type { Engine } from '@logyard/server/store/engine/engine'
import { startProcessing } from '@logyard/server/testing/start-processing'
import { startBenchEngine } from './bench-engine.ts'
import { benchLookups } from './lookup-bench.ts'
import { median } from './median.ts'
import { everydayPipelines } from './pipeline-rules.ts'
import { BENCH_NODE_ID, benchSettings, blocksOf, gelfMessages, origin } from './processing-messages.ts'
import { usualFields } from './usual-fields.ts'

type Print = (line: string) => void

const MESSAGES = 40_000
const ROUNDS = 9
const INGESTED = 150_000
const INGEST_ROUNDS = 3

const without = benchSettings
const withPipelines: ProcessingSettings = {
  ...benchSettings,
  processors: [PIPELINE_PROCESSOR, ...benchSettings.processors],
  pipelines: everydayPipelines,
}

export async function benchPipelines(print: Print): Promise<void> {
  benchRules(print)
  await benchLookups(print)
  const folder = await mkdtemp(join(tmpdir(), 'logyard-bench-'))
  try {
    await benchIngestWith(folder, print)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function benchRules(print: Print): void {
  const messages = gelfMessages(MESSAGES)
  const plain = blockMicroseconds(messages, without)
  const ruled = blockMicroseconds(messages, withPipelines)
  const timed = blockMicroseconds(messages, {
    ...withPipelines,
    pipelines: { ...everydayPipelines, hasRuleMetrics: true },
  })
  const { matched } = ruled
  print(
    `20 rules, ${matched.toFixed(1)} of which match: ${(ruled.us - plain.us).toFixed(2)} us a message (goal 10), ` +
      `${(timed.us - plain.us).toFixed(2)} us with rule metrics; from block to row ${plain.us.toFixed(2)} us without them`,
  )
}

/** Processor time of a message from block to row, and how many rules match it. */
function blockMicroseconds(messages: readonly RawMessage[], settings: ProcessingSettings) {
  const { guard, onPosition } = createWorkerGuard(createGuardMemory())
  const lookupTables = { find: () => undefined }
  const deps = { codecs: [gelfCodec], processors, nodeId: BENCH_NODE_ID, clock, guard, onPosition, lookupTables }
  const processor = createBlockProcessor(deps)
  processor.configure(settings)
  let matched = 0
  const rounds = Array.from({ length: ROUNDS }, () => {
    const blocks = blocksOf(messages)
    const before = process.cpuUsage()
    for (const [sequence, { firstOffset, bytes }] of blocks.entries()) {
      const result = processor.process({ sequence, firstOffset, bytes, skips: [] })
      if (result instanceof Promise) throw new Error('a message waits for a lookup')
      processor.learn(usualFields.verdictsOf(result.seenFields))
      for (const { rules } of result.pipelines.counts) for (const rule of rules) matched += rule.matched
    }
    const used = process.cpuUsage(before)
    return (used.user + used.system) / messages.length
  })
  return { us: median(rounds), matched: matched / ROUNDS / messages.length }
}

async function benchIngestWith(folder: string, print: Print): Promise<void> {
  await using engine = await startBenchEngine(folder)
  const messages = gelfMessages(INGESTED)
  const plain: number[] = []
  const ruled: number[] = []
  for (let round = 0; round < INGEST_ROUNDS; round += 1) {
    plain.push(await ingestRate(engine, join(folder, `plain-${round}`), messages, without))
    ruled.push(await ingestRate(engine, join(folder, `ruled-${round}`), messages, withPipelines))
  }
  const rate = (rates: readonly number[]) => Math.round(median(rates)).toLocaleString('en')
  print(
    `journal to store: ${rate(plain)} messages/s without, ${rate(ruled)} with 20 rules: ` +
      `${(median(ruled) / median(plain)).toFixed(2)} (goal 0.75)`,
  )
}

/** Messages per second from the journal to the store; appending is not timed. */
async function ingestRate(
  engine: Engine,
  folder: string,
  messages: readonly RawMessage[],
  settings: ProcessingSettings,
): Promise<number> {
  await using world = startProcessing({
    folder,
    engine,
    settings,
    deps: { codecsModule: import.meta.resolve('@logyard/server/ingest/inputs/codecs'), fields: usualFields },
  })
  world.processing.control.pause()
  for (const [number, raw] of messages.entries()) {
    while (!world.journal.append(origin, raw)) await world.journal.writable(AbortSignal.timeout(60_000))
    if (number % 500 === 0) await nextTurn()
  }
  await world.journal.flushed()
  const startedAtMs = clock.monotonicMs()
  world.processing.control.resume()
  while (world.journal.figures().uncommittedEntries > 0) await clock.sleep(20)
  return messages.length / ((clock.monotonicMs() - startedAtMs) / 1000)
}
