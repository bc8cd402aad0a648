/** Writes a shared table. Only one thread may write it; others read it meanwhile. */
import { randomBytes } from 'node:crypto'
import {
  bufferOf,
  createKeyBytes,
  DELETED,
  EMPTY,
  encodeKey,
  HEADER_BYTES,
  hashOf,
  hasKey,
  type KeyBytes,
  lengthAt,
  offsetOf,
  placeOf,
  ROW_STEP,
  type SharedTable,
  textAt,
} from './shared-table.ts'

export type TableWriter = ReturnType<typeof createTableWriter>

const MIN_SLOTS = 16
const MIN_BYTES = 4096
/** Above this share of used slots a table gets more of them. */
const MAX_LOAD = 0.6

interface State {
  table: SharedTable
  buffer: Buffer
  readonly key: KeyBytes
  /** Rows that can be found. */
  size: number
  /** Slots that are not empty. */
  usedSlots: number
  usedBytes: number
  /** Bytes of rows that were replaced or deleted. */
  wastedBytes: number
}

export function createTableWriter() {
  const seed = randomBytes(4).readInt32LE()
  const table = emptyTable(MIN_SLOTS, MIN_BYTES, seed)
  const key = createKeyBytes()
  const state: State = { table, buffer: bufferOf(table.rows), key, size: 0, usedSlots: 0, usedBytes: 0, wastedBytes: 0 }
  return {
    /** Another object after the table has grown: readers then need the new one. */
    table: () => state.table,
    get size() {
      return state.size
    },
    /** Answers whether the key is new. A row that it has is replaced. Throws if the key is too long. */
    set(text: string, value: string) {
      encode(state, text)
      return write(state, Buffer.from(value, 'utf8'))
    },
    has(text: string) {
      encode(state, text)
      return slotOf(state) !== undefined
    },
    find(text: string) {
      encode(state, text)
      const slot = slotOf(state)
      return slot === undefined ? undefined : valueAt(state, offsetAt(state, slot))
    },
    delete(text: string) {
      encode(state, text)
      const slot = slotOf(state)
      if (slot === undefined) return false
      state.wastedBytes += rowBytes(state.table.rows, offsetAt(state, slot))
      Atomics.store(state.table.slots, slot, DELETED)
      state.size -= 1
      return true
    },
    entries: () => entriesOf(state),
    keys: () => keysOf(state),
    /** The table without memory to spare, for a table that will not change. */
    finished() {
      if (state.wastedBytes > 0) rebuild(state, state.table.slots.length, state.usedBytes - state.wastedBytes)
      return { ...state.table, rows: resized(state, Math.max(state.usedBytes, ROW_STEP)) }
    },
  }
}

const emptyTable = (slots: number, bytes: number, seed: number): SharedTable => ({
  slots: new Int32Array(new SharedArrayBuffer(slots * Int32Array.BYTES_PER_ELEMENT)),
  rows: new Uint8Array(new SharedArrayBuffer(bytes)),
  seed,
})

function encode({ key }: State, text: string): void {
  if (!encodeKey(key, text)) throw new Error('the key is too long')
}

/** The slot of the encoded key. */
function slotOf({ table: { slots, rows, seed }, key }: State): number | undefined {
  const mask = slots.length - 1
  for (let slot = hashOf(key, seed) & mask; ; slot = (slot + 1) & mask) {
    const place = slots[slot] ?? EMPTY
    if (place === EMPTY) return undefined
    if (place !== DELETED && hasKey(rows, offsetOf(place), key)) return slot
  }
}

const offsetAt = ({ table }: State, slot: number) => offsetOf(table.slots[slot] ?? EMPTY)

const valueAt = ({ table: { rows }, buffer }: State, offset: number): string =>
  textAt(buffer, offset + HEADER_BYTES + lengthAt(rows, offset), lengthAt(rows, offset + 4))

const stepped = (bytes: number) => Math.ceil(bytes / ROW_STEP) * ROW_STEP
const rowBytes = (rows: Uint8Array, offset: number) =>
  stepped(HEADER_BYTES + lengthAt(rows, offset) + lengthAt(rows, offset + 4))

/** Appends a row for the encoded key, then points the slot to it: a reader never sees half a row. */
function write(state: State, value: Buffer): boolean {
  const { key } = state
  const bytes = stepped(HEADER_BYTES + key.length + value.length)
  makeRoom(state, bytes)
  const offset = state.usedBytes
  const { buffer } = state
  buffer.writeUInt32LE(key.length, offset)
  buffer.writeUInt32LE(value.length, offset + 4)
  buffer.set(key.bytes.subarray(0, key.length), offset + HEADER_BYTES)
  buffer.set(value, offset + HEADER_BYTES + key.length)
  state.usedBytes += bytes
  const known = slotOf(state)
  if (known !== undefined) {
    state.wastedBytes += rowBytes(state.table.rows, offsetAt(state, known))
    Atomics.store(state.table.slots, known, placeOf(offset))
    return false
  }
  Atomics.store(state.table.slots, freeSlot(state), placeOf(offset))
  state.size += 1
  state.usedSlots += 1
  return true
}

function freeSlot({ table: { slots, seed }, key }: State): number {
  const mask = slots.length - 1
  let slot = hashOf(key, seed) & mask
  while (slots[slot] !== EMPTY) slot = (slot + 1) & mask
  return slot
}

function makeRoom(state: State, bytes: number): void {
  const { slots, rows } = state.table
  const lacksSlots = state.usedSlots + 1 > slots.length * MAX_LOAD
  const lacksBytes = state.usedBytes + bytes > rows.length
  if (!lacksSlots && !lacksBytes) return
  // Many rows were replaced or deleted: the new table has only the others.
  if (state.wastedBytes > state.usedBytes / 2 || (lacksSlots && state.size < state.usedSlots / 2)) {
    const needed = state.usedBytes - state.wastedBytes + bytes
    rebuild(state, slotsFor(state.size + 1), Math.max(MIN_BYTES, needed * 2))
    return
  }
  if (lacksBytes) grow(state, Math.max(rows.length * 2, state.usedBytes + bytes))
  if (lacksSlots) rehash(state, slots.length * 2)
}

function slotsFor(size: number): number {
  let slots = MIN_SLOTS
  while (size > (slots * MAX_LOAD) / 2) slots *= 2
  return slots
}

function grow(state: State, bytes: number): void {
  const rows = resized(state, bytes)
  state.table = { ...state.table, rows }
  state.buffer = bufferOf(rows)
}

function resized({ table, usedBytes }: State, bytes: number): Uint8Array<SharedArrayBuffer> {
  const rows = new Uint8Array(new SharedArrayBuffer(bytes))
  rows.set(table.rows.subarray(0, usedBytes))
  return rows
}

function rehash(state: State, count: number): void {
  const { slots, rows, seed } = state.table
  const next = new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT))
  const mask = count - 1
  let used = 0
  for (const place of slots) {
    if (place === EMPTY || place === DELETED) continue
    const offset = offsetOf(place)
    const start = offset + HEADER_BYTES
    const length = lengthAt(rows, offset)
    let slot = hashOf({ bytes: rows.subarray(start, start + length), length }, seed) & mask
    while (next[slot] !== EMPTY) slot = (slot + 1) & mask
    next[slot] = place
    used += 1
  }
  state.usedSlots = used
  state.table = { slots: next, rows, seed }
}

/** Copies the rows that can be found into a new table. */
function rebuild(state: State, slots: number, bytes: number): void {
  const { table: old } = state
  const table = emptyTable(slots, Math.max(bytes, MIN_BYTES), old.seed)
  let used = 0
  const places: number[] = []
  for (const place of old.slots) {
    if (place === EMPTY || place === DELETED) continue
    const offset = offsetOf(place)
    const length = rowBytes(old.rows, offset)
    table.rows.set(old.rows.subarray(offset, offset + length), used)
    places.push(placeOf(used))
    used += length
  }
  const listed = Int32Array.from(places)
  state.table = { ...table, slots: new Int32Array(new SharedArrayBuffer(listed.byteLength)) }
  state.table.slots.set(listed)
  state.buffer = bufferOf(table.rows)
  state.usedBytes = used
  state.wastedBytes = 0
  rehash(state, slots)
}

function* keysOf({ table, buffer }: State): Generator<string> {
  for (const place of table.slots) {
    if (place === EMPTY || place === DELETED) continue
    const offset = offsetOf(place)
    yield textAt(buffer, offset + HEADER_BYTES, lengthAt(table.rows, offset))
  }
}

function* entriesOf(state: State): Generator<readonly [string, string]> {
  const { table, buffer } = state
  for (const place of table.slots) {
    if (place === EMPTY || place === DELETED) continue
    const offset = offsetOf(place)
    const length = lengthAt(table.rows, offset)
    const start = offset + HEADER_BYTES
    yield [textAt(buffer, start, length), textAt(buffer, start + length, lengthAt(table.rows, offset + 4))]
  }
}
