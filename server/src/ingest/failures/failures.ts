/**
 * Raw messages that could not be decoded or stored, so that a user can see why and replay them once the cause is
 * fixed. Bounded: beyond the limit the oldest are evicted.
 */
import type { JournalRecord } from '../journal/journal-block.ts'
import type { FailureFigures } from './failure-counts.ts'

export interface Cause {
  /** One word: `not-json`, `incomplete`, `not-storable`, `thread-crash`. */
  readonly reason: string
  /** Explains the reason to the user. */
  readonly detail: string
}

export interface NewFailure extends JournalRecord, Cause {
  /** Its offset in the journal: on replay, its messages get the ids that they would have had. */
  readonly offset: number
}

/** A failure without its bytes. */
export interface FailureFacts extends Cause {
  /** Increases with time. */
  readonly number: number
  readonly failedAt: Date
  /** Last attempt. */
  readonly triedAt: Date
  readonly attempts: number
  readonly offset: number
  readonly origin: JournalRecord['origin']
  readonly receivedAtMs: number
  readonly remoteAddress: string
  readonly remotePort: number
  readonly sizeBytes: number
  /** The printable start of the bytes. */
  readonly preview: string
}

export interface Failure extends FailureFacts, JournalRecord {}

export interface FailureQuery {
  readonly inputId?: string
  readonly reason?: string
  readonly from?: Date
  /** Exclusive. */
  readonly to?: Date
  /** Searched for in the bytes, the sender and the reason, ignoring case. */
  readonly text?: string
  /** The highest number to return. */
  readonly upTo?: number
}

export interface Failures extends AsyncDisposable {
  /** Resolves when they are on the disk. */
  add(failures: readonly NewFailure[]): Promise<void>
  /** Newest first. */
  search(
    query: FailureQuery,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly FailureFacts[]; readonly total: number }>
  /** The first `limit` numbers that match, newest first. */
  numbers(query: FailureQuery, limit: number): Promise<readonly number[]>
  find(number: number): Failure | undefined
  /** Failures at this time or later. */
  countSince(since: Date): number
  /** Resolves to the number of failures that existed. */
  remove(numbers: readonly number[]): Promise<number>
  /** Records a replay that failed. */
  failAgain(number: number, cause: Cause): Promise<void>
  figures(): FailureFigures
}
