import { documentHost, documentText } from '../batch/document.ts'
import { createFieldWriter, type FieldWriter } from '../batch/field-writer.ts'
import { type Instant, instantFrom } from '../batch/instant.ts'
import { createMessageBatch } from '../batch/message-batch.ts'
import { packBody, unpackBody } from '../batch/packed-body.ts'
import { parseDocument } from '../batch/parse-document.ts'
import type {
  Decoded,
  DecodedMessage,
  DocumentRules,
  PayloadBudget,
  PayloadDocument,
  PayloadVisitor,
  RawMessage,
} from '../codec.ts'
import { FieldMap } from '../field-map.ts'
import { isJsonObject, type JsonObject, wholeNumber } from '../json-text.ts'
import { bufferOf } from '../text-of.ts'
import { sourcedCodec } from '../with-source.ts'
import { type BulkTarget, splitBulk } from './split-bulk.ts'

/** The metadata that an input packs with the body: the index in the path of the request, `/{index}/_bulk`. */
export const BULK_INDEX = 'index'

/** The payload is the packed body of one `_bulk` request. */
export const bulkCodec = sourcedCodec('elasticsearch-bulk', 'Elasticsearch bulk', decode)

function decode(raw: RawMessage, visitor?: PayloadVisitor): Decoded {
  const { notes, body } = unpackBody(raw.payload)
  const batch = createMessageBatch(body.byteLength, visitor && ((message) => visitor.message(message)))
  const writer = createFieldWriter(batch)
  const bytes = bufferOf(body)
  const offered = visitor && new BulkDocument(bytes, batch)
  const { items, problem } = splitBulk(bytes, notes.get(BULK_INDEX) ?? '')
  for (const { target, from, to, problem } of items) {
    if (problem !== undefined) {
      batch.fail('action-unsupported', `${target.action} of ${target.id || 'a document'}: ${problem.reason}`)
      continue
    }
    const place = batch.place()
    if (
      offered !== undefined &&
      isOffered(target) &&
      visitor?.take(offered.at(from, to, place, target.index)) === true
    ) {
      batch.pass()
      continue
    }
    const document = parseDocument(bytes.toString('utf8', from, to))
    if (!isJsonObject(document)) batch.fail('not-a-json-object', 'A document is not a JSON object')
    else if (batch.hasRoom(0)) batch.addRead(() => readDocument(document, target, writer, raw))
  }
  if (problem !== undefined) batch.fail('bulk-malformed', problem.reason)
  return batch.decoded()
}

/** Characters of an index. Documents of a longer one are parsed. */
const MAX_OFFERED_INDEX = 1000

/** Documents with ids are parsed: the id is a part of the message, and each has another one. */
const isOffered = ({ id, index }: BulkTarget): boolean => id === '' && index.length <= MAX_OFFERED_INDEX

const TIME_KEYS = ['@timestamp', 'timestamp', 'time']
const RULES: DocumentRules = { timeKeys: TIME_KEYS, timeForm: 'iso', naturalKeys: [] }

/** One object for all documents of a payload. */
class BulkDocument implements PayloadDocument {
  readonly bytes: Buffer
  readonly rules = RULES
  readonly budget: PayloadBudget
  from = 0
  to = 0
  place = 0
  /** The index that the document was sent to. */
  kind = ''

  constructor(bytes: Buffer, budget: PayloadBudget) {
    this.bytes = bytes
    this.budget = budget
  }

  at(from: number, to: number, place: number, index: string): this {
    this.from = from
    this.to = to
    this.place = place
    this.kind = index
    return this
  }

  payloadOf(text: string): Uint8Array {
    return packBody({ [BULK_INDEX]: this.kind }, Buffer.from(`{"create":{}}\n${text}\n`))
  }
}

function readDocument(document: JsonObject, target: BulkTarget, writer: FieldWriter, raw: RawMessage): DecodedMessage {
  const { text, key: textKey } = documentText(document)
  const time = timeOf(document)
  const fields = new FieldMap()
  if (target.index !== '') fields['target_index'] = target.index
  if (target.id !== '') fields['document_id'] = target.id
  for (const key of Object.keys(document)) {
    if (key !== textKey && key !== time?.key) writer.write(fields, 'document', key, document[key])
  }
  const timestampMs = time?.instant.ms ?? raw.receivedAtMs
  return { timestampMs, source: documentHost(document), message: text, fields }
}

/** The first of the usual names with a valid time. `key` is that name, unless the value is finer than a millisecond. */
function timeOf(document: JsonObject): { readonly instant: Instant; readonly key: string | undefined } | undefined {
  for (const key of TIME_KEYS) {
    const value = document[key]
    const instant = instantFrom(wholeNumber(value) ?? value)
    if (instant !== undefined) return { instant, key: instant.hasRest ? undefined : key }
  }
  return undefined
}
