/** Columns of a block that is read: single values, and their bytes for another block with some of the rows. */
import type { NativeBytes } from './native-bytes.ts'
import { createNativeReader, type EncodedTexts, type NativeReader } from './native-reader.ts'

export interface ColumnReader {
  readonly type: string
  valueAt(row: number): unknown
  /** Writes the values of these rows. */
  select(rows: readonly number[], out: NativeBytes): void
}

/** Readers of the types of one width. */
const FIXED: Readonly<
  Record<string, { readonly width: number; readonly read: (bytes: Buffer, at: number) => unknown }>
> = {
  Date: { width: 2, read: (bytes, at) => bytes.readUInt16LE(at) },
  UInt16: { width: 2, read: (bytes, at) => bytes.readUInt16LE(at) },
  UInt32: { width: 4, read: (bytes, at) => bytes.readUInt32LE(at) },
  UInt64: { width: 8, read: (bytes, at) => bytes.readBigUInt64LE(at) },
  Int64: { width: 8, read: (bytes, at) => bytes.readBigInt64LE(at) },
  Float64: { width: 8, read: (bytes, at) => bytes.readDoubleLE(at) },
  "DateTime64(3, 'UTC')": { width: 8, read: (bytes, at) => Number(bytes.readBigInt64LE(at)) },
}

export function readColumn(reader: NativeReader, type: string, rows: number): ColumnReader {
  if (type === 'String') return readTexts(reader, type, rows, new Uint8Array())
  if (type === 'JSON') return readTexts(reader, type, rows, reader.take(8))
  if (type === 'LowCardinality(String)') return readRepetitive(reader, type, rows)
  return type.startsWith('Nullable(') ? readOptional(reader, type, rows) : readFixed(reader, type, rows)
}

function readFixed(reader: NativeReader, type: string, rows: number): ColumnReader {
  const known = Object.hasOwn(FIXED, type) ? FIXED[type] : undefined
  if (known === undefined) throw new Error(`a block of rows has the unknown type ${type}`)
  const { width, read } = known
  const bytes = reader.take(width * rows)
  return {
    type,
    valueAt: (row) => read(bytes, row * width),
    select(selected, out) {
      for (const row of selected) out.add(bytes.subarray(row * width, (row + 1) * width))
    },
  }
}

function readOptional(reader: NativeReader, type: string, rows: number): ColumnReader {
  const isNull = reader.take(rows)
  const values = readFixed(reader, type.slice('Nullable('.length, -1), rows)
  return {
    type,
    valueAt: (row) => (isNull[row] === 1 ? null : values.valueAt(row)),
    select(selected, out) {
      out.add(Uint8Array.from(selected, (row) => isNull[row] ?? 1))
      values.select(selected, out)
    },
  }
}

function readTexts(reader: NativeReader, type: string, rows: number, prefix: Uint8Array): ColumnReader {
  const texts = reader.skipTexts(rows)
  return {
    type,
    valueAt: (row) => textAt(texts, row),
    select(selected, out) {
      out.add(prefix)
      for (const row of selected) out.add(encodedText(texts, row))
    },
  }
}

const encodedText = ({ bytes, ends }: EncodedTexts, at: number) => bytes.subarray(at === 0 ? 0 : ends[at - 1], ends[at])
const textAt = (texts: EncodedTexts, at: number) => createNativeReader(encodedText(texts, at)).text()

/** The lowest bits of a dictionary's flags: how wide its numbers are. */
const WIDTH_BITS = 0xff

/** A dictionary and the numbers of its texts. */
function readNumbers(reader: NativeReader) {
  const flags = reader.uint64()
  const width = 2 ** (flags & WIDTH_BITS)
  const size = reader.uint64()
  const keys = reader.skipTexts(size)
  const numbers = reader.take(reader.uint64() * width)
  return {
    textAt: (place: number) => textAt(keys, numbers.readUIntLE(place * width, width)),
    select(places: readonly number[], out: NativeBytes) {
      out.uint64(flags)
      out.uint64(size)
      out.add(keys.bytes)
      out.uint64(places.length)
      for (const place of places) out.add(numbers.subarray(place * width, (place + 1) * width))
    },
  }
}

function readRepetitive(reader: NativeReader, type: string, rows: number): ColumnReader {
  const version = reader.take(8)
  const numbers = rows === 0 ? undefined : readNumbers(reader)
  return {
    type,
    valueAt: (row) => numbers?.textAt(row),
    select(selected, out) {
      out.add(version)
      numbers?.select(selected, out)
    },
  }
}
