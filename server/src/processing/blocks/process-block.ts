/**
 * What a worker does with a block of the journal: decode, check and normalise, run the processors, and write the rows
 * that the store takes. Synchronous and without I/O; nothing here throws for what a sender sent.
 */

import type { Codec, Decode, Decoded, DecodedMessage, FieldValue } from '@logyard/codecs/codec'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { createFieldWatch, type FieldVerdict } from '../../fields/field-watch.ts'
import type { NewFailure } from '../../ingest/failures/failures.ts'
import type { Origin } from '../../ingest/journal/journal.ts'
import { type JournalRecord, readBlock } from '../../ingest/journal/journal-block.ts'
import { createBlockTails } from '../../live/block-tails.ts'
import type { TailSettings } from '../../live/tail-settings.ts'
import { createBoundedMap } from '../../platform/bounded-map.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Message, trimmed } from '../../store/messages/message.ts'
import { createMessageIds, MAX_MESSAGES_OF_PAYLOAD, nodeNumber } from '../../store/messages/message-ids.ts'
import type { GuardRegex } from '../../streams/compile-stream-rule.ts'
import type { ProcessingSettings } from '../settings/processing-settings.ts'
import { accountedSize } from './accounted-size.ts'
import { createBlockOutputs } from './block-outputs.ts'
import type { BlockResult, BlockTask, OriginOutcome } from './block-result.ts'
import { compileProcessors } from './compile-processors.ts'
import { encodeHit } from './encode-hit.ts'
import { encodeRows, quote } from './encode-row.ts'
import { createKnownTemplates } from './known-templates.ts'
import { isStorableInstant, parseTimestamp, setField, undot } from './normalise-fields.ts'
import { queryable } from './queryable.ts'
import { createRowBuffer } from './row-buffer.ts'
import { createRuleWatch, takeRuleWatch } from './stream-rule-watch.ts'
import { createStreamTargets } from './stream-targets.ts'

export interface BlockProcessor {
  configure(settings: ProcessingSettings): void
  /** What became of the fields that results told of. */
  learn(verdicts: readonly FieldVerdict[]): void
  /** The live tails that there are. */
  watch(tails: readonly TailSettings[]): void
  process(task: BlockTask): BlockResult
}

export interface BlockProcessorDeps {
  readonly codecs: readonly Codec[]
  /** Of this node, which reads the journal and gives the ids. */
  readonly nodeId: string
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>
  /** Told before each message, so that whoever watches knows where this is. */
  readonly guard: GuardRegex & { begin(index: number, task: BlockTask): void }
}

/** A sender of nothing but garbage shows in the counters; a few samples of each block are enough to see why. */
const MAX_KEPT_FAILURES_OF_BLOCK = 50
const MAX_DECODERS = 1000
const MAX_DETAIL_LENGTH = 500
/** Reading the clock costs as much as decoding a short message. */
const TIMED_EVERY = 32
/** Not among the other fields of a message. */
const OWN_PLACES = ['message', 'source', 'timestamp'] as const
const UNKNOWN_SOURCE = 'unknown'
const IN_DEFAULT: readonly string[] = [DEFAULT_STREAM_ID]

/** What all messages of an origin have in common, found once. */
interface Source {
  readonly origin: Origin
  readonly decode: Decode | undefined
  readonly json: string
}

export function createBlockProcessor(deps: BlockProcessorDeps): BlockProcessor {
  const { clock, guard } = deps
  const codecs = new Map(deps.codecs.map((codec) => [codec.id, codec]))
  const idsOf = createMessageIds(nodeNumber(deps.nodeId))
  const templates = createKnownTemplates()
  const rows = createRowBuffer()
  const fieldWatch = createFieldWatch()
  const tails = createBlockTails(() => clock.now().getTime())
  const outputs = createBlockOutputs()
  const ruleWatch = createRuleWatch(clock)
  const decoders = createBoundedMap<string, Decode>(MAX_DECODERS)
  let settings: ProcessingSettings | undefined
  let runProcessors: (message: Message) => void = () => undefined
  let targets = createStreamTargets({
    streams: [],
    defaultIndexSetId: '',
    indexTargets: {},
    analyzers: {},
    outputGroups: [],
  })

  /** Codecs read their configuration once, however many blocks follow. */
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

  function sourceOf(origin: Origin): Source {
    return {
      origin,
      decode: decoderOf(origin),
      json: `${quote(origin.inputId)},${quote(origin.nodeId)}`,
    }
  }

  function decode(source: Source, record: JournalRecord): Decoded {
    if (source.decode === undefined) {
      return { ok: false, reason: 'codec-unknown', detail: `There is no codec ${source.origin.codec}` }
    }
    try {
      return source.decode(record.raw)
    } catch (error) {
      return { ok: false, reason: 'codec-failed', detail: String(error) }
    }
  }

  function process(task: BlockTask): BlockResult {
    if (settings === undefined) throw new Error('a block came before the settings')
    const startedAtMs = clock.monotonicMs()
    const nowMs = clock.now().getTime()
    const sources = new Map<Origin, Source>()
    const outcomes = new Map<Origin, OriginOutcome>()
    const messagesByStream = new Map<string, number>()
    const failures: NewFailure[] = []
    let failureCount = 0
    let rowCount = 0
    let messageCount = 0
    let accountedBytes = 0
    let decodedBytes = 0
    let oldestReceivedAtMs = Number.MAX_SAFE_INTEGER
    let newestReceivedAtMs = 0
    let invalidTimestamps = 0
    let droppedFields = 0
    let index = -1

    function fail({ origin, raw }: JournalRecord, reason: string, detail: string) {
      failureCount += 1
      if (failures.length >= MAX_KEPT_FAILURES_OF_BLOCK) return
      // A copy: sent to another thread, a view would take the whole block along.
      const kept = { ...raw, payload: new Uint8Array(raw.payload) }
      failures.push({
        origin,
        raw: kept,
        offset: task.firstOffset + index,
        reason,
        detail: detail.slice(0, MAX_DETAIL_LENGTH),
      })
    }

    function normalise(decoded: DecodedMessage, source: Source, { raw }: JournalRecord): Message | undefined {
      const fields = new Map<string, FieldValue>()
      for (const name in decoded.fields) {
        const value = decoded.fields[name]
        if (value === undefined || value === null || !setField(fields, name, value)) droppedFields += 1
      }
      // A field of that name counts only where the codec found nothing.
      const message = trimmed(decoded.message) || textField(fields, 'message')
      if (message === '') return undefined
      const given = fields.get('timestamp')
      let timestampMs = given === undefined ? Math.floor(decoded.timestampMs) : (parseTimestamp(given) ?? Number.NaN)
      if (!isStorableInstant(timestampMs)) {
        timestampMs = nowMs
        invalidTimestamps += 1
      }
      const sender = trimmed(decoded.source) || textField(fields, 'source')
      for (const name of OWN_PLACES) fields.delete(name)
      return {
        timestampMs,
        source: sender || raw.remoteAddress || UNKNOWN_SOURCE,
        message,
        fields,
        inputId: source.origin.inputId,
        nodeId: source.origin.nodeId,
        remoteAddress: raw.remoteAddress,
        remotePort: raw.remotePort,
        receivedAtMs: raw.receivedAtMs,
        streams: IN_DEFAULT,
      }
    }

    function finish(message: Message, source: Source, place: number) {
      undot(message.fields)
      const ids = idsOf(message.receivedAtMs, task.firstOffset + index, place)
      const ownId = message.fields.get('gl2_message_id')
      const size = accountedSize(message)
      const target = targets.of(message.streams)
      fieldWatch.look(message, target.indexes, ids.id)
      const facts = {
        ids: typeof ownId === 'string' ? { id: ids.id, gl2MessageId: ownId } : ids,
        accountedSize: size,
        template: templates.hashOf(message.message),
        streamsJson: target.streamsJson,
        originJson: source.json,
        indexes: target.indexes,
        analyzers: target.analyzers,
      }
      rows.add(encodeRows(message, facts))
      if (tails.isWatched()) {
        const copies = facts.indexes.map((_, at) => queryable(message, facts, at))
        tails.offer(copies, message.streams, ids.id, task.firstOffset + index + place, (at, highlightRanges) =>
          encodeHit(message, facts, at, highlightRanges),
        )
      }
      if (target.outputGroups.length > 0) outputs.add(target.outputGroups, message, facts)
      rowCount += target.indexes.length
      messageCount += 1
      accountedBytes += size
      for (const stream of message.streams) messagesByStream.set(stream, (messagesByStream.get(stream) ?? 0) + 1)
    }

    for (const record of readBlock(task.bytes)) {
      index += 1
      guard.begin(index, task)
      const { origin, raw } = record
      const source = sources.getOrInsertComputed(origin, sourceOf)
      const outcome = outcomes.getOrInsertComputed(origin, newOutcome)
      outcome.rawMessages += 1
      oldestReceivedAtMs = Math.min(oldestReceivedAtMs, raw.receivedAtMs)
      newestReceivedAtMs = Math.max(newestReceivedAtMs, raw.receivedAtMs)
      const isTimed = index % TIMED_EVERY === 0
      ruleWatch.isTiming = isTimed
      const decodeStartedAtMs = isTimed ? clock.monotonicMs() : 0
      const decoded = decode(source, record)
      if (isTimed) {
        outcome.decodeTimings += 1
        outcome.decodeMs += clock.monotonicMs() - decodeStartedAtMs
      }
      const broken = decoded.ok ? (decoded.failures ?? []) : [decoded]
      for (const { reason, detail } of broken) fail(record, reason, detail)
      outcome.failures += broken.length
      if (!decoded.ok) continue
      decodedBytes += raw.payload.length
      let next = 0
      for (const one of decoded.messages) {
        const place = one.place ?? next
        next = place + 1
        const message = place < MAX_MESSAGES_OF_PAYLOAD ? normalise(one, source, record) : undefined
        if (message === undefined) {
          outcome.incomplete += 1
          fail(record, 'incomplete', 'The message has no text')
        } else {
          runProcessors(message)
          finish(message, source, place)
          outcome.messages += 1
        }
      }
    }
    const elapsedMs = clock.monotonicMs() - startedAtMs
    return {
      sequence: task.sequence,
      body: rows.take(),
      rows: rowCount,
      messages: messageCount,
      accountedBytes,
      decodedBytes,
      oldestReceivedAtMs,
      newestReceivedAtMs,
      invalidTimestamps,
      droppedFields,
      origins: [...outcomes.values()],
      messagesByStream,
      newTemplates: templates.takeNew(),
      seenFields: fieldWatch.take(),
      tails: tails.take(),
      outputs: outputs.take(),
      failures,
      failureCount,
      ...takeRuleWatch(ruleWatch),
      elapsedMs,
    }
  }

  return {
    configure(next) {
      settings = next
      runProcessors = compileProcessors(next, guard, ruleWatch)
      targets = createStreamTargets(next)
      outputs.configure(next)
    },
    learn: fieldWatch.learn,
    watch: tails.configure,
    process,
  }
}

const newOutcome = ({ inputId, codec }: Origin): OriginOutcome => ({
  inputId,
  codec,
  rawMessages: 0,
  messages: 0,
  failures: 0,
  incomplete: 0,
  decodeTimings: 0,
  decodeMs: 0,
})

function textField(fields: ReadonlyMap<string, FieldValue>, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
