/**
 * The values of one data adapter: in a shared table that every thread reads, and as documents. Changes of users are
 * stored before they take effect; those of rules take effect at once and are stored soon, many by one commit.
 */
import { MAX_LOOKUP_VALUES } from '@logyard/contract/lookup/lookup-values'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createMutex } from '../../platform/mutex.ts'
import { emptyResult, isEmpty, singleResult } from '../lookup-results.ts'
import type { LookupResult } from '../lookup-tables.ts'
import { type EncodedResult, encodeResult } from '../shared-tables/encode-result.ts'
import type { SharedTable } from '../shared-tables/shared-table.ts'
import { createTableWriter, type TableWriter } from '../shared-tables/table-writer.ts'
import { changeValue, isKeyStorable, listResult, type ValueChange } from './change-value.ts'
import { inChunks } from './in-chunks.ts'
import { type ValueDocument, type ValueDocuments, valueDocumentId } from './value-store.ts'

export type StoredValue = string | number | boolean | readonly string[] | Readonly<Record<string, unknown>>

/** A value with its life. */
export interface KeptValue {
  readonly key: string
  readonly value: StoredValue
  readonly updatedAtMs: number
  readonly expiresAtMs: number | undefined
}

export interface ValueTable extends AsyncDisposable {
  readonly loaded: Promise<void>
  /** Another object after it has grown. */
  shared(): SharedTable
  size(): number
  find(key: string): KeptValue | undefined
  /** Unordered, without those whose life has ended. The table may change while it is read. */
  values(): Iterable<KeptValue>
  /** The keys of these values, in lower case if case is ignored. Values are not decoded. */
  keys(): Iterable<string>
  /** Stores values and deletes keys, all of them durably. */
  save(values: readonly KeptValue[], deletedKeys: readonly string[]): Promise<void>
  /** Takes over the documents of these ids, which another node has stored or deleted. */
  follow(ids: readonly string[]): Promise<void>
  /** Returns the value that the key has now. */
  change(change: ValueChange, defaultLifeMs: number | undefined): LookupResult
  /** Called with the keys of each change; with undefined if all may have changed, or the memory is another. */
  onChange: (key: string | undefined) => void
  problem(): string | undefined
}

interface ValueTableDeps {
  readonly adapterId: string
  readonly documents: ValueDocuments
  readonly clock: Clock
  /** Soon after the clock was set, no value is deleted. By default it is always steady. */
  readonly isClockSteady?: () => boolean
  readonly log: Log
  /** Keys are the same whatever the case of their letters. */
  readonly ignoresCase: boolean
}

/** Bytes of all rows: a rule may store a new value for each message. */
const MAX_TABLE_BYTES = 64 * 2 ** 20
/** Above it, rules cannot change values either, which could become larger. */
const MAX_CHANGED_BYTES = 4 * MAX_TABLE_BYTES
const SAVE_AFTER_MS = 200
const EXPIRE_EVERY_MS = 5000
const FULL = `The data adapter has its limit of ${MAX_LOOKUP_VALUES} values: rules cannot add another one.`

/** What a row holds besides the result. */
interface ValueRow extends EncodedResult {
  readonly key: string
  readonly updatedAtMs: number
}

interface State extends ValueTableDeps {
  readonly writer: TableWriter
  /** When the life of keys ends, for those that have an end. */
  readonly expiring: Map<string, number>
  /** Row keys that rules have changed since the last commit, with the keys. */
  changed: Map<string, string>
  isSaving: boolean
  problem: string | undefined
  onChange: (key: string | undefined) => void
}

export function openValueTable(deps: ValueTableDeps): ValueTable {
  const state: State = {
    ...deps,
    writer: createTableWriter(),
    expiring: new Map(),
    changed: new Map(),
    isSaving: false,
    problem: undefined,
    onChange: () => undefined,
  }
  const turns = createMutex()
  const loaded = turns(() => load(state))
  const cleaner = deps.clock.every(EXPIRE_EVERY_MS, () => expire(state))
  const saver = deps.clock.every(SAVE_AFTER_MS, () => {
    if (state.changed.size > 0 && !state.isSaving) void turns(() => saveChanged(state))
  })
  return {
    loaded,
    shared: () => state.writer.table(),
    size: () => state.writer.size,
    find: (key) => findValue(state, key),
    values: () => valuesOf(state),
    keys: () => keysOf(state),
    save: (values, deletedKeys) => turns(() => save(state, values, deletedKeys)),
    follow: (ids) => turns(() => followStored(state, ids)),
    change: (change, defaultLifeMs) => changeByRule(state, change, defaultLifeMs),
    problem: () => state.problem,
    get onChange() {
      return state.onChange
    },
    set onChange(listener) {
      state.onChange = listener
    },
    async [Symbol.asyncDispose]() {
      cleaner[Symbol.dispose]()
      saver[Symbol.dispose]()
      await turns(() => saveChanged(state))
    },
  }
}

const rowKeyOf = ({ ignoresCase }: ValueTableDeps, key: string) => (ignoresCase ? key.toLowerCase() : key)

async function load(state: State): Promise<void> {
  const before = state.writer.table()
  await state.documents.load(state.adapterId, (documents) => {
    for (const document of documents) {
      // Rules may already have changed the value.
      if (!state.changed.has(rowKeyOf(state, document.key))) put(state, keptOf(document))
    }
  })
  if (state.writer.table() !== before) state.onChange(undefined)
}

/** Changes of rules of this node that are not stored yet win: they are stored later. */
async function followStored(state: State, ids: readonly string[]): Promise<void> {
  const { documents, writer, changed } = state
  const before = writer.table()
  const stored = await documents.findMany(ids)
  const isFree = (key: string) => !changed.has(rowKeyOf(state, key))
  const followed = stored.filter(({ key }) => isFree(key))
  await inChunks(followed, (chunk) => {
    for (const document of chunk) put(state, keptOf(document))
  })
  const present = new Set(stored.map(({ id }) => id))
  const gone = await keysOfIds(state, new Set(ids.filter((id) => !present.has(id))))
  for (const key of gone.filter(isFree)) {
    writer.delete(rowKeyOf(state, key))
    state.expiring.delete(rowKeyOf(state, key))
  }
  notify(state, before, [...followed.map(({ key }) => key), ...gone])
}

/** The keys of deleted documents. An id is a hash, so all keys are compared. */
async function keysOfIds({ writer, adapterId }: State, ids: ReadonlySet<string>): Promise<readonly string[]> {
  const keys: string[] = []
  await inChunks(ids.size === 0 ? [] : writer.entries(), (chunk) => {
    for (const [, text] of chunk) {
      const { key } = valueOfRow(text)
      if (ids.has(valueDocumentId(adapterId, key))) keys.push(key)
    }
  })
  return keys
}

const keptOf = ({ key, value, updated_at, expires_at }: ValueDocument): KeptValue => ({
  key,
  value: JSON.parse(value),
  updatedAtMs: Date.parse(updated_at),
  expiresAtMs: expires_at === null ? undefined : Date.parse(expires_at),
})

const documentOf = (
  { adapterId }: ValueTableDeps,
  { key, value, updatedAtMs, expiresAtMs }: KeptValue,
): ValueDocument => ({
  id: valueDocumentId(adapterId, key),
  adapter_id: adapterId,
  key,
  value: JSON.stringify(value),
  updated_at: new Date(updatedAtMs).toISOString(),
  expires_at: expiresAtMs === undefined ? null : new Date(expiresAtMs).toISOString(),
})

export function resultOfValue(value: StoredValue): LookupResult {
  if (typeof value !== 'object') return singleResult(value)
  if (Array.isArray(value)) return listResult(value)
  const single = Reflect.get(value, 'value')
  const isSingle = typeof single === 'string' || typeof single === 'number' || typeof single === 'boolean'
  return { ...emptyResult(), singleValue: isSingle ? single : null, multiValue: { ...value } }
}

function put(state: State, kept: KeptValue): void {
  const { key, value, updatedAtMs, expiresAtMs } = kept
  const { singleValue, multiValue, stringListValue } = resultOfValue(value)
  const single = typeof singleValue === 'bigint' ? null : singleValue
  const row: ValueRow = {
    single,
    multi: multiValue,
    list: stringListValue,
    key,
    updatedAtMs,
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
  }
  const rowKey = rowKeyOf(state, key)
  state.writer.set(rowKey, encodeResult(row))
  if (expiresAtMs === undefined) state.expiring.delete(rowKey)
  else state.expiring.set(rowKey, expiresAtMs)
}

function valueOfRow(text: string): KeptValue {
  const { key, updatedAtMs, single, multi, list, expiresAtMs }: ValueRow = JSON.parse(text)
  // A map may have an entry `value` too, which is then its single value.
  const isPlain = single != null && multi != null && Object.keys(multi).length === 1
  const value = list ?? (isPlain ? single : (multi ?? ''))
  return { key, value, updatedAtMs, expiresAtMs }
}

const isAlive = ({ expiresAtMs }: KeptValue, nowMs: number) => expiresAtMs === undefined || expiresAtMs > nowMs

/** Finds a value even if its life has ended. */
function storedValue(state: State, key: string): KeptValue | undefined {
  const text = state.writer.find(rowKeyOf(state, key))
  return text === undefined ? undefined : valueOfRow(text)
}

function findValue(state: State, key: string): KeptValue | undefined {
  const value = storedValue(state, key)
  return value !== undefined && isAlive(value, state.clock.now().getTime()) ? value : undefined
}

function* valuesOf({ writer, clock }: State): Generator<KeptValue> {
  const nowMs = clock.now().getTime()
  for (const [, text] of writer.entries()) {
    const value = valueOfRow(text)
    if (isAlive(value, nowMs)) yield value
  }
}

function* keysOf({ writer, expiring, clock }: State): Generator<string> {
  const nowMs = clock.now().getTime()
  for (const key of writer.keys()) if ((expiring.get(key) ?? Number.POSITIVE_INFINITY) > nowMs) yield key
}

async function save(state: State, values: readonly KeptValue[], deletedKeys: readonly string[]): Promise<void> {
  const { documents, adapterId, writer } = state
  const written = new Set(values.map(({ key }) => key))
  const replaced: string[] = []
  await inChunks(state.ignoresCase ? values : [], (chunk) => {
    // A key in another case is the same row, but another document.
    for (const { key } of chunk) {
      const known = findValue(state, key)?.key
      if (known !== undefined && !written.has(known)) replaced.push(known)
    }
  })
  await documents.save(
    mapped(values, (value) => documentOf(state, value)),
    mapped([...deletedKeys, ...replaced], (key) => valueDocumentId(adapterId, key)),
  )
  const before = writer.table()
  await inChunks(deletedKeys, (chunk) => {
    for (const key of chunk) {
      writer.delete(rowKeyOf(state, key))
      state.expiring.delete(rowKeyOf(state, key))
    }
  })
  await inChunks(values, (chunk) => {
    for (const value of chunk) put(state, value)
  })
  state.problem = undefined
  notify(state, before, [...deletedKeys, ...written])
}

/** Each item is mapped when it is read. */
function* mapped<T, R>(items: Iterable<T>, map: (item: T) => R): Generator<R> {
  for (const item of items) yield map(item)
}

const MAX_KEYS_TO_PURGE = 100

function notify(state: State, before: SharedTable, keys: readonly string[]): void {
  if (state.writer.table() !== before || keys.length > MAX_KEYS_TO_PURGE) state.onChange(undefined)
  else for (const key of keys) state.onChange(key)
}

function changeByRule(state: State, change: ValueChange, defaultLifeMs: number | undefined): LookupResult {
  const { writer, clock } = state
  if (!isKeyStorable(change)) return emptyResult()
  const nowMs = clock.now().getTime()
  const known = findValue(state, change.key)
  const before = known === undefined ? emptyResult() : resultOfValue(known.value)
  const after = changeValue(before, change)
  if (after === before) return before
  const rowKey = rowKeyOf(state, change.key)
  const table = writer.table()
  if (change.kind === 'clear' || isEmpty(after)) {
    writer.delete(rowKey)
    state.expiring.delete(rowKey)
  } else {
    if (isFull(state, known)) {
      report(state)
      return before
    }
    const value = known !== undefined && change.kind === 'assign-ttl' ? known.value : writtenValue(after)
    const expiresAtMs = lifeEnd(change, known, nowMs, defaultLifeMs)
    put(state, { key: known?.key ?? change.key, value, updatedAtMs: nowMs, expiresAtMs })
  }
  state.changed.set(rowKey, known?.key ?? change.key)
  notify(state, table, [change.key])
  return after
}

function isFull({ writer }: State, known: KeptValue | undefined): boolean {
  const { length } = writer.table().rows
  if (known !== undefined) return length > MAX_CHANGED_BYTES
  return writer.size >= MAX_LOOKUP_VALUES || length > MAX_TABLE_BYTES
}

function report(state: State): void {
  if (state.problem === undefined) state.log.warn({ adapterId: state.adapterId }, 'rules cannot store further values')
  state.problem = FULL
}

/** Lists have their text form only in `stringListValue`, and maps are never written by rules. */
function writtenValue({ singleValue, stringListValue }: LookupResult): StoredValue {
  if (stringListValue !== null) return stringListValue
  return typeof singleValue === 'bigint' ? String(singleValue) : (singleValue ?? '')
}

function lifeEnd(
  change: ValueChange,
  known: KeptValue | undefined,
  nowMs: number,
  defaultLifeMs: number | undefined,
): number | undefined {
  if (change.kind === 'assign-ttl') return Number.isFinite(change.ttlMs) ? nowMs + change.ttlMs : undefined
  const isAddition = change.kind === 'add' || change.kind === 'remove'
  if (isAddition && known !== undefined) return known.expiresAtMs
  return defaultLifeMs === undefined ? undefined : nowMs + defaultLifeMs
}

/** Stores the changes of rules. Changes that cannot be stored stay pending, and the next run stores them. */
async function saveChanged(state: State): Promise<void> {
  const { changed, documents, adapterId } = state
  if (changed.size === 0) return
  state.changed = new Map()
  state.isSaving = true
  try {
    const values: ValueDocument[] = []
    const deletedIds: string[] = []
    for (const key of changed.values()) {
      const value = storedValue(state, key)
      if (value === undefined) deletedIds.push(valueDocumentId(adapterId, key))
      else values.push(documentOf(state, value))
    }
    await documents.save(values, deletedIds)
  } catch (error) {
    for (const [rowKey, key] of changed) if (!state.changed.has(rowKey)) state.changed.set(rowKey, key)
    state.log.error({ err: error, adapterId }, 'values of rules could not be stored')
  } finally {
    state.isSaving = false
  }
}

/** Deletes values whose life has ended. Readers do not see them any more. */
function expire(state: State): void {
  if (state.isClockSteady?.() === false) return
  const nowMs = state.clock.now().getTime()
  for (const [rowKey, expiresAtMs] of state.expiring) {
    if (expiresAtMs > nowMs) continue
    const text = state.writer.find(rowKey)
    state.expiring.delete(rowKey)
    if (text === undefined) continue
    state.writer.delete(rowKey)
    state.changed.set(rowKey, valueOfRow(text).key)
  }
}
