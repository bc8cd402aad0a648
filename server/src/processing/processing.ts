/**
 * A message's way from the journal to the store. Reads blocks, has them processed by the pool of threads, and hands the
 * results over in the order of the journal. What is under way is bounded by the raw bytes that it came from.
 */
import { availableParallelism } from 'node:os'
import type { Lifecycle } from '../cluster/lifecycle.ts'
import type { MessageFields } from '../fields/message-fields.ts'
import type { Replay } from '../ingest/failures/failure-service.ts'
import type { Failures, NewFailure } from '../ingest/failures/failures.ts'
import type { Journal, JournalBlock } from '../ingest/journal/journal.ts'
import { readBlock } from '../ingest/journal/journal-block.ts'
import type { LiveTails } from '../live/live-tails.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Throughput } from '../metrics/throughput.ts'
import { createBell, unlessAborted } from '../platform/bell.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Engine } from '../store/engine/engine.ts'
import { offsetOfId } from '../store/messages/message-ids.ts'
import { createMessageWriter, type RefusedRow } from '../store/messages/message-writer.ts'
import { rowId } from '../store/messages/row-lines.ts'
import type { OutputBatch } from './blocks/block-result.ts'
import { createProcessingControl, type ProcessingControl } from './processing-control.ts'
import { createProcessingMetrics } from './processing-metrics.ts'
import { createReplay, NOT_STORABLE, THREAD_CRASH } from './replay.ts'
import type { ProcessingSettings } from './settings/processing-settings.ts'
import { createBatchStore, type DoneBlock } from './store/batch-store.ts'
import { createRegexFaults } from './workers/regex-faults.ts'
import { createWorkerPool, type PoolBlock, type PoolResult } from './workers/worker-pool.ts'

export interface ReceiveTimes {
  readonly ingest: Date
  readonly postProcessing: Date
  readonly postIndexing: Date
}

export interface Processing extends AsyncDisposable {
  readonly control: ProcessingControl
  /** When the newest message was received that got to each place; 1970 before the first. */
  receiveTimes(): ReceiveTimes
  /** By thread: `idle`, or what it has in hand. */
  inHand(): readonly string[]
  /** Resolves once everything that is under way now is stored; rejects when processing stops first. */
  settled(): Promise<void>
  /** Processes and stores raw messages beside those of the journal; refused while processing is paused. */
  readonly replay: Replay
}

export interface ProcessingDeps {
  readonly journal: Journal
  readonly engine: Engine
  readonly failures: Failures
  readonly fields: MessageFields
  readonly tails: Pick<LiveTails, 'settings' | 'onChange' | 'stored'>
  /** Takes what is for outputs, in the order of the journal, once it is stored. */
  readonly toOutputs: (batches: readonly OutputBatch[]) => void
  readonly settings: () => ProcessingSettings
  readonly onSettingsChange: (listener: () => void) => Disposable
  readonly lifecycle: Lifecycle
  readonly metrics: Metrics
  readonly throughput: Throughput
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly nodeId: string
  /** URL of a module that exports `codecs`, the list of all that there are: every thread loads it. */
  readonly codecsModule: string
  readonly workers?: number
  /** How long stopping waits for what is under way. */
  readonly drainLimitMs?: number
  /** Regular expressions of the stream ran out of time that often: it takes no messages until its rules change. */
  readonly onStreamFaulty: (streamId: string, faults: number) => void
}

/** What clients are told of the size of buffers, which are bounded by bytes here. */
export const BUFFER_ENTRIES = 65_536
const READ_BYTES = 2 ** 20
const MAX_UNSTORED_BYTES = 20 * 2 ** 20
const DRAIN_LIMIT_MS = 3000

interface Underway {
  readonly block: JournalBlock
  readonly result: Promise<PoolResult>
}

export function createProcessing(deps: ProcessingDeps): Processing {
  const { journal, clock, log, nodeId } = deps
  const reading = new AbortController()
  const stopping = new AbortController()
  const control = createProcessingControl(deps)
  const metrics = createProcessingMetrics(deps)
  const moved = createBell()
  const underway: Underway[] = []
  let unanswered = 0
  let unstoredBytes = 0
  let postProcessingMs = 0
  let postIndexingMs = 0

  const faults = createRegexFaults({
    settings: deps.settings,
    onTimeout: metrics.ruleTimedOut,
    onFaulty(streamId, count) {
      metrics.faultsExceeded(streamId)
      pool.configure(faults.usable())
      deps.onStreamFaulty(streamId, count)
    },
  })
  const pool = createWorkerPool({
    size: deps.workers ?? Math.max(1, availableParallelism() - 1),
    nodeId,
    codecsModule: deps.codecsModule,
    clock,
    log,
    onRegexTimeout: faults.timedOut,
  })
  const writer = createMessageWriter(deps)
  const store = createBatchStore({
    ...deps,
    writer,
    metrics,
    findRefused,
    async noteFields(results) {
      const seen = results.map(({ seenFields }) => seenFields)
      if (seen.some(({ fields, counts }) => fields.length > 0 || counts.length > 0)) {
        pool.learn(await deps.fields.note(seen))
      }
    },
    onStored({ firstOffset, result }) {
      unstoredBytes -= bytesUnderway.get(firstOffset) ?? 0
      bytesUnderway.delete(firstOffset)
      if (result !== undefined) deps.tails.stored(result.tails)
      if (result !== undefined) deps.toOutputs(result.outputs)
      postIndexingMs = Math.max(postIndexingMs, result?.newestReceivedAtMs ?? 0)
      moved.ring()
    },
    signal: stopping.signal,
  })
  /** The sizes of blocks that are not stored yet, by their first offset. */
  const bytesUnderway = new Map<number, number>()

  async function readOne(offset: number): Promise<JournalBlock> {
    const [block] = await journal.read(offset, 1, stopping.signal)
    if (block === undefined) throw new Error(`the journal has no block at ${offset}`)
    return block
  }

  async function readOn() {
    let at = journal.committedOffset
    while (true) {
      await control.whenRunning(reading.signal)
      while (unstoredBytes >= MAX_UNSTORED_BYTES) await unlessAborted(moved.next(), reading.signal)
      for (const block of await journal.read(at, READ_BYTES, reading.signal)) {
        // Paused while this waited for the first message, or in the middle of a run.
        await control.whenRunning(reading.signal)
        while (unanswered >= pool.capacity) await unlessAborted(moved.next(), reading.signal)
        begin(block)
        at = block.firstOffset + block.count
      }
    }
  }

  function begin(block: JournalBlock) {
    unstoredBytes += block.bytes.byteLength
    bytesUnderway.set(block.firstOffset, block.bytes.byteLength)
    unanswered += 1
    const { firstOffset, count, bytes } = block
    const reread = async () => (await readOne(firstOffset)).bytes
    const result = pool.process({ firstOffset, count, bytes, reread }).finally(() => {
      unanswered -= 1
      moved.ring()
    })
    result.catch(() => undefined)
    underway.push({ block, result })
    moved.ring()
  }

  async function storeOn() {
    while (true) {
      const next = underway.shift()
      if (next === undefined) {
        if (reading.signal.aborted) return
        await unlessAborted(moved.next(), stopping.signal)
        continue
      }
      await store.add(await finish(next))
    }
  }

  async function finish({ block, result }: Underway): Promise<DoneBlock> {
    const { firstOffset, count } = block
    const answer = await unlessAborted(result, stopping.signal)
    if ('crash' in answer) {
      metrics.crashed(count)
      return { firstOffset, count, result: undefined, failures: await crashed(firstOffset, answer.crash) }
    }
    metrics.processed(answer)
    postProcessingMs = Math.max(postProcessingMs, answer.newestReceivedAtMs)
    return { firstOffset, count, result: answer, failures: answer.failures }
  }

  async function crashed(firstOffset: number, detail: string): Promise<readonly NewFailure[]> {
    const block = await readOne(firstOffset)
    // Too old, and gone meanwhile.
    if (block.firstOffset !== firstOffset) return []
    log.error({ firstOffset, messages: block.count }, 'messages that end processing threads are kept as failures')
    return Array.from(readBlock(block.bytes), (record, index) => ({
      ...record,
      offset: firstOffset + index,
      reason: THREAD_CRASH,
      detail,
    }))
  }

  async function findRefused(rows: readonly RefusedRow[]): Promise<readonly NewFailure[]> {
    const found: NewFailure[] = []
    for (const { line, detail } of rows) {
      const offset = offsetOfId(rowId(line))
      const block = journal.blockWith(offset)
      const record = block && [...readBlock(block.bytes)][offset - block.firstOffset]
      if (record !== undefined) found.push({ ...record, offset, reason: NOT_STORABLE, detail })
    }
    return found
  }

  const replays = createReplay({ pool, store, metrics, control, signal: stopping.signal })

  const settingsChanges = deps.onSettingsChange(() => pool.configure(faults.usable()))
  const tailChanges = deps.tails.onChange(() => pool.watch(deps.tails.settings()))
  pool.configure(faults.usable())
  for (const side of ['input', 'process', 'output'])
    deps.metrics.gauge(`org.graylog2.buffers.${side}.size`, () => BUFFER_ENTRIES)
  deps.metrics.gauge('org.graylog2.buffers.input.usage', () => journal.figures().unflushedEntries)
  deps.metrics.gauge('org.graylog2.buffers.process.usage', () => unanswered)
  deps.metrics.gauge('org.graylog2.buffers.output.usage', () => store.depth())
  deps.metrics.gauge('logyard.failures.kept', () => deps.failures.figures().failures)
  deps.metrics.gauge('logyard.failures.evicted', () => deps.failures.figures().evicted)

  const ended = (what: string) => (error: unknown) => {
    if (!reading.signal.aborted && !stopping.signal.aborted) log.fatal({ err: error, what }, 'processing cannot go on')
  }
  const reader = readOn().catch(ended('reading'))
  const storer = storeOn().catch(ended('storing'))

  return {
    control,
    receiveTimes: () => ({
      ingest: new Date(journal.figures().newestReceivedAtMs),
      postProcessing: new Date(postProcessingMs),
      postIndexing: new Date(postIndexingMs),
    }),
    inHand: () => pool.inHand().map(describe),
    replay: replays.replay,
    async settled() {
      const replayed = replays.settled()
      const newest = Math.max(-1, ...bytesUnderway.keys())
      const isUnderway = () => [...bytesUnderway.keys()].some((firstOffset) => firstOffset <= newest)
      while (isUnderway()) await unlessAborted(moved.next(), stopping.signal)
      await unlessAborted(replayed, stopping.signal)
    },
    async [Symbol.asyncDispose]() {
      settingsChanges[Symbol.dispose]()
      tailChanges[Symbol.dispose]()
      reading.abort()
      moved.ring()
      await reader
      const drained = storer.then(() => store.drain()).catch(() => undefined)
      await Promise.race([drained, clock.sleep(deps.drainLimitMs ?? DRAIN_LIMIT_MS)])
      // What is not stored by now lies in the journal, and the next life asks the store what it has of it.
      stopping.abort()
      await storer
      await drained
      await pool[Symbol.asyncDispose]()
      metrics[Symbol.dispose]()
    },
  }
}

const describe = (block: PoolBlock | undefined): string =>
  block === undefined ? 'idle' : `${block.count} messages from journal offset ${block.firstOffset} on`
