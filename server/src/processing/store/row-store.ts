import type { MessageFields } from '../../fields/message-fields.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { createWakeUp } from '../../platform/wake-up.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { createMessageWriter, type NewRows } from '../../store/messages/message-writer.ts'
import { joinRows } from '../../store/messages/row-batch.ts'
import type { BlockResult } from '../blocks/block-result.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import type { RetryForever } from './retry-forever.ts'
import { createTemplateStore } from './template-store.ts'

/** Stores what blocks became: fields, rows and templates. */
export type RowStore = ReturnType<typeof createRowStore>

export const MAX_INSERTS = 1

/**
 * The order that searches rely on: **a field's type is known before a row with the field is stored.** A search that
 * does not know a field cannot search it, and would miss stored messages. So a batch first stores the fields that its
 * blocks have reported, and only then its rows. Threads report a field once, with the first block that has it, and
 * batches are written in the order of the journal.
 */
export function createRowStore(deps: {
  readonly engine: Engine
  readonly fields: MessageFields
  readonly workers: Pick<WorkerPool, 'learn'>
  readonly retry: RetryForever
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly nodeId: string
  /** Whether blocks are being gathered for another batch. */
  readonly isGathering: () => boolean
}) {
  const { fields, workers, retry } = deps
  const writer = createMessageWriter(deps)
  const templates = createTemplateStore(deps)
  const slotFreed = createWakeUp()
  let inserts = 0

  async function storeFields(results: readonly BlockResult[]): Promise<void> {
    const seen = results.map(({ seenFields }) => seenFields)
    if (seen.every(({ fields: found, counts }) => found.length === 0 && counts.length === 0)) return
    workers.learn(await fields.note(seen))
  }

  function countValues(results: readonly BlockResult[]): void {
    const counts = results.map(({ valueCounts }) => valueCounts).filter(({ messages }) => messages > 0)
    if (counts.length > 0) fields.countValues(counts)
  }

  async function whenFree(signal: AbortSignal): Promise<void> {
    while (inserts >= MAX_INSERTS) await unlessAborted(slotFreed.next(), signal)
  }

  return {
    whenFree,
    /** Resolves once one of the MAX_INSERTS slots is free. It stays occupied until it is disposed. */
    async acquireSlot(signal: AbortSignal) {
      // Another waiter may have taken the slot.
      while (inserts >= MAX_INSERTS) await whenFree(signal)
      inserts += 1
      const slot = new DisposableStack()
      slot.defer(() => {
        inserts -= 1
        slotFreed.wake()
      })
      return slot
    },
    /** Resolves once all rows are stored, except those that it returns: the engine refuses them. */
    async write(results: readonly BlockResult[], about: Omit<NewRows, 'rows'>, until: AbortSignal) {
      const rows = joinRows(results.map((result) => result.rows))
      if (rows.count === 0) return []
      countValues(results)
      await retry('fields could not be stored; retrying', () => storeFields(results), until)
      const hasNextBatch = deps.isGathering
      const [refused] = await Promise.all([
        writer.write({ rows, ...about }, until),
        templates.store(results, hasNextBatch, until),
      ])
      return refused
    },
  }
}
