import type { RunFigures } from '../../extractors/run-figures.ts'
import type { SeenFields } from '../../fields/field-watch.ts'
import type { NewFailure } from '../../ingest/failures/failures.ts'
import type { TailMatches } from '../../live/tail-settings.ts'
import type { PipelineFigures } from '../../pipelines/metrics/pipeline-figures.ts'
import type { RowBatch } from '../../store/messages/row-batch.ts'
import type { ValueCounts } from '../../store/messages/value-counts.ts'
import type { FilterMatches } from '../filters/message-filter.ts'
import type { NewTemplate } from './known-templates.ts'
import type { RegexOwner } from './regex-owner.ts'
import type { RuleTimes } from './stream-rule-watch.ts'

/** A block to process, as it is posted to a worker. */
export interface BlockTask {
  readonly sequence: number
  readonly firstOffset: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Regular expressions that timed out on a message of this block: they are not run on it again. */
  readonly skips: readonly RegexSkip[]
}

export interface RegexSkip {
  /** Index of the raw message within the block. */
  readonly index: number
  readonly owner: RegexOwner
}

/** What became of the raw messages of one input and codec. */
export interface OriginOutcome {
  readonly inputId: string
  readonly codec: string
  rawMessages: number
  /** Raw messages, or parts of them, that could not be decoded. */
  failures: number
  /** Decoded messages without a text. */
  incomplete: number
  /** Only a sample of the raw messages is timed. */
  decodeTimings: number
  decodeMs: number
}

/** Messages for outputs, in their order. */
export interface OutputBatch {
  readonly outputs: readonly string[]
  readonly messages: number
  /** Each message ends with a NUL byte, which no message contains. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** What writing messages has produced since it was last taken. */
export interface WrittenMessages {
  readonly rows: RowBatch
  readonly seenFields: SeenFields
  readonly valueCounts: ValueCounts
  /** Matches of live tails. */
  readonly tails: readonly TailMatches[]
  readonly filterMatches: FilterMatches
  readonly outputs: readonly OutputBatch[]
  readonly newTemplates: readonly NewTemplate[]
  /** Times by the rest of a rule's metric name; only a sample of the messages is timed. */
  readonly ruleTimes: ReadonlyMap<string, RuleTimes>
  /** How often rules threw, by stream id. */
  readonly ruleExceptions: ReadonlyMap<string, number>
  /** Runs by extractor id. */
  readonly extractorRuns: ReadonlyMap<string, RunFigures>
  readonly pipelines: PipelineFigures
}

/** Figures of a block. */
export interface BlockFigures {
  readonly messages: number
  /** Messages that a processor dropped. */
  readonly droppedMessages: number
  /** Sum of the accounted sizes of all messages. */
  readonly accountedBytes: number
  /** Raw bytes of everything that could be decoded. */
  readonly decodedBytes: number
  readonly oldestReceivedAtMs: number
  readonly newestReceivedAtMs: number
  readonly invalidTimestamps: number
  readonly droppedFields: number
  readonly messagesByStream: ReadonlyMap<string, number>
  /** The first failures, with their raw bytes; `failureCount` counts all. */
  readonly failures: readonly NewFailure[]
  readonly failureCount: number
}

export interface BlockResult extends BlockFigures, WrittenMessages {
  readonly sequence: number
  readonly origins: readonly OriginOutcome[]
  /** Without the time that messages waited for lookups. */
  readonly elapsedMs: number
}
