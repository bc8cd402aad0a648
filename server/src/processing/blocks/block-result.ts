import type { SeenFields } from '../../fields/field-watch.ts'
import type { NewFailure } from '../../ingest/failures/failures.ts'
import type { TailMatches } from '../../live/tail-settings.ts'
import type { NewTemplate } from './known-templates.ts'
import type { RuleTimes } from './stream-rule-watch.ts'

/** A block to process, as it is sent to a worker. */
export interface BlockTask {
  readonly sequence: number
  readonly firstOffset: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Regular expressions that ran out of time on a message of this block: not tried again on it. */
  readonly skips: readonly RegexSkip[]
}

export interface RegexSkip {
  /** Of the raw message within the block. */
  readonly index: number
  readonly ruleId: string
}

/** What became of the raw messages of one input and codec. */
export interface OriginOutcome {
  readonly inputId: string
  readonly codec: string
  rawMessages: number
  messages: number
  /** Not decodable. */
  failures: number
  /** Decoded, without a text. */
  incomplete: number
  /** Decoding is timed now and then, not every time. */
  decodeTimings: number
  decodeMs: number
}

/** Messages for outputs, in their order. */
export interface OutputBatch {
  readonly outputs: readonly string[]
  readonly messages: number
  /** Each message ends with a NUL byte, which is in none of them. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface BlockResult {
  readonly sequence: number
  /** Lines of JSONCompactEachRow. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly rows: number
  readonly messages: number
  /** The accounted sizes of all messages. */
  readonly accountedBytes: number
  /** The raw bytes of what was decoded. */
  readonly decodedBytes: number
  readonly oldestReceivedAtMs: number
  readonly newestReceivedAtMs: number
  readonly invalidTimestamps: number
  readonly droppedFields: number
  readonly origins: readonly OriginOutcome[]
  readonly messagesByStream: ReadonlyMap<string, number>
  readonly seenFields: SeenFields
  /** What live tails wait for. */
  readonly tails: readonly TailMatches[]
  readonly outputs: readonly OutputBatch[]
  readonly newTemplates: readonly NewTemplate[]
  /** The first ones, to be kept with their raw bytes; `failureCount` counts all. */
  readonly failures: readonly NewFailure[]
  readonly failureCount: number
  /** Of one message in every few; by the rest of a rule's metric name. */
  readonly ruleTimes: ReadonlyMap<string, RuleTimes>
  /** How often rules threw, by stream id. */
  readonly ruleExceptions: ReadonlyMap<string, number>
  readonly elapsedMs: number
}
