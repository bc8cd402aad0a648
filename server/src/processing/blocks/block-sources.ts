import type { Codec, Decode, Decoded, DecodedMessage, PayloadDocument, PayloadVisitor } from '@logyard/codecs/codec'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Origin } from '../../ingest/journal/journal.ts'
import type { JournalRecord } from '../../ingest/journal/journal-block.ts'
import type { OriginOutcome } from './block-result.ts'
import type { Source } from './block-run.ts'

const MAX_DECODERS = 1000

/** Finds what the raw messages of an origin have in common. A codec reads a configuration once, not for each block. */
export function createBlockSources(codecList: readonly Codec[]): (origin: Origin) => Source {
  const codecs = new Map(codecList.map((codec) => [codec.id, codec]))
  const decoders = createBoundedMap<string, Decode>(MAX_DECODERS)

  function decoderOf(origin: Origin): Decode | undefined {
    const codec = codecs.get(origin.codec)
    if (codec === undefined) return undefined
    const key = `${origin.codec}\n${JSON.stringify(origin.configuration)}`
    const known = decoders.get(key)
    if (known !== undefined) return known
    const decode = codec.create(origin.configuration)
    decoders.set(key, decode)
    return decode
  }

  return (origin) => ({
    origin,
    decode: decoderOf(origin),
    outcome: newOutcome(origin),
  })
}

/** A codec that is unknown or throws is a failure of the raw message. What the visitor throws is thrown. */
export function decodeRecord(source: Source, record: JournalRecord, visitor?: WatchedVisitor): Decoded {
  if (source.decode === undefined) {
    return { ok: false, reason: 'codec-unknown', detail: `There is no codec ${source.origin.codec}` }
  }
  if (visitor !== undefined) visitor.isWithin = false
  try {
    return source.decode(record.raw, visitor)
  } catch (error) {
    if (visitor?.isWithin === true) throw error
    return { ok: false, reason: 'codec-failed', detail: String(error) }
  }
}

/** Tells what a visitor throws from what a codec throws. */
export class WatchedVisitor implements PayloadVisitor {
  readonly #visitor: PayloadVisitor
  /** Whether the visitor has been called and has not returned. */
  isWithin = false

  constructor(visitor: PayloadVisitor) {
    this.#visitor = visitor
  }

  take(document: PayloadDocument): boolean {
    this.isWithin = true
    const isTaken = this.#visitor.take(document)
    this.isWithin = false
    return isTaken
  }

  message(message: DecodedMessage): void {
    this.isWithin = true
    this.#visitor.message(message)
    this.isWithin = false
  }
}

const newOutcome = ({ inputId, codec }: Origin): OriginOutcome => ({
  inputId,
  codec,
  rawMessages: 0,
  failures: 0,
  incomplete: 0,
  decodeTimings: 0,
  decodeMs: 0,
})
