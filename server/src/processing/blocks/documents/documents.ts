/**
 * Makes messages of JSON documents without parsing them, as long as their shape is known and their values are usual. Such
 * a message has no object, unless a step, a live tail or an output needs one. All others are left to the codec.
 */
import type { Decoded, DecodedMessage, PayloadDocument } from '@logyard/codecs/codec'
import type { JournalRecord } from '../../../ingest/journal/journal-block.ts'
import type { Message } from '../../../store/messages/message.ts'
import { MAX_MESSAGES_OF_PAYLOAD } from '../../../store/messages/message-ids.ts'
import type { BlockRun, Source } from '../block-run.ts'
import { decodeRecord, WatchedVisitor } from '../block-sources.ts'
import type { Step } from '../processor.ts'
import { DocumentMessage } from './document-message.ts'
import { DocumentValues } from './document-values.ts'
import { createKnownShapes, type KnownShapesDeps } from './known-shapes.ts'
import type { ReadyPlan } from './ready-plan.ts'

export type Documents = ReturnType<typeof createDocuments>

export interface DocumentsDeps extends KnownShapesDeps {
  /** Called before each message. */
  readonly onMessage: () => void
  /** Takes a message that has passed all steps. */
  readonly writeDocument: (run: BlockRun, message: DocumentMessage) => void
  /** Runs the steps on a message and writes it. */
  readonly process: (run: BlockRun, message: Message) => void
}

/** A raw message while it is decoded. */
interface Decoding {
  readonly run: BlockRun
  readonly source: Source
  readonly record: JournalRecord
  readonly process: (message: DecodedMessage) => void
}

type StreamsOf = NonNullable<Step['streamsOf']>

export function createDocuments(deps: DocumentsDeps) {
  const values = new DocumentValues()
  const message = new DocumentMessage(values, NO_PLAN)
  const shapes = createKnownShapes(deps, values)
  let decoding: Decoding | undefined
  /** The functions that find the streams of the messages of a source. */
  let routed: { readonly source: Source; readonly routes: readonly StreamsOf[] | undefined } | undefined

  function routesFor(run: BlockRun, source: Source): readonly StreamsOf[] | undefined {
    if (routed?.source !== source) routed = { source, routes: routesOf(run.steps, source.origin.inputId) }
    return routed.routes
  }

  function take(document: PayloadDocument, { run, source, record }: Decoding): boolean {
    const { decode } = source
    if (decode === undefined || document.place >= MAX_MESSAGES_OF_PAYLOAD) return false
    const plan = shapes.read(decode, document, source)
    if (plan === undefined || (plan.plan.source === 'peer' && record.raw.remoteAddress === '')) return false
    if (!document.budget.spend(plan.plan.spentBytes)) return false
    deps.onMessage()
    message.begin(plan, record, document.place)
    run.figures.droppedFields += plan.plan.droppedFields
    const routes = routesFor(run, source)
    if (routes === undefined || run.raw.isWaiting) deps.process(run, message.toMessage())
    else {
      for (let at = 0; at < routes.length; at += 1) message.streams = routes[at]?.(message) ?? message.streams
      deps.writeDocument(run, message)
    }
    return true
  }

  /** One for all raw messages, which are decoded one after the other. */
  const visitor = new WatchedVisitor({
    take: (document) => decoding !== undefined && take(document, decoding),
    message: (given) => decoding?.process(given),
  })

  return {
    endBlock: () => message.endBlock(),
    /** Forgets everything, because columns or steps have changed. */
    reset: shapes.forget,
    /** Decodes a raw message. Messages of documents that had to be parsed are given to `process` or returned. */
    decode(run: BlockRun, source: Source, record: JournalRecord, process: (message: DecodedMessage) => void): Decoded {
      decoding = { run, source, record, process }
      return decodeRecord(source, record, visitor)
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
  storedByName: new Map(),
  recurs: new Uint8Array(),
  fixedSize: 0,
  needsMessage: false,
  usual: { version: -1, forms: new Map() },
}
