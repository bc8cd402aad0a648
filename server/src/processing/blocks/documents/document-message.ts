/** The message of a document whose values have been read, without an object for it. One for all documents of a thread. */

import type { FieldValue } from '@logyard/codecs/codec'
import { MAX_STORED_VALUE_LENGTH } from '@logyard/languages/query-sql/stored-text'
import { DECIMAL, formOf, INTEGER, mayBeDate, TEXT as TEXT_FORM } from '../../../fields/field-forms.ts'
import type { JournalRecord } from '../../../ingest/journal/journal-block.ts'
import { sizeOf } from '../../../store/messages/accounted-size.ts'
import type { PutFields, RestFields } from '../../../store/messages/encode-rows.ts'
import type { FieldWriters } from '../../../store/messages/field-writers.ts'
import type { Message, ReadableMessage } from '../../../store/messages/message.ts'
import type { TextColumn } from '../../../store/messages/native/native-column.ts'
import { IN_DEFAULT } from '../normalise-message.ts'
import type { StoredFields } from '../queryable.ts'
import type { PlannedValue } from './document-plan.ts'
import { type DocumentValues, MAX_VALUES, NUMBER } from './document-values.ts'
import type { ReadyField, ReadyPlan } from './ready-plan.ts'
import { NOT_CACHED, TextCache } from './text-cache.ts'

export class DocumentMessage implements ReadableMessage, PutFields {
  readonly values: DocumentValues
  readonly fields: ReadableMessage['fields']
  readonly storedFields: StoredFields
  plan: ReadyPlan
  timestampMs = 0
  inputId = ''
  nodeId = ''
  remoteAddress = ''
  remotePort = 0
  receivedAtMs = 0
  place = 0
  source = ''
  message = ''
  streams: readonly string[] = IN_DEFAULT
  readonly #cache = new TextCache()
  /** Numbers in the cache, by the number of the value. */
  readonly #cached = new Int32Array(MAX_VALUES)

  constructor(values: DocumentValues, plan: ReadyPlan) {
    this.values = values
    this.plan = plan
    this.fields = { get: (name) => this.#find(name, this.plan.valuesByName) }
    this.storedFields = {
      get: (name) => this.#find(name, this.plan.storedByName),
      keys: () => this.plan.storedNames,
    }
  }

  begin(plan: ReadyPlan, { origin, raw }: JournalRecord, place: number): void {
    const { time, source, message } = plan
    this.plan = plan
    this.inputId = origin.inputId
    this.nodeId = origin.nodeId
    this.remoteAddress = raw.remoteAddress
    this.remotePort = raw.remotePort
    this.receivedAtMs = raw.receivedAtMs
    this.place = place
    this.streams = IN_DEFAULT
    for (let number = 0; number < plan.recurs.length; number += 1) this.#cached[number] = NOT_CACHED
    this.timestampMs = time < 0 ? raw.receivedAtMs : (this.values.numbers[time] ?? 0)
    this.source = source < 0 ? this.#otherSource() : this.#textAt(source)
    this.message = this.#textAt(message)
  }

  #otherSource(): string {
    const { source } = this.plan.plan
    return source !== 'peer' && 'constant' in source ? String(source.constant) : this.remoteAddress
  }

  #find(name: string, values: ReadyPlan['valuesByName']): FieldValue | undefined {
    const value = values.get(name)
    return value === undefined ? undefined : this.#valueOf(value)
  }

  #valueOf(value: PlannedValue): FieldValue {
    if ('constant' in value) return value.constant
    return value.kind === NUMBER ? this.#numberAt(value.number) : this.#textAt(value.number)
  }

  #numberAt(number: number): number {
    return this.values.numbers[number] ?? Number.NaN
  }

  #textAt(number: number): string {
    const { values, plan } = this
    const known = values.texts[number]
    if (known !== undefined) return known
    const cached = plan.recurs[number] === 1 ? this.#cachedAt(number) : NOT_CACHED
    if (cached === NOT_CACHED) return values.textAt(number)
    const text = this.#cache.textOf(cached)
    values.texts[number] = text
    return text
  }

  /** The number that a text has in the cache. */
  #cachedAt(number: number): number {
    const { bytes, view, from, to } = this.values
    const cached = this.#cache.numberOf(bytes, view, from[number] ?? 0, to[number] ?? 0)
    this.#cached[number] = cached
    return cached
  }

  /** To be called when the columns have been taken. */
  endBlock(): void {
    this.#cache.trim()
  }

  /** Whether all fields have one of these forms, which are in the order of the stored fields. */
  hasForms(forms: Int32Array): boolean {
    const { stored } = this.plan
    for (let at = 0; at < stored.length; at += 1) {
      const field = stored[at]
      if (field !== undefined && ((forms[at] ?? 0) & this.#formOf(field)) === 0) return false
    }
    return true
  }

  #formOf({ number, kind, form }: ReadyField): number {
    if (number < 0) return form
    if (kind === NUMBER) return Number.isInteger(this.#numberAt(number)) ? INTEGER : DECIMAL
    const { bytes, from, to, texts } = this.values
    const text = texts[number]
    const length = text?.length ?? (to[number] ?? 0) - (from[number] ?? 0)
    const fifth = text === undefined ? (bytes[(from[number] ?? 0) + 4] ?? 0) : text.charCodeAt(4)
    return length > MAX_STORED_VALUE_LENGTH || mayBeDate(fifth) ? formOf(this.#textAt(number)) : TEXT_FORM
  }

  /** The size of all fields. */
  sizeOfFields(): number {
    const { stored, fixedSize } = this.plan
    const { texts, from, to } = this.values
    let size = fixedSize
    for (let at = 0; at < stored.length; at += 1) {
      const field = stored[at]
      if (field === undefined || !field.isAccounted) continue
      const { number, kind } = field
      if (kind === NUMBER) size += sizeOf(this.#numberAt(number))
      else size += texts[number]?.length ?? (to[number] ?? 0) - (from[number] ?? 0)
    }
    return size
  }

  putMessage(column: TextColumn, row: number): void {
    this.#putText(column, row, this.plan.message)
  }

  #putText(column: TextColumn, row: number, number: number): void {
    const { bytes, from, to, hasBytes, texts } = this.values
    if (hasBytes[number] === 1) column.putEncoded(row, bytes, from[number] ?? 0, to[number] ?? 0)
    else column.put(row, texts[number] ?? '')
  }

  putFields(row: number, copies: number, rest: RestFields): void {
    const { stored } = this.plan
    for (let at = 0; at < stored.length; at += 1) {
      const field = stored[at]
      if (field === undefined) continue
      let isPut = true
      for (let copy = row; copy < row + copies && isPut; copy += 1) isPut = this.#put(field, copy)
      if (!isPut) rest.add(field.name, this.#storedValue(field))
    }
  }

  #storedValue({ number, kind, constant }: ReadyField): FieldValue {
    if (number < 0) return constant
    return kind === NUMBER ? this.#numberAt(number) : this.#textAt(number)
  }

  /** Returns false if the value has no column. */
  #put(field: ReadyField, row: number): boolean {
    const { number, kind, columns } = field
    if (number < 0) return putConstant(columns, row, field.constant)
    if (kind === NUMBER) return putNumber(columns, row, this.#numberAt(number))
    if (columns.recurring !== undefined) {
      const text = this.#textAt(number)
      columns.recurring.putCached(row, text, this.#cached[number] ?? NOT_CACHED)
      return true
    }
    if (columns.texts === undefined) return false
    this.#putText(columns.texts, row, number)
    return true
  }

  /** The message as an object, for whatever needs one. */
  toMessage(): Message {
    const fields = new Map(this.plan.plan.fields.map(({ name, value }) => [name, this.#valueOf(value)]))
    const { timestampMs, source, message, streams, place } = this
    const { inputId, nodeId, remoteAddress, remotePort, receivedAtMs } = this
    const own = { timestampMs, source, message, fields, streams, place }
    return { ...own, inputId, nodeId, remoteAddress, remotePort, receivedAtMs }
  }
}

function putNumber({ integers, decimals }: FieldWriters, row: number, value: number): boolean {
  const column = Number.isInteger(value) ? integers : decimals
  column?.put(row, value)
  return column !== undefined
}

function putConstant(columns: FieldWriters, row: number, value: FieldValue): boolean {
  if (typeof value === 'string') {
    const column = columns.recurring ?? columns.texts
    column?.put(row, value)
    return column !== undefined
  }
  return false
}
