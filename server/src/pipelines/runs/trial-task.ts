/** Runs what is edited, and what is saved, on many messages and compares what both leave. */
import { isDeepStrictEqual } from 'node:util'
import type { TrialFigures, TrialMessage } from '@logyard/contract/pipelines/trials'
import { boundedTask } from '../../platform/bounded-runs/bounded-task.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Message } from '../../store/messages/message.ts'
import { documentOf, type Fields, messageOfClient, messageOfDocument } from './message-documents.ts'
import type { FoundLookups, MissingLookups } from './run-lookups.ts'
import { createdOf, isDropped, isPending } from './run-results.ts'
import { type OpenedRun, openRun, type RunWorld } from './run-world.ts'
import { createShownMessages } from './shown-messages.ts'
import { createTrialFigures } from './trial-figures.ts'

/** The pipeline that a trial runs, in both worlds. */
export const TRIAL_PIPELINE_ID = 'trial'

export interface TriedDocument {
  /** Empty for an example, which is a message of the client. */
  readonly index: string
  readonly document: Fields
}

export interface TrialTask {
  readonly edited: RunWorld
  readonly saved: RunWorld | undefined
  readonly found: FoundLookups
  readonly documents: readonly TriedDocument[]
  /** How many messages to return with their fields. */
  readonly shown: number
  /** No message is begun later. */
  readonly budgetMs: number
}

export interface TrialOutcome {
  readonly missing: MissingLookups
  readonly checked: number
  readonly edited: TrialFigures
  readonly saved: TrialFigures | null
  readonly differing: number
  readonly messages: readonly TrialMessage[]
}

const CREATED_SHOWN = 3
/** Runs whose time is measured, and for how long at most. */
const MEASURED_RUNS = 2000
const MEASURED_MS = 1000
const ERROR_FIELD = 'gl2_processing_error'

/** What a run did to one message. */
interface Tried {
  readonly matched: boolean
  readonly dropped: boolean
  readonly changed: boolean
  readonly error: string | undefined
  readonly before: Fields
  readonly after: Fields
  readonly created: readonly Fields[]
}

export function runTrial({ edited, saved, found, documents, shown, budgetMs }: TrialTask): TrialOutcome {
  const editedSide = openSide(edited, found)
  const savedSide = saved === undefined ? undefined : openSide(saved, found)
  const messages = createShownMessages(shown)
  const endMs = systemClock.monotonicMs() + budgetMs
  let checked = 0
  let differing = 0
  for (const { index, document } of documents) {
    if (systemClock.monotonicMs() > endMs) break
    const tried = editedSide.run(index, document)
    const other = savedSide?.run(index, document)
    checked += 1
    if (tried === undefined || (savedSide !== undefined && other === undefined)) continue
    const differs = other !== undefined && !isDeepStrictEqual(resultOf(tried), resultOf(other))
    if (differs) differing += 1
    editedSide.figures.add(tried)
    if (other !== undefined) savedSide?.figures.add(other)
    messages.add(shownMessage(index, tried, differs), { hasFailed: tried.error !== undefined })
  }
  const cost = measureCost([editedSide, ...(savedSide === undefined ? [] : [savedSide])], documents.slice(0, checked))
  return {
    missing: joined(editedSide.opened.tables.missing(), savedSide?.opened.tables.missing()),
    checked,
    edited: { ...editedSide.figures.result(), microseconds_per_message: cost[0] ?? 0 },
    saved: savedSide === undefined ? null : { ...savedSide.figures.result(), microseconds_per_message: cost[1] ?? 0 },
    differing,
    messages: messages.list(),
  }
}

/**
 * The mean time of each side on a message. The runs before have warmed both up, and they take turns in running first on
 * a message, because the second run is faster.
 */
function measureCost(sides: readonly Side[], documents: readonly TriedDocument[]): readonly number[] {
  const sums = sides.map(() => 0)
  const endMs = systemClock.monotonicMs() + MEASURED_MS
  let runs = 0
  while (documents.length > 0 && runs < MEASURED_RUNS) {
    for (const { index, document } of documents) {
      for (let turn = 0; turn < sides.length; turn += 1) {
        const at = (turn + runs) % sides.length
        sums[at] = (sums[at] ?? 0) + (sides[at]?.time(index, document) ?? 0)
      }
      runs += 1
      if (systemClock.monotonicMs() > endMs) return sums.map((sum) => microsecondsOf(sum / runs))
    }
  }
  return sums.map((sum) => microsecondsOf(sum / Math.max(runs, 1)))
}

const microsecondsOf = (ms: number) => Math.round(ms * 1_000_000) / 1000

type Side = ReturnType<typeof openSide>

function openSide(world: RunWorld, found: FoundLookups) {
  const opened = openRun(world, found)
  const countMatches = matchCounter(opened)
  const messageOf = (index: string, document: Fields) =>
    index === '' ? exampleOf(opened, document, world.nowMs) : messageOfDocument(document, world.nowMs)
  return {
    /** Time of a run in milliseconds. */
    time(index: string, document: Fields): number {
      const message = messageOf(index, document)
      const startedAtMs = systemClock.monotonicMs()
      opened.evaluator.runPipeline(TRIAL_PIPELINE_ID, message)
      return systemClock.monotonicMs() - startedAtMs
    },
    opened,
    figures: createTrialFigures(),
    /** Undefined if a lookup is pending. */
    run(index: string, document: Fields): Tried | undefined {
      const message = messageOf(index, document)
      const id = typeof document['_id'] === 'string' ? document['_id'] : opened.idOf(message)
      opened.setId(message, id)
      const before = documentOf(message, id)
      const matchesBefore = countMatches()
      const outcome = opened.evaluator.runPipeline(TRIAL_PIPELINE_ID, message)
      if (isPending(outcome)) return undefined
      const after = documentOf(message, id)
      return {
        matched: countMatches() > matchesBefore,
        dropped: isDropped(message, outcome),
        changed: !isDeepStrictEqual(withoutError(before), withoutError(after)),
        error: errorOf(before, after),
        before,
        after,
        created: createdOf(message, outcome).map((one) => documentOf(one, opened.idOf(one))),
      }
    },
  }
}

function exampleOf({ setField }: OpenedRun, fields: Fields, nowMs: number): Message {
  const { streams } = fields
  const origin = { streams: Array.isArray(streams) ? streams.map(String) : [], inputId: '', nowMs }
  return messageOfClient(fields, origin, setField)
}

/** How often any rule of the pipeline matched so far. */
function matchCounter({ compiled }: OpenedRun): () => number {
  const places = compiled.live.pipelines.flatMap(({ stages }) =>
    stages.flatMap(({ rules }) => rules.flatMap(({ count }) => (count < 0 ? [] : count))),
  )
  return () => places.reduce((sum, place) => sum + (compiled.counts.values[place] ?? 0), 0)
}

function withoutError({ [ERROR_FIELD]: _error, ...fields }: Fields): Fields {
  return fields
}

/** What the run appended to the errors that the message had. */
function errorOf(before: Fields, after: Fields): string | undefined {
  const [old, now] = [before[ERROR_FIELD], after[ERROR_FIELD]]
  if (typeof now !== 'string' || now === old) return undefined
  return typeof old === 'string' && now.startsWith(`${old},`) ? now.slice(old.length + 1) : now
}

/** Ids of created messages are random. */
const resultOf = ({ dropped, after, created }: Tried) => ({
  dropped,
  after,
  created: created.map(({ _id, ...fields }) => fields),
})

function shownMessage(index: string, tried: Tried, differs: boolean): TrialMessage {
  const { before, after, created, error, matched, dropped } = tried
  const streamsOf = ({ streams }: Fields) => (Array.isArray(streams) ? streams.map(String) : [])
  return {
    id: String(before['_id']),
    index,
    matched,
    dropped,
    error: error ?? null,
    before: { ...before },
    after: { ...after },
    streams_before: streamsOf(before),
    streams_after: streamsOf(after),
    created: created.slice(0, CREATED_SHOWN).map((fields) => ({ ...fields })),
    differs,
  }
}

const joined = (a: MissingLookups, b: MissingLookups | undefined): MissingLookups => ({
  tables: [...a.tables, ...(b?.tables ?? [])],
  keys: [...a.keys, ...(b?.keys ?? [])],
})

export const trialTask = boundedTask(import.meta.url, runTrial)
