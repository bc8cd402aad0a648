/** The state of one block while a worker processes it. */
import type { Decode } from '@logyard/codecs/codec'
import type { NewFailure } from '../../ingest/failures/failures.ts'
import type { Origin } from '../../ingest/journal/journal.ts'
import type { JournalRecord } from '../../ingest/journal/journal-block.ts'
import type { PendingLookup } from '../../platform/pending-lookup.ts'
import type { Message } from '../../store/messages/message.ts'
import type { BlockFigures, BlockTask, OriginOutcome } from './block-result.ts'
import type { Step } from './processor.ts'
import type { StreamTarget } from './stream-targets.ts'

export interface BlockRun {
  readonly task: BlockTask
  /** Time of messages without a valid one. */
  readonly nowMs: number
  /** Compiled from the settings that were current when the block began; changes apply to later blocks. */
  readonly steps: readonly Step[]
  readonly sources: Map<Origin, Source>
  readonly figures: RunningFigures
  /** Messages by their target. */
  readonly messagesByTarget: Map<StreamTarget, number>
  /** Messages that processors have created. */
  created: number
  /** Characters that rules have added to its messages. */
  added: number
  /** The raw message that is being processed. */
  raw: RawPosition
  /** Messages that wait for lookups, in their order. */
  waiting: WaitingMessage[]
}

/** What the raw messages of one origin have in common. */
export interface Source {
  readonly origin: Origin
  readonly decode: Decode | undefined
  readonly outcome: OriginOutcome
}

/** One raw message of the block, and how far its messages have come. */
export interface RawPosition {
  record: JournalRecord | undefined
  /** Index within the block. */
  index: number
  source: Source | undefined
  /** Messages that processors have created from it. */
  created: number
  /**
   * One of its messages waits for a lookup. Those after it wait as well, so that created messages are always numbered
   * in the same order, whether or not a value was cached.
   */
  isWaiting: boolean
  /** Why its messages do not wait for lookups any more: steps go on without the values. */
  lookupProblem: string | undefined
}

export interface WaitingMessage {
  readonly raw: RawPosition
  readonly message: Message
  /** Position of the step that it runs next. */
  readonly step: number
  /** Absent for a message that only waits for one before it. */
  readonly lookup: PendingLookup | undefined
}

type RunningFigures = { -readonly [Name in Exclude<keyof BlockFigures, 'messagesByStream'>]: BlockFigures[Name] } & {
  readonly failures: NewFailure[]
}

const MAX_FAILURES = 50
const MAX_DETAIL_LENGTH = 500

const newRawPosition = (): RawPosition => ({
  record: undefined,
  index: -1,
  source: undefined,
  created: 0,
  isWaiting: false,
  lookupProblem: undefined,
})

export const createBlockRun = (task: BlockTask, steps: readonly Step[], nowMs: number): BlockRun => ({
  task,
  nowMs,
  steps,
  sources: new Map(),
  figures: {
    messages: 0,
    droppedMessages: 0,
    accountedBytes: 0,
    decodedBytes: 0,
    oldestReceivedAtMs: Number.MAX_SAFE_INTEGER,
    newestReceivedAtMs: 0,
    invalidTimestamps: 0,
    droppedFields: 0,
    failures: [],
    failureCount: 0,
  },
  messagesByTarget: new Map(),
  created: 0,
  added: 0,
  raw: newRawPosition(),
  waiting: [],
})

export function messagesByStream({ messagesByTarget }: BlockRun): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [{ streams }, count] of messagesByTarget) {
    for (const stream of streams) counts.set(stream, (counts.get(stream) ?? 0) + count)
  }
  return counts
}

/** Makes the record the current raw message. Allocates nothing unless a message of the previous one waits. */
export function moveTo(run: BlockRun, record: JournalRecord, index: number, source: Source): void {
  if (run.raw.isWaiting || run.raw.lookupProblem !== undefined) run.raw = newRawPosition()
  const { raw, figures } = run
  raw.record = record
  raw.index = index
  raw.source = source
  raw.created = 0
  const { receivedAtMs } = record.raw
  source.outcome.rawMessages += 1
  figures.oldestReceivedAtMs = Math.min(figures.oldestReceivedAtMs, receivedAtMs)
  figures.newestReceivedAtMs = Math.max(figures.newestReceivedAtMs, receivedAtMs)
}

/** Counts a failure of a raw message. The first ones of a block are retained with their bytes as samples. */
export function addFailure({ task, figures }: BlockRun, raw: RawPosition, reason: string, detail: string): void {
  figures.failureCount += 1
  if (raw.record === undefined || figures.failures.length >= MAX_FAILURES) return
  const { origin, raw: given } = raw.record
  // A copy: the payload is a view, and posting a view would transfer the whole block.
  const copy = { ...given, payload: new Uint8Array(given.payload) }
  figures.failures.push({
    origin,
    raw: copy,
    offset: task.firstOffset + raw.index,
    reason,
    detail: detail.slice(0, MAX_DETAIL_LENGTH),
  })
}
