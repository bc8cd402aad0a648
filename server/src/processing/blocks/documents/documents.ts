/**
 * Makes messages of JSON documents without parsing them, as long as their shape is known and their values are usual. Such
 * a message has no object, unless a step, a live tail or an output needs one. All others are left to the codec.
 */
import type { Decode, Decoded, DecodedMessage, PayloadDocument } from '@logyard/codecs/codec'
import type { JournalRecord } from '../../../ingest/journal/journal-block.ts'
import type { FieldWriters } from '../../../store/messages/field-writers.ts'
import type { Message } from '../../../store/messages/message.ts'
import { MAX_MESSAGES_OF_PAYLOAD } from '../../../store/messages/message-ids.ts'
import type { SetField } from '../../../store/messages/normalise-fields.ts'
import type { BlockRun, Source } from '../block-run.ts'
import { decodeRecord } from '../block-sources.ts'
import type { Step } from '../processor.ts'
import { DocumentMessage } from './document-message.ts'
import { planDocument } from './document-plan.ts'
import { createDocumentShapes, type DocumentShapes } from './document-shapes.ts'
import { DocumentValues } from './document-values.ts'
import { LearningBudget } from './learning-budget.ts'
import { bytesOfPlan, type ReadyPlan, readyPlan } from './ready-plan.ts'
import { splitDocument } from './split-document.ts'

export type Documents = ReturnType<typeof createDocuments>

export interface DocumentsDeps {
  readonly setField: SetField
  readonly columnsOf: (field: string) => FieldWriters
  /** Called before each message. */
  readonly onMessage: () => void
  /** Takes a message that has passed all steps. */
  readonly writeDocument: (run: BlockRun, message: DocumentMessage) => void
  /** Runs the steps on a message and writes it. */
  readonly process: (run: BlockRun, message: Message) => void
}

const MAX_LEARNED_LENGTH = 32_768
/** Bytes of a kind without its name and its shapes, approximately. */
const KIND_BYTES = 600

type Shapes = DocumentShapes<ReadyPlan>
type StreamsOf = NonNullable<Step['streamsOf']>

export function createDocuments(deps: DocumentsDeps) {
  const values = new DocumentValues()
  const message = new DocumentMessage(values, NO_PLAN)
  const budget = new LearningBudget()
  /** The known shapes, by codec with its configuration, and by kind. */
  let shapesByKind = new WeakMap<Decode, Map<string, Shapes>>()

  function forget(): void {
    shapesByKind = new WeakMap()
    budget.forgotten()
  }

  /** The shapes of a kind of which nothing has been learned yet. */
  function addKind(decode: Decode, kind: string): Shapes {
    const added = createDocumentShapes<ReadyPlan>((bytes) => budget.retain(bytes))
    shapesByKind.getOrInsertComputed(decode, () => new Map()).set(kind, added)
    budget.retain(KIND_BYTES + 2 * kind.length)
    return added
  }

  /** Learns the shape of a document, and reads its values. Returns nothing if it has to be parsed. */
  function learn(decode: Decode, document: PayloadDocument, source: Source): ReadyPlan | undefined {
    const { bytes, from, to, rules, kind } = document
    if (to - from > MAX_LEARNED_LENGTH || !budget.takeShape(forget)) return undefined
    const parts = splitDocument(bytes.toString('utf8', from, to), rules)
    if (parts === undefined) return undefined
    const plan = planDocument(parts, document, source, deps.setField)
    const ready = plan && readyPlan(plan, parts.length, deps.columnsOf)
    if (ready !== undefined) budget.retain(bytesOfPlan(ready))
    const shapes = shapesByKind.get(decode)?.get(kind) ?? addKind(decode, kind)
    shapes.add(parts, ready)
    const found = shapes.read(values, from, to)
    return typeof found === 'string' ? undefined : found
  }

  function read(decode: Decode, document: PayloadDocument, source: Source): ReadyPlan | undefined {
    budget.pass()
    values.open(document.bytes)
    const shapes = shapesByKind.get(decode)?.get(document.kind)
    const found = shapes === undefined ? 'unknown' : shapes.read(values, document.from, document.to)
    if (found === 'unknown') return learn(decode, document, source)
    return found === 'unusual' ? undefined : found
  }

  return {
    endBlock: () => message.endBlock(),
    /** Forgets everything, because columns or steps have changed. */
    reset: forget,
    /** Decodes a raw message. Messages of documents that had to be parsed are given to `process` or returned. */
    decode(run: BlockRun, source: Source, record: JournalRecord, process: (message: DecodedMessage) => void): Decoded {
      const { decode } = source
      const routes = routesOf(run.steps, source.origin.inputId)

      function take(document: PayloadDocument): boolean {
        if (decode === undefined || document.place >= MAX_MESSAGES_OF_PAYLOAD) return false
        const plan = read(decode, document, source)
        if (plan === undefined || (plan.plan.source === 'peer' && record.raw.remoteAddress === '')) return false
        if (!document.budget.spend(plan.plan.spentBytes)) return false
        deps.onMessage()
        message.begin(plan, record, document.place)
        run.figures.droppedFields += plan.plan.droppedFields
        if (routes === undefined || run.raw.isWaiting) deps.process(run, message.toMessage())
        else {
          for (let at = 0; at < routes.length; at += 1) message.streams = routes[at]?.(message) ?? message.streams
          deps.writeDocument(run, message)
        }
        return true
      }

      return decodeRecord(source, record, { take, message: process })
    },
  }
}

/** The functions that find the streams of messages of this input; undefined if a step needs messages as objects. */
function routesOf(steps: readonly Step[], inputId: string): readonly StreamsOf[] | undefined {
  const working = steps.filter(({ passes }) => passes === undefined || !passes(inputId))
  const routes = working.flatMap(({ streamsOf }) => streamsOf ?? [])
  return routes.length === working.length ? routes : undefined
}

const NO_PLAN: ReadyPlan = {
  plan: {
    message: { number: -1, constant: '' },
    source: 'peer',
    time: 'receipt',
    fields: [],
    stored: [],
    droppedFields: 0,
    spentBytes: 0,
  },
  message: -1,
  source: -1,
  time: -1,
  stored: [],
  storedNames: [],
  valuesByName: new Map(),
  recurs: new Uint8Array(),
  fixedSize: 0,
  needsMessage: false,
  usual: { version: -1, forms: new Map() },
}
