/** Reads blocks from the journal, has them processed, and passes the results on in the order of the journal. */
import type { NewFailure } from '../ingest/failures/failures.ts'
import type { Journal, JournalBlock } from '../ingest/journal/journal.ts'
import { readBlock } from '../ingest/journal/journal-block.ts'
import type { Log } from '../platform/log.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import type { ProcessingControl } from './processing-control.ts'
import type { ProcessingMetrics } from './processing-metrics.ts'
import { THREAD_CRASH } from './replay.ts'
import type { BatchStore, DoneBlock } from './store/batch-store.ts'
import type { Underway } from './underway.ts'
import type { PoolResult } from './workers/pool-block.ts'
import type { WorkerPool } from './workers/worker-pool.ts'

export interface BlockQueueDeps {
  readonly journal: Journal
  readonly pool: Pick<WorkerPool, 'process' | 'capacity'>
  readonly store: BatchStore
  readonly underway: Underway
  readonly control: ProcessingControl
  readonly metrics: ProcessingMetrics
  readonly log: Log
  /** Ends reading: what is underway is still stored. */
  readonly reading: AbortSignal
  /** Ends everything. */
  readonly stopping: AbortSignal
}

const READ_BYTES = 2 ** 20
const MAX_UNSTORED_BYTES = 64 * 2 ** 20

interface QueuedBlock {
  readonly block: JournalBlock
  readonly result: Promise<PoolResult>
}

export function createBlockQueue(deps: BlockQueueDeps) {
  const queue: QueuedBlock[] = []
  return {
    /** Reads until `reading` is aborted. */
    read: () => readBlocks(deps, queue),
    /** Stores until `reading` is aborted and nothing is left. */
    store: () => storeBlocks(deps, queue),
  }
}

async function readBlocks(deps: BlockQueueDeps, queue: QueuedBlock[]): Promise<void> {
  const { journal, pool, underway, control, reading } = deps
  let at = journal.committedOffset
  while (true) {
    await control.whenRunning(reading)
    while (underway.unstoredBytes() >= MAX_UNSTORED_BYTES) await unlessAborted(underway.changed(), reading)
    for (const block of await journal.read(at, READ_BYTES, reading)) {
      // Processing may have been paused during the read or since the previous block.
      await control.whenRunning(reading)
      while (underway.unanswered() >= pool.capacity) await unlessAborted(underway.changed(), reading)
      queue.push({ block, result: begin(deps, block) })
      underway.notifyChange()
      at = block.firstOffset + block.count
    }
  }
}

function begin({ pool, underway, journal, stopping }: BlockQueueDeps, block: JournalBlock): Promise<PoolResult> {
  underway.begin(block)
  const { firstOffset, count, bytes } = block
  const reread = async () => (await readOne(journal, firstOffset, stopping)).bytes
  const result = pool.process({ firstOffset, count, bytes, reread }).finally(underway.answered)
  // Handled where the block's turn comes.
  result.catch(() => undefined)
  return result
}

async function readOne(journal: Journal, offset: number, signal: AbortSignal): Promise<JournalBlock> {
  const [block] = await journal.read(offset, 1, signal)
  // The next block would be processed under the offsets of this one.
  if (block?.firstOffset !== offset) throw new Error(`the journal has no block at ${offset}`)
  return block
}

async function storeBlocks(deps: BlockQueueDeps, queue: QueuedBlock[]): Promise<void> {
  const { store, underway, reading, stopping } = deps
  while (true) {
    const next = queue.shift()
    if (next !== undefined) await store.add(await finish(deps, next))
    else if (reading.aborted) return
    else await unlessAborted(underway.changed(), stopping)
  }
}

async function finish(deps: BlockQueueDeps, { block, result }: QueuedBlock): Promise<DoneBlock> {
  const { metrics, underway, stopping } = deps
  const { firstOffset, count } = block
  const answer = await unlessAborted(result, stopping)
  if ('crash' in answer) {
    metrics.crashed(count)
    return { firstOffset, count, result: undefined, failures: await crashFailures(deps, firstOffset, answer.crash) }
  }
  metrics.processed(answer)
  underway.processed(answer)
  return { firstOffset, count, result: answer, failures: answer.failures }
}

/** All messages of a block that ended threads, as failures. */
async function crashFailures(deps: BlockQueueDeps, firstOffset: number, detail: string): Promise<NewFailure[]> {
  const block = await readOne(deps.journal, firstOffset, deps.stopping)
  // The journal has deleted the block because of its age.
  if (block.firstOffset !== firstOffset) return []
  deps.log.error(
    { firstOffset, messages: block.count },
    'messages that crash processing threads are retained as failures',
  )
  return Array.from(readBlock(block.bytes), (record, index) => ({
    ...record,
    offset: firstOffset + index,
    reason: THREAD_CRASH,
    detail,
  }))
}
