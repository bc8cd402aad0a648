/**
 * The message journal as inputs and processing see it: what inputs have accepted and the store has not yet confirmed.
 * Order is arrival order. Raw messages are numbered by offsets that only grow, one by one, over restarts too.
 */
import type { RawMessage } from '@logyard/codecs/codec'

/** Where raw messages come from; written once per block, however many messages it holds. */
export interface Origin {
  readonly inputId: string
  readonly nodeId: string
  readonly codec: string
  /** The codec's part of the input's configuration: decoding never needs the input itself. */
  readonly configuration: Readonly<Record<string, unknown>>
}

/** A run of raw messages that were written together: the unit of reading, of committing, and of replay. */
export interface JournalBlock {
  readonly firstOffset: number
  readonly count: number
  /** Encoded by journal-block.ts. Its memory belongs to whoever read it: it may be transferred to a worker. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface JournalFigures {
  readonly appendedPerSecond: number
  readonly readPerSecond: number
  readonly uncommittedEntries: number
  /** Appended and not on the disk yet. */
  readonly unflushedEntries: number
  readonly sizeBytes: number
  readonly sizeLimitBytes: number
  readonly blocks: number
  readonly oldestAt: Date | undefined
  /** Of the raw messages appended in this life; 0 before the first. */
  readonly newestReceivedAtMs: number
  /** Messages that grew too old before they could be stored and are gone. */
  readonly expiredEntries: number
  /** Messages that the disk did not keep as they were written, found since the start. */
  readonly damagedEntries: number
  /** What the disk last refused, while that is so. */
  readonly writeFailure: Error | undefined
}

export interface JournalConfiguration {
  readonly directory: URL
  readonly blockBytes: number
  readonly blockAgeMs: number
  readonly ageLimitMs: number
}

/** A longer raw message is refused with an exception: inputs bound what they frame well below. */
export const MAX_RAW_BYTES = 32 * 2 ** 20

export interface Journal extends AsyncDisposable {
  /**
   * Takes a raw message, or answers `false` when the journal is full: then TCP and HTTP push back, UDP counts a drop.
   * Pass the same `origin` object for the messages of one input: blocks know origins by identity.
   */
  append(origin: Origin, raw: RawMessage): boolean
  /** All of them or none, for senders that repeat all when they are refused: the last may go beyond the limit. */
  appendAll(origin: Origin, raws: readonly RawMessage[]): boolean
  /**
   * Resolves when everything that was appended so far is on the disk. While the disk refuses it goes on trying;
   * rejects when the journal is closed before it could write.
   */
  flushed(): Promise<void>
  /** Also while the disk takes nothing: what is accepted then might wait in memory for ever. */
  isFull(): boolean
  /** Resolves when there is room again. */
  writable(signal: AbortSignal): Promise<void>
  /**
   * The blocks from `offset` on, as many as fit into `maxBytes`, at least one; waits for the first. Only what is on the
   * disk is read: an offset whose message is stored must never be given to another message after a crash.
   */
  read(offset: number, maxBytes: number, signal: AbortSignal): Promise<readonly JournalBlock[]>
  /** The block that the message at `offset` lies in, while it is there. */
  blockWith(offset: number): JournalBlock | undefined
  /** Where reading goes on after a restart: the first offset that is not known to be stored. */
  readonly committedOffset: number
  /** What was in the journal when it was opened ends here: all before it may have been stored by an earlier life. */
  readonly replayEndOffset: number
  /** Everything below `offset`, the end of a block, is stored. Durable soon, not at once: a crash may replay, never lose. */
  commit(offset: number): void
  /** Resolves once a commit of everything below `offset` is durable, whoever makes it; rejects when the journal closes. */
  noted(offset: number): Promise<void>
  figures(): JournalFigures
  readonly configuration: JournalConfiguration
}
