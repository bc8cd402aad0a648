/**
 * Processes failed raw messages again, independently of the journal. Each is a block of its own, so that one that
 * crashes threads affects no other, and is stored under the ids that it would have had.
 */
import type { Replay, ReplayRecord } from '../ingest/failures/failure-service.ts'
import type { Cause } from '../ingest/failures/failures.ts'
import { createBlockBuilder } from '../ingest/journal/journal-block.ts'
import { LogyardError } from '../platform/errors.ts'
import { offsetOfId } from '../store/messages/message-ids.ts'
import type { RefusedRow } from '../store/messages/message-writer.ts'
import type { ProcessingControl } from './processing-control.ts'
import type { ProcessingMetrics } from './processing-metrics.ts'
import type { BatchStore } from './store/batch-store.ts'
import { NOT_STORABLE } from './store/find-refused.ts'
import type { PoolResult } from './workers/pool-block.ts'
import type { WorkerPool } from './workers/worker-pool.ts'

export const THREAD_CRASH = 'thread-crash'
/** A client waits for the response. */
const STORE_LIMIT_MS = 20_000
const SPARE_BYTES = 1024

const processingPaused = () =>
  new LogyardError('conflict', 'failures-processing-paused', 'Message processing is paused. Resume it before a replay.')

const storeAway = (cause: unknown) =>
  new LogyardError(
    'unavailable',
    'failures-not-replayed',
    'The message store did not answer in time. What could not be stored is still a failure.',
    { cause },
  )

export function createReplay(deps: {
  readonly pool: Pick<WorkerPool, 'process'>
  readonly store: Pick<BatchStore, 'addAgain'>
  readonly metrics: ProcessingMetrics
  readonly control: Pick<ProcessingControl, 'isPaused'>
  readonly signal: AbortSignal
}) {
  const { pool, store, metrics, control } = deps
  const underway = new Set<Promise<unknown>>()

  async function process({ origin, raw, offset }: ReplayRecord): Promise<PoolResult> {
    const block = () => {
      const builder = createBlockBuilder(raw.payload.byteLength + SPARE_BYTES)
      builder.add(origin, raw)
      return builder.finish()
    }
    const result = await pool.process({ firstOffset: offset, count: 1, bytes: block(), reread: async () => block() })
    if ('crash' in result) metrics.crashed(1)
    else metrics.processed(result)
    return result
  }

  async function tryAgain(records: readonly ReplayRecord[]): Promise<readonly (Cause | undefined)[]> {
    const results = await Promise.all(records.map(process))
    const rows = results.flatMap((result) => ('crash' in result ? [] : [result]))
    const refused = await addAgain(rows)
    const detailOf = new Map(refused.map(({ id, detail }) => [offsetOfId(id), detail]))
    return records.map(({ offset }, index) => {
      const result = results[index]
      if (result === undefined) return undefined
      if ('crash' in result) return { reason: THREAD_CRASH, detail: result.crash }
      const detail = detailOf.get(offset)
      return detail === undefined ? result.failures[0] : { reason: NOT_STORABLE, detail }
    })
  }

  async function addAgain(rows: Parameters<BatchStore['addAgain']>[0]): Promise<readonly RefusedRow[]> {
    const late = AbortSignal.timeout(STORE_LIMIT_MS)
    try {
      return await store.addAgain(rows, AbortSignal.any([deps.signal, late]))
    } catch (error) {
      if (late.aborted || deps.signal.aborted) throw storeAway(error)
      throw error
    }
  }

  const replay: Replay = async (records) => {
    if (control.isPaused()) throw processingPaused()
    const task = tryAgain(records)
    underway.add(task)
    try {
      return await task
    } finally {
      underway.delete(task)
    }
  }

  return {
    replay,
    isRunning: () => underway.size > 0,
    /** Resolves when all replays that are running now have ended. */
    async settled(): Promise<void> {
      await Promise.allSettled(underway)
    },
  }
}
