/**
 * The journal on LMDB. Messages gather in an open block, which is sealed when it is large or old enough; one group of
 * sealed blocks is being written at any time, and what is sealed meanwhile is the next group.
 */

import { statfs } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { RawMessage } from '@logyard/codecs/codec'
import { createBell, unlessAborted } from '../../platform/bell.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { openBlockStore } from './block-store.ts'
import { createDamagedBlocks } from './damaged-blocks.ts'
import { type Journal, type JournalBlock, MAX_RAW_BYTES, type Origin } from './journal.ts'
import { createBlockBuilder } from './journal-block.ts'
import { createJournalRates } from './journal-rates.ts'
import { createRecentBlocks } from './recent-blocks.ts'
import type { BlockFacts, SealedBlock } from './sealed-block.ts'

export interface JournalOptions {
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  /** What may lie here before inputs are pushed back. */
  readonly sizeLimitBytes?: number
  /** What is older is deleted, stored or not. */
  readonly ageLimitMs?: number
  /** What the disk has left; asked before each write. */
  readonly freeBytes?: () => Promise<number>
}

const DEFAULT_SIZE_LIMIT_BYTES = 5 * 2 ** 30
const DEFAULT_AGE_LIMIT_MS = 12 * 3_600_000
/** A block is complete at this size or age, whichever comes first. */
const BLOCK_BYTES = 256 * 1024
const BLOCK_AGE_MS = 5
/** What waits in memory for a slow disk before inputs are pushed back. */
const MAX_UNWRITTEN_BYTES = 64 * 2 ** 20
const SMALL_BLOCK_BYTES = 8 * 1024
/**
 * Left to everybody else on the disk. LMDB should not be the one to find it full: it then needs more room than it gives
 * back by deleting before it can write again.
 */
const MIN_FREE_BYTES = 128 * 2 ** 20
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000
const CLEANUP_MS = 1000

const journalClosed = (options?: ErrorOptions) =>
  new LogyardError('unavailable', 'journal-closed', 'The message journal is closed: this node is stopping.', options)

const diskFull = (folder: string) =>
  new LogyardError('unavailable', 'journal-disk-full', `The disk of the message journal is nearly full: ${folder}`)

function checkLength({ payload }: RawMessage): void {
  if (payload.length > MAX_RAW_BYTES) throw new RangeError(`a raw message has more than ${MAX_RAW_BYTES} bytes`)
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export function openJournal(options: JournalOptions): Journal {
  const { clock, log, sizeLimitBytes = DEFAULT_SIZE_LIMIT_BYTES, ageLimitMs = DEFAULT_AGE_LIMIT_MS } = options
  const freeBytes = options.freeBytes ?? (() => freeBytesOf(options.folder))
  const store = openBlockStore(options.folder, 2 * (sizeLimitBytes + MAX_UNWRITTEN_BYTES))
  const closing = new AbortController()
  const flushBell = createBell()
  const roomBell = createBell()
  const notedBell = createBell()
  const recent = createRecentBlocks()
  const damaged = createDamagedBlocks(options.folder, log)

  let storedBytes = 0
  let storedBlocks = 0
  let committedOffset = store.committedOffset
  let notedOffset = committedOffset
  let nextOffset = committedOffset
  for (const { firstOffset, count, bytes } of store.facts()) {
    storedBytes += bytes
    storedBlocks += 1
    nextOffset = firstOffset + count
  }
  const replayEndOffset = nextOffset
  let flushedOffset = nextOffset
  let readEntries = 0
  let newestReceivedAtMs = 0
  let expiredEntries = 0
  let filling = createBlockBuilder(SMALL_BLOCK_BYTES)
  let unwritten: SealedBlock[] = []
  let unwrittenBytes = 0
  let writing: Promise<void> | undefined
  let cleaning: Promise<void> | undefined
  let writeFailure: Error | undefined

  const isFull = () =>
    writeFailure !== undefined ||
    unwrittenBytes + filling.sizeBytes() >= MAX_UNWRITTEN_BYTES ||
    storedBytes + unwrittenBytes + filling.sizeBytes() >= sizeLimitBytes

  function seal() {
    const count = filling.count()
    if (count === 0) return
    const bytes = filling.finish()
    unwritten.push({ firstOffset: nextOffset - count, count, bytes, sealedAtMs: clock.now().getTime() })
    unwrittenBytes += bytes.byteLength
    // Full blocks are followed by full ones, small ones by small ones.
    filling = createBlockBuilder(bytes.byteLength >= BLOCK_BYTES ? BLOCK_BYTES + SMALL_BLOCK_BYTES : SMALL_BLOCK_BYTES)
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
  }

  async function writeAll() {
    let retryMs = FIRST_RETRY_MS
    while (unwritten.length > 0) {
      const group = [...unwritten]
      try {
        if ((await freeBytes()) < MIN_FREE_BYTES + 2 * unwrittenBytes) throw diskFull(options.folder)
        await store.write(group)
      } catch (error) {
        if (writeFailure === undefined) log.error({ err: error }, 'journal cannot be written and tries again')
        writeFailure = error instanceof Error ? error : new Error(String(error))
        if (closing.signal.aborted) return
        await clock.sleep(retryMs, closing.signal).catch(() => undefined)
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
        continue
      }
      if (writeFailure !== undefined) log.info('journal can be written again')
      writeFailure = undefined
      unwritten = unwritten.slice(group.length)
      for (const block of group) {
        unwrittenBytes -= block.bytes.byteLength
        storedBytes += block.bytes.byteLength
        flushedOffset = block.firstOffset + block.count
        recent.keep(block)
      }
      storedBlocks += group.length
      flushBell.ring()
      if (!isFull()) roomBell.ring()
    }
  }

  /** Deletes what is committed, and what is too old whether it is or not. */
  async function cleanUp() {
    const oldestMs = clock.now().getTime() - ageLimitMs
    const old: BlockFacts[] = []
    for (const facts of store.facts()) {
      const endOffset = facts.firstOffset + facts.count
      const isExpired = endOffset > committedOffset && facts.sealedAtMs < oldestMs
      if (endOffset > committedOffset && !isExpired) break
      if (isExpired) {
        expiredEntries += endOffset - Math.max(committedOffset, facts.firstOffset)
        committedOffset = endOffset
      }
      old.push(facts)
    }
    if (committedOffset === notedOffset) return
    const committed = committedOffset
    await store.commitAndRemove(committed, old)
    notedOffset = committed
    notedBell.ring()
    storedBytes -= old.reduce((sum, { bytes }) => sum + bytes, 0)
    storedBlocks -= old.length
    if (!isFull()) roomBell.ring()
  }
  function cleanUpSoon() {
    cleaning ??= cleanUp()
      .catch((error: unknown) => log.error({ err: error }, 'journal could not be cleaned up'))
      .finally(() => {
        cleaning = undefined
      })
  }

  const cleaner = clock.every(CLEANUP_MS, cleanUpSoon)
  const rates = createJournalRates(clock, () => ({ appended: nextOffset, read: readEntries }))

  function add(origin: Origin, raw: RawMessage): void {
    const isFirst = filling.count() === 0
    filling.add(origin, raw)
    nextOffset += 1
    newestReceivedAtMs = Math.max(newestReceivedAtMs, raw.receivedAtMs)
    if (filling.sizeBytes() >= BLOCK_BYTES) seal()
    else if (isFirst) {
      const opened = filling
      clock.sleep(BLOCK_AGE_MS, closing.signal).then(
        () => filling === opened && seal(),
        () => undefined,
      )
    }
  }

  /** The next block from `offset` on that is whole. */
  function take(offset: number): JournalBlock | undefined {
    let at = offset
    while (at < flushedOffset) {
      const kept = recent.take(at)
      if (kept !== undefined) return kept
      const stored = store.from(at)
      if (stored === undefined || stored.isIntact) return stored
      damaged.setAside(stored)
      committedOffset = damaged.behind(committedOffset)
      at = stored.firstOffset + stored.count
    }
    return undefined
  }

  return {
    append(origin, raw) {
      checkLength(raw)
      if (closing.signal.aborted || isFull()) return false
      add(origin, raw)
      return true
    },
    appendAll(origin, raws) {
      for (const raw of raws) checkLength(raw)
      if (closing.signal.aborted || isFull()) return false
      for (const raw of raws) add(origin, raw)
      return true
    },
    async flushed() {
      const target = nextOffset
      while (flushedOffset < target) {
        if (closing.signal.aborted && writing === undefined) throw journalClosed({ cause: writeFailure })
        await flushBell.next()
      }
    },
    isFull,
    async writable(signal) {
      while (isFull()) await unlessAborted(roomBell.next(), signal)
    },
    async read(offset, maxBytes, signal) {
      const found: JournalBlock[] = []
      let bytes = 0
      // What grew too old is gone, though it may still lie in memory.
      let at = Math.max(offset, committedOffset)
      while (bytes < maxBytes) {
        const block = take(at)
        if (block === undefined && found.length > 0) break
        if (block === undefined) {
          await unlessAborted(flushBell.next(), signal)
          continue
        }
        if (found.length > 0 && bytes + block.bytes.byteLength > maxBytes) {
          recent.keep(block)
          break
        }
        found.push(block)
        bytes += block.bytes.byteLength
        at = block.firstOffset + block.count
        readEntries += block.count
      }
      return found
    },
    blockWith(offset) {
      const block = store.upTo(offset)
      return block?.isIntact && offset < block.firstOffset + block.count ? block : undefined
    },
    get committedOffset() {
      return committedOffset
    },
    replayEndOffset,
    commit(offset) {
      committedOffset = damaged.behind(Math.max(committedOffset, offset))
      if (isFull()) cleanUpSoon()
    },
    async noted(offset) {
      while (notedOffset < offset) {
        cleanUpSoon()
        await unlessAborted(notedBell.next(), closing.signal)
      }
    },
    configuration: {
      directory: pathToFileURL(`${options.folder}/`),
      blockBytes: BLOCK_BYTES,
      blockAgeMs: BLOCK_AGE_MS,
      ageLimitMs,
    },
    figures() {
      const [oldest] = store.facts()
      return {
        ...rates.rates(),
        uncommittedEntries: nextOffset - committedOffset,
        unflushedEntries: nextOffset - flushedOffset,
        sizeBytes: storedBytes + unwrittenBytes,
        sizeLimitBytes,
        blocks: storedBlocks + unwritten.length,
        oldestAt: oldest === undefined ? undefined : new Date(oldest.sealedAtMs),
        newestReceivedAtMs,
        expiredEntries,
        damagedEntries: damaged.count(),
        writeFailure,
      }
    },
    async [Symbol.asyncDispose]() {
      cleaner[Symbol.dispose]()
      rates[Symbol.dispose]()
      seal()
      closing.abort()
      await writing
      flushBell.ring()
      await cleaning
      cleanUpSoon()
      await cleaning
      await store.close()
    },
  }
}
