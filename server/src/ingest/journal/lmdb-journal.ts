/** The journal on LMDB: opens it and puts its writer, reader and retention together. */

import { statfs } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { openBlockStore } from './block-store.ts'
import { createDamagedBlocks } from './damaged-blocks.ts'
import type { Journal } from './journal.ts'
import { createJournalRates } from './journal-rates.ts'
import { createJournalReader } from './journal-reader.ts'
import { createJournalRetention } from './journal-retention.ts'
import { createJournalState } from './journal-state.ts'
import { BLOCK_AGE_MS, BLOCK_BYTES, createJournalWriter, MAX_UNWRITTEN_BYTES } from './journal-writer.ts'
import { createRecentBlocks } from './recent-blocks.ts'

export interface JournalOptions {
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  /** Inputs are pushed back when the journal is this large. */
  readonly sizeLimitBytes?: number
  /** Blocks that this journal has had for longer are deleted, stored or not. */
  readonly ageLimitMs?: number
  /** Free space of the disk; called before each write. */
  readonly freeBytes?: () => Promise<number>
}

const DEFAULT_SIZE_LIMIT_BYTES = 5 * 2 ** 30
const DEFAULT_AGE_LIMIT_MS = 12 * 3_600_000

export function openJournal(options: JournalOptions): Journal {
  const { folder, clock, log } = options
  const { sizeLimitBytes = DEFAULT_SIZE_LIMIT_BYTES, ageLimitMs = DEFAULT_AGE_LIMIT_MS } = options
  const freeBytes = options.freeBytes ?? (() => freeBytesOf(folder))
  const store = openBlockStore(folder, 2 * (sizeLimitBytes + MAX_UNWRITTEN_BYTES))
  const state = createJournalState(store, clock.now())
  const replayEndOffset = state.nextOffset
  const recent = createRecentBlocks()
  const damaged = createDamagedBlocks(folder, log)
  const writer = createJournalWriter({ state, store, recent, folder, sizeLimitBytes, freeBytes, clock, log })
  const reader = createJournalReader({ state, store, recent, damaged })
  const { isFull } = writer
  const retention = createJournalRetention({ state, store, damaged, isFull, ageLimitMs, clock, log })
  const rates = createJournalRates(clock, () => ({ appended: state.nextOffset, read: reader.readEntries() }))

  return {
    append: writer.append,
    appendAll: writer.appendAll,
    appendAccepted: writer.appendAccepted,
    flushed: writer.flushed,
    isFull,
    roomBytes: writer.roomBytes,
    writable: writer.writable,
    read: reader.read,
    blockWith: reader.blockWith,
    get committedOffset() {
      return state.committedOffset
    },
    replayEndOffset,
    commit: retention.commit,
    noted: retention.noted,
    configuration: {
      directory: pathToFileURL(`${folder}/`),
      blockBytes: BLOCK_BYTES,
      blockAgeMs: BLOCK_AGE_MS,
      ageLimitMs,
    },
    figures() {
      const [oldest] = store.facts()
      const { unwrittenBytes, unwrittenBlocks, oldestUnflushedAtMs, newestReceivedAtMs, writeFailure } =
        writer.figures()
      return {
        ...rates.rates(),
        uncommittedEntries: state.nextOffset - state.committedOffset,
        unflushedEntries: state.nextOffset - state.flushedOffset,
        oldestUnflushedAtMs,
        sizeBytes: state.storedBytes + unwrittenBytes,
        sizeLimitBytes,
        blocks: state.storedBlocks + unwrittenBlocks,
        oldestAt: oldest === undefined ? state.emptySince : new Date(oldest.sealedAtMs),
        newestReceivedAtMs,
        expiredEntries: retention.expiredEntries(),
        damagedEntries: damaged.count(),
        writeFailure,
      }
    },
    async [Symbol.asyncDispose]() {
      rates[Symbol.dispose]()
      await writer[Symbol.asyncDispose]()
      await retention[Symbol.asyncDispose]()
      await store.close()
    },
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
