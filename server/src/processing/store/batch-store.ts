/**
 * Stores the results of blocks: gathers them into batches in the order of the journal, stores each batch, and commits
 * the journal. At most MAX_INSERTS batches are inserted at once; commits keep the order of the journal.
 */

import { releaseMemory } from '@logyard/codecs/release-memory'
import type { MessageFields } from '../../fields/message-fields.ts'
import type { Failures, NewFailure } from '../../ingest/failures/failures.ts'
import type { Journal } from '../../ingest/journal/journal.ts'
import type { LiveTails } from '../../live/live-tails.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Engine } from '../../store/engine/engine.ts'
import type { RefusedRow } from '../../store/messages/message-writer.ts'
import { NO_ROWS, sizeOfRows } from '../../store/messages/row-batch.ts'
import type { BlockResult, OutputBatch } from '../blocks/block-result.ts'
import type { MessageFilters } from '../filters/message-filters.ts'
import type { ProcessingMetrics } from '../processing-metrics.ts'
import type { Underway } from '../underway.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import { findRefused } from './find-refused.ts'
import { createRetryForever, type RetryForever } from './retry-forever.ts'
import { createRowStore, type RowStore } from './row-store.ts'

export interface DoneBlock {
  readonly firstOffset: number
  readonly count: number
  /** Absent if the block could not be processed at all. */
  readonly result: BlockResult | undefined
  readonly failures: readonly NewFailure[]
}

export type BatchStore = ReturnType<typeof createBatchStore>

export interface BatchStoreDeps {
  readonly journal: Journal
  readonly engine: Engine
  readonly fields: MessageFields
  readonly workers: Pick<WorkerPool, 'learn'>
  readonly failures: Failures
  readonly tails: Pick<LiveTails, 'stored'>
  readonly filters: Pick<MessageFilters, 'stored'>
  /** Nodes that store messages, including this one. */
  readonly activeNodes: () => number
  /** Resolves when the messages are in the queues of their outputs; never rejects. */
  readonly toOutputs: (batches: readonly OutputBatch[]) => Promise<void>
  readonly underway: Pick<Underway, 'stored'>
  readonly metrics: ProcessingMetrics
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly nodeId: string
  readonly signal: AbortSignal
}

/** Large inserts make few parts, which saves half of the merges. */
const MAX_BATCH_BYTES = 32 * 2 ** 20
const BATCH_AGE_MS = 350
/**
 * With several nodes a batch waits as many times as long, up to this: all nodes together insert as often as one alone, as
 * each insert and the merges of its part have costs of their own. Not if the batch has messages for a live tail or for a
 * definition.
 */
const MAX_SHARED_BATCH_AGE_MS = 1000
/**
 * A batch does not wait for longer once it has a message that a definition waits for, unless it is so large that many
 * small inserts would cost throughput.
 */
const AWAITED_BATCH_AGE_MS = 50
const MAX_AWAITED_BATCH_BYTES = 2 ** 20

interface Batches {
  readonly deps: BatchStoreDeps
  readonly rows: RowStore
  readonly retry: RetryForever
  gathering: DoneBlock[]
  gatheredBytes: number
  /** Whether a live tail or a definition is sent a message of them. */
  isWatched: boolean
  /** Whether a definition is. */
  isAwaited: boolean
  /** Batches that were sent and are not committed. */
  sent: number
  /** Resolves once all batches that were sent are committed. */
  committed: Promise<void>
}

export function createBatchStore(deps: BatchStoreDeps) {
  const retry = createRetryForever(deps)
  const rows = createRowStore({ ...deps, retry, isGathering: () => batches.gathering.length > 0 })
  const batches: Batches = {
    ...{ deps, rows, retry },
    gathering: [],
    gatheredBytes: 0,
    isWatched: false,
    isAwaited: false,
    sent: 0,
    committed: Promise.resolve(),
  }
  return {
    /** Must be called in the order of the journal. Resolves when the next block can be added. */
    add: (block: DoneBlock) => add(batches, block),
    /**
     * Stores the results of raw messages that are processed again, at once and independently of all batches. Messages
     * that are stored already are not stored again. Returns the rows that the engine refuses.
     */
    async addAgain(results: readonly BlockResult[], until: AbortSignal) {
      const times = new Set(results.map(({ oldestReceivedAtMs }) => oldestReceivedAtMs))
      const received = Array.from(times, (ms) => ({ fromMs: ms, toMs: ms }))
      using _slot = await rows.acquireSlot(deps.signal)
      const refused = await rows.write(results, { received, mayBeStored: 'messages' }, until)
      for (const result of results) {
        deps.metrics.stored(result)
        deps.filters.stored(result.filterMatches)
      }
      return refused
    },
    /** Sends what is gathered and resolves when everything is stored and committed. */
    async drain() {
      await send(batches)
      await batches.committed
    },
    /** Batches that are not stored yet. */
    depth: () => batches.sent + (batches.gathering.length === 0 ? 0 : 1),
  }
}

async function add(batches: Batches, block: DoneBlock): Promise<void> {
  const bytes = sizeOfRows(block.result?.rows ?? NO_ROWS)
  if (batches.gatheredBytes > 0 && batches.gatheredBytes + bytes > MAX_BATCH_BYTES) await send(batches)
  batches.gathering.push(block)
  batches.gatheredBytes += bytes
  if (batches.gathering.length === 1) void sendWhenOld(batches, batchAgeMs(batches.deps), Number.POSITIVE_INFINITY)
  const isAwaited = (block.result?.filterMatches.size ?? 0) > 0
  const isWatched = isAwaited || (block.result?.tails.length ?? 0) > 0
  if (isWatched && !batches.isWatched) {
    batches.isWatched = true
    void sendWhenOld(batches, BATCH_AGE_MS, Number.POSITIVE_INFINITY)
  }
  if (isAwaited && !batches.isAwaited) {
    batches.isAwaited = true
    void sendWhenOld(batches, AWAITED_BATCH_AGE_MS, MAX_AWAITED_BATCH_BYTES)
  }
}

const batchAgeMs = ({ activeNodes }: BatchStoreDeps): number =>
  Math.min(BATCH_AGE_MS * activeNodes(), MAX_SHARED_BATCH_AGE_MS)

/** Larger batches are left to others. */
async function sendWhenOld(batches: Batches, ageMs: number, maxBytes: number): Promise<void> {
  const { gathering, deps, rows } = batches
  try {
    await deps.clock.sleep(ageMs, deps.signal)
    if (batches.gatheredBytes > maxBytes) return
    // While other batches are inserted, this one grows.
    await rows.whenFree(deps.signal)
    if (batches.gathering === gathering) await send(batches)
  } catch {
    // Rejects only when processing stops.
  }
}

/** Resolves once the batch is being inserted; until then no other batch should be gathered. */
async function send(batches: Batches): Promise<void> {
  const { gathering: blocks, deps, rows } = batches
  if (blocks.length === 0) return
  batches.gathering = []
  batches.gatheredBytes = 0
  batches.isWatched = false
  batches.isAwaited = false
  batches.sent += 1
  const slot = rows.acquireSlot(deps.signal)
  const inserted = slot.then((acquired) => insert(batches, blocks, acquired))
  inserted.catch(() => undefined)
  batches.committed = batches.committed.then(() => commit(batches, blocks, inserted))
  batches.committed.then(
    () => {
      batches.sent -= 1
    },
    (error: unknown) => {
      if (!deps.signal.aborted) deps.log.fatal({ err: error }, 'processing cannot continue')
    },
  )
  await slot
}

async function insert(
  { deps, rows }: Batches,
  blocks: readonly DoneBlock[],
  slot: Disposable,
): Promise<readonly RefusedRow[]> {
  using _slot = slot
  const results = blocks.flatMap(({ result }) => result ?? [])
  const fromMs = Math.min(...results.map(({ oldestReceivedAtMs }) => oldestReceivedAtMs))
  const toMs = Math.max(...results.map(({ newestReceivedAtMs }) => newestReceivedAtMs))
  const isReplay = blocks.some(({ firstOffset }) => firstOffset < deps.journal.replayEndOffset)
  const received = [{ fromMs, toMs }]
  return await rows.write(results, { received, mayBeStored: isReplay ? 'rows' : 'nothing' }, deps.signal)
}

/** Runs once the rows are stored and all earlier batches are committed. The journal is committed last. */
async function commit(
  { deps, retry }: Batches,
  blocks: readonly DoneBlock[],
  inserted: Promise<readonly RefusedRow[]>,
): Promise<void> {
  const { journal, metrics } = deps
  const refused = await inserted
  const failures = blocks.flatMap((block) => block.failures)
  if (refused.length > 0) {
    metrics.refused(refused.length)
    failures.push(...findRefused(journal, refused))
  }
  const addFailures = () => deps.failures.add(failures)
  if (failures.length > 0) await retry('failures could not be stored; retrying', addFailures, deps.signal)
  for (const block of blocks) announce(deps, block)
  await deps.toOutputs(blocks.flatMap(({ result }) => result?.outputs ?? []))
  const last = blocks.at(-1)
  if (last !== undefined) journal.commit(last.firstOffset + last.count)
  for (const { result } of blocks) result?.rows.chunks.forEach(releaseMemory)
}

/** Notifies metrics, live tails, filters and `settled` of a stored block. */
function announce({ metrics, tails, filters, underway }: BatchStoreDeps, { firstOffset, result }: DoneBlock): void {
  if (result !== undefined) {
    metrics.stored(result)
    tails.stored(result.tails)
    filters.stored(result.filterMatches)
  }
  underway.stored(firstOffset, result)
}
