/**
 * Columns of a block that is being written. A row without a value has the default: an empty text, zero or NULL. Values
 * come in the order of the rows.
 */
import { createNativeBytes, type NativeBytes } from './native-bytes.ts'

export interface NativeColumn {
  /** Type of the values as the engine names it. */
  readonly type: string
  /** Writes the values of the first `rows` rows, and forgets all. */
  finish(out: NativeBytes, rows: number): void
}

export interface Puts<V> {
  put(row: number, value: V): void
}

export interface TextColumn extends NativeColumn, Puts<string> {
  /** Puts a text that is encoded already. */
  putEncoded(row: number, bytes: Buffer, from: number, to: number): void
}

const FIRST_ROWS = 1024
/** What 32 bits can tell apart. */
const WORD_VALUES = 2 ** 32

export function createTextColumn(type = 'String', prefix: readonly number[] = []): TextColumn {
  const data = createNativeBytes()
  let rows = 0
  const pad = (to: number) => {
    if (to <= rows) return
    data.zeros(to - rows)
    rows = to
  }
  return {
    type,
    put(row, value) {
      pad(row)
      data.text(value)
      rows = row + 1
    },
    putEncoded(row, bytes, from, to) {
      pad(row)
      data.encodedText(bytes, from, to)
      rows = row + 1
    },
    finish(out, count) {
      pad(count)
      for (const value of prefix) out.uint64(value)
      out.add(data.view())
      data.clear()
      rows = 0
    },
  }
}

/** The version of a JSON column whose values are texts, which the engine parses. */
const JSON_AS_TEXT = 1

export const createJsonColumn = (): NativeColumn & Puts<string> => createTextColumn('JSON', [JSON_AS_TEXT])

const LOW_CARDINALITY = 'LowCardinality(String)'
/** The version of the format of dictionaries. */
const SHARED_DICTIONARIES = 1
/** Flags: the block has a dictionary of its own, which follows. The lowest bits say how wide the numbers are. */
const OWN_DICTIONARY = 0x600

/** The different texts of a block, numbered; 0 is the empty text. */
function createDictionary() {
  const keys = createNativeBytes()
  const numbers = new Map<string, number>()
  let last = ''
  let lastNumber = 0
  return {
    numberOf(text: string) {
      // Neighbours often have the same value.
      if (text === last) return lastNumber
      let number = text === '' ? 0 : numbers.get(text)
      if (number === undefined) {
        number = numbers.size + 1
        numbers.set(text, number)
        keys.text(text)
      }
      last = text
      lastNumber = number
      return number
    },
    write(out: NativeBytes, indexes: Uint32Array<ArrayBuffer>, count: number) {
      const size = numbers.size + 1
      const width = size <= 2 ** 8 ? 0 : size <= 2 ** 16 ? 1 : 2
      out.uint64(OWN_DICTIONARY | width)
      out.uint64(size)
      out.text('')
      out.add(keys.view())
      out.uint64(count)
      const used = indexes.subarray(0, count)
      out.add(width === 0 ? Uint8Array.from(used) : bytesOf(width === 1 ? Uint16Array.from(used) : used))
      keys.clear()
      if (numbers.size > 0) numbers.clear()
      last = ''
      lastNumber = 0
    },
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBuffer>): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

export interface RepetitiveColumn extends NativeColumn, Puts<string> {
  /** As `put`: within a block, the same text always comes with the same small number, unless the number is 0. */
  putCached(row: number, value: string, number: number): void
}

export function createRepetitiveColumn(): RepetitiveColumn {
  const dictionary = createDictionary()
  /** Numbers in the dictionary, by the numbers that `putCached` was given. */
  let cached = new Uint32Array(FIRST_ROWS)
  let highestCached = 0
  let indexes = new Uint32Array(FIRST_ROWS)
  let rows = 0
  const pad = (to: number) => {
    if (to > rows) indexes.fill(0, rows, to)
  }
  function putNumber(row: number, number: number): void {
    if (row >= indexes.length) indexes = grown(indexes, row)
    pad(row)
    indexes[row] = number
    rows = row + 1
  }

  function cachedNumberOf(text: string, number: number): number {
    if (number >= cached.length) cached = grown(cached, number)
    if (number > highestCached) highestCached = number
    const known = cached[number] ?? 0
    if (known !== 0) return known
    const found = dictionary.numberOf(text)
    cached[number] = found
    return found
  }

  return {
    type: LOW_CARDINALITY,
    put: (row, value) => putNumber(row, dictionary.numberOf(value)),
    putCached: (row, value, number) =>
      putNumber(row, number === 0 ? dictionary.numberOf(value) : cachedNumberOf(value, number)),
    finish(out, count) {
      if (count > indexes.length) indexes = grown(indexes, count)
      pad(count)
      out.uint64(SHARED_DICTIONARIES)
      dictionary.write(out, indexes, count)
      cached.fill(0, 0, highestCached + 1)
      highestCached = 0
      rows = 0
    },
  }
}

function grown(before: Uint32Array<ArrayBuffer>, needed: number): Uint32Array<ArrayBuffer> {
  const after = new Uint32Array(Math.max(before.length * 2, needed + 1))
  after.set(before)
  return after
}

const NUMBER_WIDTHS = { UInt16: 2, Date: 2, UInt32: 4, UInt64: 8, "DateTime64(3, 'UTC')": 8 } as const

/** Values of one width, at their rows. */
function createFixedValues(width: number) {
  let capacity = FIRST_ROWS
  let data = new DataView(new ArrayBuffer(width * capacity))
  let rows = 0
  const pad = (to: number) => {
    if (to >= capacity) {
      capacity = Math.max(capacity * 2, to + 1)
      data = new DataView(data.buffer.transfer(capacity * width))
    }
    if (to > rows) new Uint8Array(data.buffer, rows * width, (to - rows) * width).fill(0)
  }
  return {
    /** The bytes of all rows up to this one, whose value follows. */
    at(row: number) {
      pad(row)
      rows = row + 1
      return data
    },
    finish(out: NativeBytes, count: number) {
      pad(count)
      out.add(new Uint8Array(data.buffer, 0, count * width))
      rows = 0
    },
  }
}

/** A whole number: up to 2^53 exactly, beyond that as its double. */
function setInteger(data: DataView, at: number, value: number): void {
  data.setInt32(at, value, true)
  data.setInt32(at + 4, Math.floor(value / WORD_VALUES), true)
}

export function createNumberColumn(type: keyof typeof NUMBER_WIDTHS): NativeColumn & Puts<number> {
  const width = NUMBER_WIDTHS[type]
  const values = createFixedValues(width)
  return {
    type,
    put(row, value) {
      const data = values.at(row)
      if (width === 2) data.setUint16(row * 2, value, true)
      else if (width === 4) data.setUint32(row * 4, value, true)
      else setInteger(data, row * 8, value)
    },
    finish: values.finish,
  }
}

export function createHashColumn() {
  const values = createFixedValues(8)
  return {
    type: 'UInt64',
    put(row: number, { high, low }: { readonly high: number; readonly low: number }) {
      const data = values.at(row)
      data.setUint32(row * 8, low, true)
      data.setUint32(row * 8 + 4, high, true)
    },
    finish: values.finish,
  }
}

/** Column of numbers that many rows lack. */
export function createOptionalColumn(type: 'Int64' | 'Float64'): NativeColumn & Puts<number | bigint> {
  const values = createFixedValues(8)
  let isNull = new Uint8Array(FIRST_ROWS)
  let rows = 0
  const pad = (to: number) => {
    if (to >= isNull.length) {
      const before = isNull
      isNull = new Uint8Array(Math.max(before.length * 2, to + 1))
      isNull.set(before)
    }
    if (to > rows) isNull.fill(1, rows, to)
  }
  return {
    type: `Nullable(${type})`,
    put(row, value) {
      pad(row)
      isNull[row] = 0
      rows = row + 1
      const data = values.at(row)
      if (typeof value === 'bigint') data.setBigInt64(row * 8, value, true)
      else if (type === 'Int64') setInteger(data, row * 8, value)
      else data.setFloat64(row * 8, value, true)
    },
    finish(out, count) {
      pad(count)
      out.add(isNull.subarray(0, count))
      values.finish(out, count)
      rows = 0
    },
  }
}
