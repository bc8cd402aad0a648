/** Up to when everything that this node received is stored. */
import type { Journal } from '../ingest/journal/journal.ts'
import { readBlock } from '../ingest/journal/journal-block.ts'
import type { Clock } from '../platform/clock.ts'

/** Milliseconds. Conditions of events wait for it, so that they see every message of their range. */
export function createStoredUntil(deps: {
  readonly journal: Pick<Journal, 'figures' | 'blockWith' | 'committedOffset' | 'configuration'>
  readonly clock: Clock
}): () => number {
  const { journal, clock } = deps
  let known = { offset: -1, receivedAtMs: 0 }

  /** When the first message that is not stored was received, if its block can be read. */
  function oldestUnstored(): number | undefined {
    const offset = journal.committedOffset
    if (known.offset === offset) return known.receivedAtMs
    const block = journal.blockWith(offset)
    if (block === undefined) return undefined
    let place = block.firstOffset
    for (const record of readBlock(block.bytes)) {
      if (place === offset) {
        known = { offset, receivedAtMs: record.raw.receivedAtMs }
        return known.receivedAtMs
      }
      place += 1
    }
    return undefined
  }

  return () => {
    const nowMs = clock.now().getTime()
    const { uncommittedEntries, unflushedEntries, oldestUnflushedAtMs, oldestAt } = journal.figures()
    if (uncommittedEntries === 0 && unflushedEntries === 0) return nowMs
    // The blocks of the journal may all be stored: they are deleted a little later.
    const isAllFlushedStored = uncommittedEntries <= unflushedEntries
    const oldestMs = isAllFlushedStored ? oldestUnflushedAtMs : oldestUnstored()
    if (oldestMs !== undefined) return oldestMs - 1
    return Math.min(oldestAt.getTime(), nowMs - journal.configuration.blockAgeMs) - 1
  }
}
