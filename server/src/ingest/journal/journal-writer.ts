/**
 * Appends messages to an open block, which is sealed when it is large or old enough. One group of sealed blocks is
 * written at a time; blocks sealed meanwhile form the next group.
 */
import type { RawMessage } from '@logyard/codecs/codec'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import type { BlockStore } from './block-store.ts'
import { checkLength, type Journal, type Origin } from './journal.ts'
import { type BlockBuilder, createBlockBuilder, readBlock, stampBlock, WHOLE_BLOCK_BYTES } from './journal-block.ts'
import type { JournalState } from './journal-state.ts'
import type { RecentBlocks } from './recent-blocks.ts'
import type { SealedBlock } from './sealed-block.ts'

export interface JournalWriter
  extends AsyncDisposable,
    Pick<Journal, 'append' | 'appendAll' | 'appendAccepted' | 'flushed' | 'isFull' | 'roomBytes' | 'writable'> {
  figures(): {
    readonly unwrittenBytes: number
    readonly unwrittenBlocks: number
    readonly oldestUnflushedAtMs: number | undefined
    readonly newestReceivedAtMs: number
    readonly writeFailure: Error | undefined
  }
}

interface WriterDeps {
  readonly state: JournalState
  readonly store: BlockStore
  readonly recent: RecentBlocks
  readonly folder: string
  readonly sizeLimitBytes: number
  readonly freeBytes: () => Promise<number>
  readonly clock: Clock
  readonly log: Log
}

interface UnwrittenBlock extends SealedBlock {
  readonly sinceMs: number
}

interface Writer extends WriterDeps {
  open: BlockBuilder
  /** When the oldest message of the open block was received; `Infinity` if it is empty. */
  openSinceMs: number
  sealed: UnwrittenBlock[]
  sealedBytes: number
  writing: Promise<void> | undefined
  failure: Error | undefined
  newestReceivedAtMs: number
}

/** A block is complete at this size or age, whichever comes first. */
export const BLOCK_BYTES = 256 * 1024
export const BLOCK_AGE_MS = 5
/** Waits in memory for a slow disk before inputs are pushed back. */
export const MAX_UNWRITTEN_BYTES = 64 * 2 ** 20
const SMALL_BLOCK_BYTES = 8 * 1024
/**
 * Left free for everything else on the disk. LMDB must not be the one to find the disk full: it then needs more room
 * than it frees by deleting before it can write again.
 */
const MIN_FREE_BYTES = 128 * 2 ** 20
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000

const journalClosed = (options?: ErrorOptions) =>
  new LogyardError('unavailable', 'journal-closed', 'The message journal is closed: this node is stopping.', options)

const diskFull = (folder: string) =>
  new LogyardError('unavailable', 'journal-disk-full', `The disk of the message journal is nearly full: ${folder}`)

export function createJournalWriter(deps: WriterDeps): JournalWriter {
  const writer: Writer = {
    ...deps,
    open: createBlockBuilder(SMALL_BLOCK_BYTES),
    openSinceMs: Number.POSITIVE_INFINITY,
    sealed: [],
    sealedBytes: 0,
    writing: undefined,
    failure: undefined,
    newestReceivedAtMs: 0,
  }
  const { state } = deps
  return {
    append(origin, raw) {
      checkLength(raw)
      if (!accepts(writer)) return false
      add(writer, origin, raw)
      return true
    },
    appendAll(origin, raws) {
      for (const raw of raws) checkLength(raw)
      if (!accepts(writer)) return false
      for (const raw of raws) add(writer, origin, raw)
      return true
    },
    appendAccepted(block) {
      const isWriting = writer.failure === undefined && unwrittenBytes(writer) < MAX_UNWRITTEN_BYTES
      if (state.closing.signal.aborted || !isWriting) return false
      const receivedAtMs = writer.clock.now().getTime()
      const count = stampBlock(block, receivedAtMs)
      if (block.byteLength >= WHOLE_BLOCK_BYTES) addWhole(writer, block, count, receivedAtMs)
      else for (const { origin, raw } of readBlock(block)) add(writer, origin, raw)
      return true
    },
    async flushed() {
      const target = state.nextOffset
      while (state.flushedOffset < target) {
        if (state.closing.signal.aborted && writer.writing === undefined) throw journalClosed({ cause: writer.failure })
        await state.flushWakeUp.next()
      }
    },
    isFull: () => isFull(writer),
    roomBytes: () => roomBytes(writer),
    async writable(signal) {
      while (isFull(writer)) await unlessAborted(state.roomWakeUp.next(), signal)
    },
    figures: () => ({
      unwrittenBytes: writer.sealedBytes,
      unwrittenBlocks: writer.sealed.length,
      oldestUnflushedAtMs: oldestUnflushedAtMs(writer),
      newestReceivedAtMs: writer.newestReceivedAtMs,
      writeFailure: writer.failure,
    }),
    async [Symbol.asyncDispose]() {
      seal(writer)
      state.closing.abort()
      await writer.writing
      state.flushWakeUp.wake()
    },
  }
}

function oldestUnflushedAtMs({ sealed, openSinceMs }: Writer): number | undefined {
  const oldestMs = sealed.reduce((oldest, { sinceMs }) => Math.min(oldest, sinceMs), openSinceMs)
  return Number.isFinite(oldestMs) ? oldestMs : undefined
}

const unwrittenBytes = ({ open, sealedBytes }: Writer): number => sealedBytes + open.sizeBytes()

function roomBytes(writer: Writer): number {
  const { state, failure, sizeLimitBytes } = writer
  if (failure !== undefined) return 0
  const unwritten = unwrittenBytes(writer)
  return Math.max(0, Math.min(MAX_UNWRITTEN_BYTES, sizeLimitBytes - state.storedBytes) - unwritten)
}

const isFull = (writer: Writer): boolean => roomBytes(writer) === 0

const accepts = (writer: Writer): boolean => !writer.state.closing.signal.aborted && !isFull(writer)

function add(writer: Writer, origin: Origin, raw: RawMessage): void {
  const { open, state, clock } = writer
  const isFirst = open.count() === 0
  open.add(origin, raw)
  state.nextOffset += 1
  writer.openSinceMs = Math.min(writer.openSinceMs, raw.receivedAtMs)
  writer.newestReceivedAtMs = Math.max(writer.newestReceivedAtMs, raw.receivedAtMs)
  if (open.sizeBytes() >= BLOCK_BYTES) seal(writer)
  else if (isFirst) {
    clock.sleep(BLOCK_AGE_MS, state.closing.signal).then(
      () => writer.open === open && seal(writer),
      () => undefined,
    )
  }
}

function addWhole(writer: Writer, bytes: Uint8Array<ArrayBuffer>, count: number, receivedAtMs: number): void {
  seal(writer)
  writer.state.nextOffset += count
  writer.newestReceivedAtMs = Math.max(writer.newestReceivedAtMs, receivedAtMs)
  writeSoon(writer, bytes, count, receivedAtMs)
}

function seal(writer: Writer): void {
  const count = writer.open.count()
  if (count === 0) return
  const bytes = writer.open.finish()
  const sinceMs = writer.openSinceMs
  writer.openSinceMs = Number.POSITIVE_INFINITY
  // A full block is likely followed by a full one, a small one by a small one.
  const isLarge = bytes.byteLength >= BLOCK_BYTES
  writer.open = createBlockBuilder(isLarge ? BLOCK_BYTES + SMALL_BLOCK_BYTES : SMALL_BLOCK_BYTES)
  writeSoon(writer, bytes, count, sinceMs)
}

/** The last messages that were appended are those of the block. */
function writeSoon(writer: Writer, bytes: Uint8Array<ArrayBuffer>, count: number, sinceMs: number): void {
  const firstOffset = writer.state.nextOffset - count
  const sealedAtMs = writer.clock.now().getTime()
  writer.sealed.push({ firstOffset, count, bytes, sealedAtMs, sinceMs })
  writer.sealedBytes += bytes.byteLength
  writer.writing ??= writeAll(writer).finally(() => {
    writer.writing = undefined
  })
}

async function writeAll(writer: Writer): Promise<void> {
  const { clock, log, state } = writer
  let retryMs = FIRST_RETRY_MS
  while (writer.sealed.length > 0) {
    const group = [...writer.sealed]
    try {
      await write(writer, group)
    } catch (error) {
      if (writer.failure === undefined) log.error({ err: error }, 'journal cannot be written and tries again')
      writer.failure = error instanceof Error ? error : new Error(String(error))
      if (state.closing.signal.aborted) return
      await clock.sleep(retryMs, state.closing.signal).catch(() => undefined)
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
      continue
    }
    if (writer.failure !== undefined) log.info('journal can be written again')
    writer.failure = undefined
    noteWritten(writer, group)
  }
}

async function write(writer: Writer, group: readonly SealedBlock[]): Promise<void> {
  const freeBytes = await writer.freeBytes()
  if (freeBytes < MIN_FREE_BYTES + 2 * writer.sealedBytes) throw diskFull(writer.folder)
  await writer.store.write(group)
}

function noteWritten(writer: Writer, group: readonly SealedBlock[]): void {
  const { state, recent } = writer
  writer.sealed = writer.sealed.slice(group.length)
  for (const block of group) {
    writer.sealedBytes -= block.bytes.byteLength
    state.storedBytes += block.bytes.byteLength
    state.flushedOffset = block.firstOffset + block.count
    recent.add(block)
  }
  state.storedBlocks += group.length
  state.flushWakeUp.wake()
  if (!isFull(writer)) state.roomWakeUp.wake()
}
