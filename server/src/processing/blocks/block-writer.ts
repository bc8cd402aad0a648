import { createFieldWatch } from '../../fields/field-watch.ts'
import { createBlockTails } from '../../live/block-tails.ts'
import { accountedSize, sizeWithoutFields } from '../../store/messages/accounted-size.ts'
import { createRowEncoder, type RowFacts } from '../../store/messages/encode-rows.ts'
import type { Message, ReadableMessage } from '../../store/messages/message.ts'
import { createMessageIds, nodeNumber } from '../../store/messages/message-ids.ts'
import { undot } from '../../store/messages/normalise-fields.ts'
import { createBlockFilters } from '../filters/block-filters.ts'
import type { ProcessingSettings, SettingsChange } from '../settings/processing-settings.ts'
import { createBlockOutputs } from './block-outputs.ts'
import type { BlockRun } from './block-run.ts'
import type { DocumentMessage } from './documents/document-message.ts'
import type { ReadyPlan } from './documents/ready-plan.ts'
import { encodeHit } from './encode-hit.ts'
import { type ExtractorWatch, takeExtractorWatch } from './extractor-watch.ts'
import { createKnownTemplates } from './known-templates.ts'
import { type PipelineWatch, takePipelineWatch } from './pipeline-watch.ts'
import { queryable, type StoredFields } from './queryable.ts'
import { type StreamRuleWatch, takeStreamRuleWatch } from './stream-rule-watch.ts'
import { createStreamTargets, type StreamTarget, type StreamTargets } from './stream-targets.ts'

/** Writes processed messages as rows and for live tails and outputs. */
export type BlockWriter = ReturnType<typeof createBlockWriter>

export interface BlockWriterDeps {
  readonly nodeId: string
  readonly now: () => Date
  readonly ruleWatch: StreamRuleWatch
  readonly extractorWatch: ExtractorWatch
  readonly pipelineWatch: PipelineWatch
}

export function createBlockWriter(deps: BlockWriterDeps) {
  const parts = createParts(deps)
  let targets: StreamTargets | undefined
  return {
    configure(settings: ProcessingSettings, change: SettingsChange) {
      if (change.fieldColumns !== undefined) parts.rows.configure(change.fieldColumns)
      if (change.outputs !== undefined) parts.outputs.configure(change.outputs)
      if (change.filters !== undefined) parts.filters.configure(change.filters)
      const { outputs, targets: indices, filters } = change
      if (outputs === undefined && indices === undefined && filters === undefined) return
      targets = createStreamTargets(settings)
    },
    columnsOf: parts.rows.columnsOf,
    learn: parts.fieldWatch.learn,
    watch: parts.tails.configure,
    write(run: BlockRun, message: Message) {
      if (targets === undefined) throw new Error('a message came before the settings')
      writeMessage(parts, targets, run, message)
    },
    writeDocument(run: BlockRun, message: DocumentMessage) {
      if (targets === undefined) throw new Error('a message came before the settings')
      writeDocument(parts, targets, run, message)
    },
    /** Returns what was written since the last call. */
    take: () => ({
      rows: parts.rows.take(),
      seenFields: parts.fieldWatch.take(),
      valueCounts: parts.rows.takeCounts(),
      tails: parts.tails.take(),
      filterMatches: parts.filters.take(),
      outputs: parts.outputs.take(),
      newTemplates: parts.templates.takeNew(),
      ...takeStreamRuleWatch(deps.ruleWatch),
      extractorRuns: takeExtractorWatch(deps.extractorWatch),
      pipelines: takePipelineWatch(deps.pipelineWatch),
    }),
  }
}

type MutableFacts = { -readonly [Name in keyof RowFacts]: RowFacts[Name] }

function createParts({ nodeId, now }: BlockWriterDeps) {
  const idsOf = createMessageIds(nodeNumber(nodeId))
  /** For all documents that are written without an object. */
  const facts: MutableFacts = {
    ids: idsOf(0, 0, 0),
    accountedSize: 0,
    template: { high: 0, low: 0 },
    indexes: [],
    analyzers: [],
  }
  return {
    facts,
    idsOf,
    templates: createKnownTemplates(),
    rows: createRowEncoder(),
    fieldWatch: createFieldWatch(),
    tails: createBlockTails(() => now().getTime()),
    filters: createBlockFilters(() => now().getTime()),
    outputs: createBlockOutputs(),
  }
}

type Parts = ReturnType<typeof createParts>

function writeMessage(parts: Parts, targets: StreamTargets, run: BlockRun, message: Message): void {
  // Rules created it and put it into no stream.
  if (message.streams.length === 0) {
    run.figures.droppedMessages += 1
    return
  }
  undot(message.fields)
  const offset = run.task.firstOffset + run.raw.index
  const ownId = message.fields.get('gl2_message_id')
  const own = typeof ownId === 'string' ? ownId : undefined
  const ids = parts.idsOf(message.receivedAtMs, offset, message.place, own)
  const size = accountedSize(message)
  const target = targets.of(message.streams)
  parts.fieldWatch.look(message, target.indexes, ids)
  const facts: RowFacts = {
    ids,
    accountedSize: size,
    template: parts.templates.hashOf(message.message),
    indexes: target.indexes,
    analyzers: target.analyzers,
  }
  parts.rows.add(message, facts)
  if (parts.tails.isWatched()) offerToTails(parts, message, facts, offset + message.place)
  offerToFilters(parts, target, message, { fields: message.fields, facts })
  if (target.outputGroups.length > 0) parts.outputs.add(target.outputGroups, message, facts)
  countMessage(run, target, size)
}

/** Writes a message without an object for its fields, unless something needs one. */
function writeDocument(parts: Parts, targets: StreamTargets, run: BlockRun, message: DocumentMessage): void {
  const { streams, plan } = message
  const target = targets.of(streams)
  const isOffered = parts.tails.isWatched() || target.outputGroups.length > 0
  const isDropped = streams.length === 0
  if (isDropped || isOffered || plan.needsMessage || !message.hasForms(usualForms(parts, plan, target.indexes))) {
    writeMessage(parts, targets, run, message.toMessage())
    return
  }
  const { facts } = parts
  facts.ids = parts.idsOf(message.receivedAtMs, run.task.firstOffset + run.raw.index, message.place)
  facts.accountedSize = sizeWithoutFields(message) + message.sizeOfFields()
  facts.template = parts.templates.hashOf(message.message)
  facts.indexes = target.indexes
  facts.analyzers = target.analyzers
  parts.rows.addDirectly(message, facts, message)
  offerToFilters(parts, target, message, { fields: message.storedFields, facts })
  countMessage(run, target, facts.accountedSize)
}

function usualForms({ fieldWatch }: Parts, { usual, storedNames }: ReadyPlan, indexes: readonly string[]): Int32Array {
  const version = fieldWatch.version()
  if (usual.version !== version) {
    usual.forms.clear()
    usual.version = version
  }
  return usual.forms.getOrInsertComputed(indexes, () => fieldWatch.usualForms(indexes, storedNames))
}

function offerToTails({ tails }: Parts, message: Message, facts: RowFacts, sampleNumber: number): void {
  const copies = copiesOf(message, message.fields, facts)
  tails.offer(copies, message.streams, facts.ids.id, sampleNumber, (at, highlightRanges) =>
    encodeHit(message, facts, at, highlightRanges),
  )
}

/** The message in each of its indices. */
const copiesOf = (message: ReadableMessage, fields: StoredFields, facts: RowFacts) =>
  facts.indexes.map((_, at) => queryable(message, fields, facts, at))

function offerToFilters(
  { filters }: Parts,
  target: StreamTarget,
  message: ReadableMessage,
  { fields, facts }: { readonly fields: StoredFields; readonly facts: RowFacts },
): void {
  if (target.filters.length > 0) filters.offer(target.filters, message.timestampMs, copiesOf(message, fields, facts))
}

function countMessage({ figures, messagesByTarget }: BlockRun, target: StreamTarget, size: number): void {
  figures.messages += 1
  figures.accountedBytes += size
  messagesByTarget.set(target, (messagesByTarget.get(target) ?? 0) + 1)
}
