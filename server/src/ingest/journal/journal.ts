/**
 * The message journal as inputs and processing see it: raw messages that inputs have accepted and the store has not yet
 * confirmed, in order of arrival. Each has the next offset; offsets continue across restarts.
 */
import type { RawMessage } from '@logyard/codecs/codec'

/** The source of raw messages; written once per block, however many messages it has. */
export interface Origin {
  readonly inputId: string
  readonly nodeId: string
  readonly codec: string
  /** The codec's part of the input's configuration, so that decoding does not depend on the input. */
  readonly configuration: Readonly<Record<string, unknown>>
}

/** Consecutive raw messages that were written together: the unit of reads, commits and replays. */
export interface JournalBlock {
  readonly firstOffset: number
  readonly count: number
  /** Encoded by journal-block.ts. The reader owns the memory and may transfer it to a worker. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface JournalFigures {
  readonly appendedPerSecond: number
  readonly readPerSecond: number
  readonly uncommittedEntries: number
  /** Appended and not on the disk yet. */
  readonly unflushedEntries: number
  /** When the oldest of these was received; `undefined` if there are none. */
  readonly oldestUnflushedAtMs: number | undefined
  readonly sizeBytes: number
  readonly sizeLimitBytes: number
  readonly blocks: number
  /** When the oldest block was sealed; of an empty journal, since when it is empty. */
  readonly oldestAt: Date
  /** Since the start; 0 before the first message. */
  readonly newestReceivedAtMs: number
  /** Messages deleted because of their age before they were stored. */
  readonly expiredEntries: number
  /** Messages found damaged since the start. */
  readonly damagedEntries: number
  /** The last error, while writing fails. */
  readonly writeFailure: Error | undefined
}

/** What inputs need of the journal. */
export type JournalOfInputs = Pick<Journal, 'append' | 'appendAll' | 'flushed' | 'isFull' | 'writable'>

export interface JournalConfiguration {
  readonly directory: URL
  readonly blockBytes: number
  readonly blockAgeMs: number
  readonly ageLimitMs: number
}

/** Appending a longer message throws; the limits of inputs are well below. */
export const MAX_RAW_BYTES = 32 * 2 ** 20

export function checkLength({ payload }: RawMessage): void {
  if (payload.length > MAX_RAW_BYTES) throw new RangeError(`a raw message has more than ${MAX_RAW_BYTES} bytes`)
}

export interface Journal extends AsyncDisposable {
  /**
   * Returns false if the journal is full: then TCP and HTTP push back, UDP counts a dropped message. Pass the same
   * `origin` object for all messages of an input: blocks compare origins by identity.
   */
  append(origin: Origin, raw: RawMessage): boolean
  /** Appends all or none, for senders that repeat a refused batch. May exceed the size limit by one batch. */
  appendAll(origin: Origin, raws: readonly RawMessage[]): boolean
  /**
   * Appends messages that an input has accepted already, also beyond the size limit. They count as received now: events
   * are searched for up to the instant until which the journal knows all messages. The journal owns the memory of the
   * block then. Returns false while writing fails.
   */
  appendAccepted(block: Uint8Array<ArrayBuffer>): boolean
  /**
   * Resolves when everything appended so far is on the disk. Failed writes are retried; rejects if the journal closes
   * before they succeed.
   */
  flushed(): Promise<void>
  /** Also true while writing fails, so that messages do not pile up in memory. */
  isFull(): boolean
  /** How much more it accepts; 0 if it is full. */
  roomBytes(): number
  /** Resolves when there is room again. */
  writable(signal: AbortSignal): Promise<void>
  /**
   * The blocks from `offset` on, as many as fit into `maxBytes`, but at least one; waits for the first. Returns only
   * blocks on the disk: after a crash, the offset of a stored message must never be assigned to another one.
   */
  read(offset: number, maxBytes: number, signal: AbortSignal): Promise<readonly JournalBlock[]>
  /** The block with the message at `offset`, if it is still in the journal. */
  blockWith(offset: number): JournalBlock | undefined
  /** The first offset not known to be stored; reading resumes there after a restart. */
  readonly committedOffset: number
  /** The end of the journal when it was opened: messages before it may already have been stored before the restart. */
  readonly replayEndOffset: number
  /** Everything below `offset`, the end of a block, is stored. Becomes durable later: a crash may replay messages. */
  commit(offset: number): void
  /** Resolves once a commit of at least `offset` is durable; rejects when the journal closes. */
  noted(offset: number): Promise<void>
  figures(): JournalFigures
  readonly configuration: JournalConfiguration
}
