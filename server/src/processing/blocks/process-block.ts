/**
 * Processes a block of the journal in a worker: decodes its raw messages, runs the message processors and writes the
 * rows that will be inserted. Synchronous and without I/O unless messages wait for lookups. Bad input becomes a
 * failure in the result; it never throws.
 */
import type { Codec, Decoded, DecodedMessage } from '@logyard/codecs/codec'
import type { SeenField } from '../../fields/field-watch.ts'
import type { Origin } from '../../ingest/journal/journal.ts'
import { type JournalRecord, readBlock } from '../../ingest/journal/journal-block.ts'
import type { LookupTables } from '../../lookup/lookup-tables.ts'
import type { Clock } from '../../platform/clock.ts'
import { serverZone } from '../../platform/server-zone.ts'
import { MAX_MESSAGES_OF_PAYLOAD } from '../../store/messages/message-ids.ts'
import { createFieldSetter, type SetField } from '../../store/messages/normalise-fields.ts'
import { isComplete, type ProcessingSettings, type SettingsChange } from '../settings/processing-settings.ts'
import { type BlockPosition, createBlockPosition } from './block-position.ts'
import type { BlockResult, BlockTask, WrittenMessages } from './block-result.ts'
import { addFailure, type BlockRun, createBlockRun, messagesByStream, moveTo, type Source } from './block-run.ts'
import { createBlockSources, decodeRecord } from './block-sources.ts'
import { type BlockWriter, createBlockWriter } from './block-writer.ts'
import { createStepCompiler } from './compile-steps.ts'
import { createDocuments, type Documents } from './documents/documents.ts'
import { createExtractorWatch, type ExtractorWatch } from './extractor-watch.ts'
import { joinWritten } from './join-written.ts'
import { normaliseMessage } from './normalise-message.ts'
import { createPipelineWatch, type PipelineWatch } from './pipeline-watch.ts'
import type { ProcessorType, Step } from './processor.ts'
import type { GuardRegex } from './regex-owner.ts'
import { LOOKUP_LIMIT_MS, resumeWaiting, runSteps } from './run-steps.ts'
import { createStreamRuleWatch, type StreamRuleWatch } from './stream-rule-watch.ts'

export type BlockProcessor = ReturnType<typeof createBlockProcessor>

export interface BlockProcessorDeps {
  readonly codecs: readonly Codec[]
  readonly processors: readonly ProcessorType[]
  /** The node that reads the journal; it is part of message ids. */
  readonly nodeId: string
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>
  readonly guard: GuardRegex
  readonly lookupTables: LookupTables
  /** Called before each raw message, so that the watchdog knows the current position. */
  readonly onPosition: (index: number, task: BlockTask) => void
}

/** Reading the clock costs as much as decoding a short message. */
const TIMED_EVERY = 32

export function createBlockProcessor(deps: BlockProcessorDeps) {
  const context = createContext(deps)
  const { writer, documents, ruleWatch, extractorWatch, pipelineWatch, position, setField } = context
  const compileSteps = createStepCompiler(deps.processors, {
    guard: deps.guard,
    watch: ruleWatch,
    extractorWatch,
    pipelineWatch,
    lookupTables: deps.lookupTables,
    givesUpLookups: position.givesUpLookups,
    places: position.places,
    takeRoom: position.takeRoom,
    idOf: position.idOf,
    setField,
    now: () => deps.clock.now().getTime(),
    zone: serverZone(),
  })
  let settings: ProcessingSettings | undefined
  let steps: readonly Step[] = []
  return {
    /** Applies the sections that changed. The first call must have all of them. */
    configure(change: SettingsChange) {
      settings = { ...(settings ?? requireAll(change)), ...change }
      steps = compileSteps(settings, change)
      writer.configure(settings, change)
      documents.reset()
    },
    /** Applies the main thread's verdicts on fields that results have reported. */
    learn: writer.learn,
    /** Replaces the live tails. */
    watch: writer.watch,
    /**
     * Returns a promise only if messages wait for lookups. Other blocks may be processed meanwhile, so results may be
     * ready in another order than their blocks.
     */
    process(task: BlockTask) {
      const startedAtMs = deps.clock.monotonicMs()
      const run = createBlockRun(task, steps, deps.clock.now().getTime())
      processRecords(context, run)
      const written = takeWritten(context)
      const elapsedMs = deps.clock.monotonicMs() - startedAtMs
      if (run.waiting.length > 0) return finishLater(context, run, written, elapsedMs)
      return resultOf(run, written, elapsedMs)
    },
  }
}

interface Context extends BlockProcessorDeps {
  readonly ruleWatch: StreamRuleWatch
  readonly extractorWatch: ExtractorWatch
  readonly pipelineWatch: PipelineWatch
  readonly position: BlockPosition
  readonly setField: SetField
  readonly sourceOf: (origin: Origin) => Source
  readonly writer: BlockWriter
  readonly documents: Documents
  /** Raw messages, and messages, that have been begun: some of them are timed. */
  records: number
  messages: number
  waitingBlocks: number
  /** Fields that were reported while a block waits. */
  fieldsSeenMeanwhile: SeenField[]
}

function createContext(deps: BlockProcessorDeps): Context {
  const ruleWatch = createStreamRuleWatch(deps.clock)
  const extractorWatch = createExtractorWatch(deps.clock)
  const pipelineWatch = createPipelineWatch(deps.clock)
  const { nodeId, clock } = deps
  const writer = createBlockWriter({ nodeId, now: clock.now, ruleWatch, extractorWatch, pipelineWatch })
  const setField = createFieldSetter()
  const documents = createDocuments({
    setField,
    columnsOf: writer.columnsOf,
    onMessage: () => beginMessage(context),
    writeDocument: writer.writeDocument,
    process: (run, message) => runSteps(run, message, 0, writer.write),
  })
  const context: Context = {
    ...deps,
    ruleWatch,
    extractorWatch,
    pipelineWatch,
    position: createBlockPosition(nodeId),
    setField,
    sourceOf: createBlockSources(deps.codecs),
    writer,
    documents,
    records: 0,
    messages: 0,
    waitingBlocks: 0,
    fieldsSeenMeanwhile: [],
  }
  return context
}

function requireAll(change: SettingsChange): ProcessingSettings {
  if (!isComplete(change)) throw new Error('the first settings lack sections')
  return change
}

function processRecords(context: Context, run: BlockRun): void {
  const { sourceOf, onPosition, position } = context
  position.enter(run)
  let index = 0
  for (const record of readBlock(run.task.bytes)) {
    onPosition(index, run.task)
    const source = run.sources.getOrInsertComputed(record.origin, sourceOf)
    moveTo(run, record, index, source)
    processRecord(context, run, source, record)
    index += 1
  }
}

function processRecord(context: Context, run: BlockRun, source: Source, record: JournalRecord): void {
  const process = createReceiver(context, run, source, record)
  const decoded = decode(context, run, source, record, process)
  if (!decoded.ok) {
    source.outcome.failures += 1
    addFailure(run, run.raw, decoded.reason, decoded.detail)
    return
  }
  for (const { reason, detail } of decoded.failures ?? []) {
    source.outcome.failures += 1
    addFailure(run, run.raw, reason, detail)
  }
  run.figures.decodedBytes += record.raw.payload.length
  for (const message of decoded.messages) process(message)
}

function decode(
  context: Context,
  run: BlockRun,
  source: Source,
  record: JournalRecord,
  process: (message: DecodedMessage) => void,
): Decoded {
  const { clock, documents } = context
  const isTimed = context.records % TIMED_EVERY === 0
  context.records += 1
  if (!isTimed) return documents.decode(run, source, record, process)
  // All messages are decoded before the first is processed, so that only decoding is timed.
  const startedAtMs = clock.monotonicMs()
  const decoded = decodeRecord(source, record)
  source.outcome.decodeTimings += 1
  source.outcome.decodeMs += clock.monotonicMs() - startedAtMs
  return decoded
}

/** Processes the decoded messages of a raw message one by one. */
function createReceiver(context: Context, run: BlockRun, source: Source, record: JournalRecord) {
  const { setField, writer } = context
  let next = 0
  return (decoded: DecodedMessage): void => {
    const place = decoded.place ?? next
    next = place + 1
    beginMessage(context)
    const message =
      place < MAX_MESSAGES_OF_PAYLOAD ? normaliseMessage(run, record, decoded, place, setField) : undefined
    if (message === undefined) {
      source.outcome.incomplete += 1
      addFailure(run, run.raw, 'incomplete', 'The message has no text')
    } else runSteps(run, message, 0, writer.write)
  }
}

function beginMessage(context: Context): void {
  context.ruleWatch.isTiming = context.messages % TIMED_EVERY === 0
  context.messages += 1
}

function takeWritten({ writer, documents, waitingBlocks, fieldsSeenMeanwhile }: Context): WrittenMessages {
  const written = writer.take()
  documents.endBlock()
  if (waitingBlocks > 0) fieldsSeenMeanwhile.push(...written.seenFields.fields)
  return written
}

/** Finishes a block whose messages wait for lookups. The worker goes on with other blocks meanwhile. */
async function finishLater(
  context: Context,
  run: BlockRun,
  writtenBefore: WrittenMessages,
  elapsedBeforeMs: number,
): Promise<BlockResult> {
  const { writer, clock, ruleWatch, onPosition, position } = context
  let written = writtenBefore
  let elapsedMs = elapsedBeforeMs
  const inTurn = (resume: () => void) => {
    const startedAtMs = clock.monotonicMs()
    ruleWatch.isTiming = false
    position.enter(run)
    resume()
    written = joinWritten(written, takeWritten(context))
    elapsedMs += clock.monotonicMs() - startedAtMs
  }
  context.waitingBlocks += 1
  try {
    await resumeWaiting(run, AbortSignal.timeout(LOOKUP_LIMIT_MS), inTurn, ({ raw, message, step }) => {
      run.raw = raw
      onPosition(raw.index, run.task)
      runSteps(run, message, step, writer.write)
    })
    return resultOf(run, withFieldsOfOthers(context, written), elapsedMs)
  } finally {
    context.waitingBlocks -= 1
    if (context.waitingBlocks === 0) context.fieldsSeenMeanwhile = []
  }
}

/**
 * A field is reported once. If a later block was the first to report a field that is in this block too, this block
 * reports it as well: it is stored first, and a field must be known before a row with it is stored.
 */
function withFieldsOfOthers({ fieldsSeenMeanwhile }: Context, written: WrittenMessages): WrittenMessages {
  const { fields, counts } = written.seenFields
  return { ...written, seenFields: { fields: [...fields, ...fieldsSeenMeanwhile], counts } }
}

const resultOf = (run: BlockRun, written: WrittenMessages, elapsedMs: number): BlockResult => ({
  sequence: run.task.sequence,
  origins: Array.from(run.sources.values(), ({ outcome }) => outcome),
  ...run.figures,
  messagesByStream: messagesByStream(run),
  ...written,
  elapsedMs,
})
