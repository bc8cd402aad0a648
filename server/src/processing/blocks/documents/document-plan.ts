/**
 * What becomes of the values of documents that differ in their values only. Found by decoding two such documents with
 * values that are recognised in the message: so the names, the order and what is dropped are the codec's.
 */
import type { DecodedMessage, FieldValue, PayloadDocument, RawMessage } from '@logyard/codecs/codec'
import type { JournalRecord } from '../../../ingest/journal/journal-block.ts'
import type { Message } from '../../../store/messages/message.ts'
import { type SetField, undot } from '../../../store/messages/normalise-fields.ts'
import { createBlockRun, type Source } from '../block-run.ts'
import { decodeRecord, WatchedVisitor } from '../block-sources.ts'
import { normaliseMessage } from '../normalise-message.ts'
import { NATURAL, NUMBER, SECONDS, TEXT, TIME, type ValueKind } from './document-values.ts'
import type { DocumentPart } from './split-document.ts'

/** A value of the document, by its number, or one that all documents of the plan have. */
export type PlannedValue =
  | { readonly number: number; readonly kind: ValueKind }
  | { readonly number: -1; readonly constant: FieldValue }

export interface PlannedField {
  readonly name: string
  readonly value: PlannedValue
}

export interface DocumentPlan {
  readonly message: PlannedValue
  /** `peer`: the address of the sender. */
  readonly source: PlannedValue | 'peer'
  /** `receipt`: the time of receipt. */
  readonly time: PlannedValue | 'receipt'
  /** The fields as steps see them. */
  readonly fields: readonly PlannedField[]
  /** The fields as they are stored. */
  readonly stored: readonly PlannedField[]
  readonly droppedFields: number
  /** Bytes of the payload's budget that decoding a document spends. */
  readonly spentBytes: number
}

/** One of the two documents that are decoded. */
interface Probe {
  readonly values: readonly string[]
  readonly numbers: readonly number[]
  readonly raw: Omit<RawMessage, 'payload'>
}

/** The message of a probe. */
interface Probed {
  readonly probe: Probe
  readonly message: Message
  readonly stored: ReadonlyMap<string, FieldValue>
  readonly droppedFields: number
  readonly spentBytes: number
}

/** Undefined if something in the message is not one of the values, and differs between two documents. */
export function planDocument(
  parts: readonly DocumentPart[],
  document: PayloadDocument,
  source: Source,
  setField: SetField,
): DocumentPlan | undefined {
  const kinds = parts.slice(0, -1).map(({ kind }) => kind)
  const probe = (at: 1 | 2) => probed(makeProbe(kinds, at), parts, document, source, setField)
  const first = probe(1)
  const second = probe(2)
  if (first === undefined || second === undefined || first.droppedFields !== second.droppedFields) return undefined
  if (first.spentBytes !== second.spentBytes) return undefined
  const plannedValue = (a: FieldValue | undefined, b: FieldValue | undefined) =>
    findValue(kinds, [first, a], [second, b])
  const message = plannedValue(first.message.message, second.message.message)
  const fields = findFields(first.message.fields, second.message.fields, plannedValue)
  const stored = findFields(first.stored, second.stored, plannedValue)
  const sender = isPeer(first) && isPeer(second) ? 'peer' : plannedValue(first.message.source, second.message.source)
  const time = isReceipt(first) && isReceipt(second) ? 'receipt' : findTime(kinds, first, second)
  if (!message || !fields || !stored || !sender || !time) return undefined
  return {
    message,
    source: sender,
    time,
    fields,
    stored,
    droppedFields: first.droppedFields,
    spentBytes: first.spentBytes,
  }
}

const isPeer = ({ message, probe }: Probed): boolean => message.source === probe.raw.remoteAddress
const isReceipt = ({ message, probe }: Probed): boolean => message.timestampMs === probe.raw.receivedAtMs

const FIRST_TIME_MS = Date.UTC(2001, 1, 3)
const MINUTE_MS = 60_000
const FIRST_NUMBER = 1_000_000

function makeProbe(kinds: readonly ValueKind[], at: 1 | 2): Probe {
  const numbers = kinds.map((kind, number) =>
    kind === TIME || kind === SECONDS ? FIRST_TIME_MS * at + number * MINUTE_MS : FIRST_NUMBER * at + number,
  )
  const values = kinds.map((kind, number) => {
    const value = numbers[number] ?? 0
    if (kind === TEXT) return `probe ${at} of value ${number}`
    if (kind === SECONDS) return `${value / 1000}`
    return kind === TIME ? new Date(value).toISOString() : `${value}`
  })
  return { values, numbers, raw: { receivedAtMs: 1000 * at, remoteAddress: `192.0.2.${at}`, remotePort: at } }
}

function probed(
  probe: Probe,
  parts: readonly DocumentPart[],
  document: PayloadDocument,
  source: Source,
  setField: SetField,
): Probed | undefined {
  const text = parts.map(({ literal }, number) => literal + (probe.values[number] ?? '')).join('')
  const raw: RawMessage = { ...probe.raw, payload: document.payloadOf(text) }
  const record = { origin: source.origin, raw }
  const { decoded, given, spentBytes } = decodeWatched(source, record)
  const [only] = given
  if (!decoded.ok || only === undefined || given.length > 1 || decoded.failures !== undefined) return undefined
  const run = createBlockRun({ sequence: 0, firstOffset: 0, bytes: new Uint8Array(), skips: [] }, [], Number.NaN)
  const message = normaliseMessage(run, record, only, 0, setField)
  if (message === undefined || run.figures.invalidTimestamps > 0) return undefined
  const stored = new Map(message.fields)
  undot(stored)
  return { probe, message, stored, droppedFields: run.figures.droppedFields, spentBytes }
}

/** Decodes a payload of one document. Returns its messages, and the bytes of the payload's budget that they spend. */
function decodeWatched(source: Source, record: JournalRecord) {
  const given: DecodedMessage[] = []
  let budget: PayloadDocument['budget'] | undefined
  let before = 0
  let spentBytes = 0
  const visitor = new WatchedVisitor({
    take(document) {
      budget = document.budget
      before = budget.left()
      return false
    },
    message(message) {
      if (budget !== undefined) spentBytes = before - budget.left()
      given.push(message)
    },
  })
  const decoded = decodeRecord(source, record, visitor)
  return { decoded, given, spentBytes }
}

function findFields(
  first: ReadonlyMap<string, FieldValue>,
  second: ReadonlyMap<string, FieldValue>,
  plannedValue: (a: FieldValue | undefined, b: FieldValue | undefined) => PlannedValue | undefined,
): readonly PlannedField[] | undefined {
  if (first.size !== second.size) return undefined
  const fields: PlannedField[] = []
  for (const [name, given] of first) {
    const value = plannedValue(given, second.get(name))
    if (value === undefined) return undefined
    fields.push({ name, value })
  }
  return fields
}

type Found = readonly [of: Probed, value: FieldValue | undefined]

/** The value that both documents have at this place. */
function findValue(kinds: readonly ValueKind[], [first, a]: Found, [second, b]: Found): PlannedValue | undefined {
  if (a === undefined || b === undefined) return undefined
  const number = kinds.findIndex((kind, at) => isValue(first, kind, at, a))
  const kind = kinds[number]
  if (kind !== undefined) {
    const read = kind === NATURAL ? NUMBER : kind
    return isValue(second, kind, number, b) ? { number, kind: read } : undefined
  }
  return isSame(a, b) ? { number: -1, constant: a } : undefined
}

function isValue({ probe }: Probed, kind: ValueKind, number: number, value: FieldValue): boolean {
  if (kind === NUMBER || kind === NATURAL) return value === probe.numbers[number]
  return kind !== SECONDS && value === probe.values[number]
}

function isSame(a: FieldValue, b: FieldValue): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return Object.is(a, b)
  return a.length === b.length && a.every((item, at) => Object.is(item, b[at]))
}

function findTime(kinds: readonly ValueKind[], first: Probed, second: Probed): PlannedValue | undefined {
  const isTime = ({ probe, message }: Probed, at: number) => message.timestampMs === probe.numbers[at]
  const number = kinds.findIndex((_, at) => isTime(first, at) && isTime(second, at))
  const kind = kinds[number]
  return kind === TIME || kind === SECONDS ? { number, kind } : undefined
}
