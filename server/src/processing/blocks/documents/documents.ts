/**
 * Makes messages of JSON documents without parsing them, as long as their shape is known and their values are usual. Such
 * a message has no object, unless a step, a live tail or an output needs one. All others are left to the codec.
 */
import type { Decode, Decoded, DecodedMessage, PayloadDocument } from '@logyard/codecs/codec'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
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
import { type ReadyPlan, readyPlan } from './ready-plan.ts'
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

const MAX_KINDS = 1000
/** Learning a shape costs as much as a hundred messages. */
const MAX_LEARNED = 300
const MAX_LEARNED_LENGTH = 32_768

/** Documents of one codec, configuration and kind. */
interface Kind {
  readonly shapes: DocumentShapes<ReadyPlan>
  /** How often a shape was learned, or tried to. */
  learned: number
}

type StreamsOf = NonNullable<Step['streamsOf']>

export function createDocuments(deps: DocumentsDeps) {
  const values = new DocumentValues()
  const message = new DocumentMessage(values, NO_PLAN)
  let kinds = createBoundedMap<string, Kind>(MAX_KINDS)
  let decoders = new WeakMap<Decode, number>()
  let decoderCount = 0

  function kindOf(decode: Decode, { kind }: PayloadDocument): Kind {
    const decoder = decoders.getOrInsertComputed(decode, () => (decoderCount += 1))
    const key = `${decoder} ${kind}`
    const known = kinds.get(key)
    if (known !== undefined) return known
    const made = { shapes: createDocumentShapes<ReadyPlan>(), learned: 0 }
    kinds.set(key, made)
    return made
  }

  function learn(kind: Kind, document: PayloadDocument, source: Source): ReadyPlan | undefined {
    const { bytes, from, to, timeKeys } = document
    if (kind.learned >= MAX_LEARNED || to - from > MAX_LEARNED_LENGTH) return undefined
    kind.learned += 1
    const parts = splitDocument(bytes.toString('utf8', from, to), timeKeys)
    const plan = parts && planDocument(parts, document, source, deps.setField)
    const ready = plan && readyPlan(plan, parts.length, deps.columnsOf)
    if (parts === undefined || ready === undefined || !kind.shapes.add(parts, ready)) return undefined
    const found = kind.shapes.read(values, from, to)
    return typeof found === 'string' ? undefined : found
  }

  function read(kind: Kind, document: PayloadDocument, source: Source): ReadyPlan | undefined {
    values.open(document.bytes)
    const found = kind.shapes.read(values, document.from, document.to)
    if (found === 'unknown') return learn(kind, document, source)
    return found === 'unusual' ? undefined : found
  }

  return {
    endBlock: () => message.endBlock(),
    /** Forgets everything, because columns or steps have changed. */
    reset() {
      kinds = createBoundedMap(MAX_KINDS)
      decoders = new WeakMap()
    },
    /** Decodes a raw message; `process` gets the messages that the codec has to make, unless it returns them. */
    decode(run: BlockRun, source: Source, record: JournalRecord, process: (message: DecodedMessage) => void): Decoded {
      const { decode } = source
      const routes = routesOf(run.steps, source.origin.inputId)
      let kind: Kind | undefined
      let kindName: string | undefined

      function take(document: PayloadDocument): boolean {
        if (decode === undefined || document.place >= MAX_MESSAGES_OF_PAYLOAD) return false
        if (kind === undefined || document.kind !== kindName) {
          kind = kindOf(decode, document)
          kindName = document.kind
        }
        const plan = read(kind, document, source)
        if (plan === undefined || (plan.plan.source === 'peer' && record.raw.remoteAddress === '')) return false
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

/** What finds the streams of messages of this input; undefined if a step needs messages as objects. */
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
