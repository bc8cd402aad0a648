/** A block of the engine's Native format: a count of columns and of rows, then each column with its name and type. */
import { createNativeBytes } from './native-bytes.ts'
import type { NativeColumn } from './native-column.ts'
import { createNativeReader } from './native-reader.ts'
import { type ColumnReader, readColumn } from './read-column.ts'

export interface NamedColumn {
  readonly name: string
  readonly column: NativeColumn
}

/** The bytes of a block of these columns, which are empty afterwards. */
export function writeBlock(columns: readonly NamedColumn[], rows: number, expectedBytes: number): Buffer<ArrayBuffer> {
  const out = createNativeBytes(expectedBytes)
  out.varint(columns.length)
  out.varint(rows)
  for (const { name, column } of columns) {
    out.text(name)
    out.text(column.type)
    column.finish(out, rows)
  }
  return out.view()
}

export interface BlockReader {
  readonly rows: number
  readonly columns: ReadonlyMap<string, ColumnReader>
}

export const readBlock = (bytes: Uint8Array<ArrayBuffer>): BlockReader => readColumns(bytes)

/** A block with the columns up to this one. */
export const readBlockUpTo = (bytes: Uint8Array<ArrayBuffer>, last: string): BlockReader => readColumns(bytes, last)

function readColumns(bytes: Uint8Array<ArrayBuffer>, last?: string): BlockReader {
  const reader = createNativeReader(bytes)
  const count = reader.varint()
  const rows = reader.varint()
  const columns = new Map<string, ColumnReader>()
  for (let number = 0; number < count; number += 1) {
    const name = reader.text()
    columns.set(name, readColumn(reader, reader.text(), rows))
    if (name === last) break
  }
  return { rows, columns }
}

/** How many rows a block has, without reading them. */
export function rowCount(bytes: Uint8Array<ArrayBuffer>): number {
  const reader = createNativeReader(bytes)
  reader.varint()
  return reader.varint()
}

/** A block of these rows only, in this order. */
export function selectRows({ columns }: BlockReader, rows: readonly number[]): Buffer<ArrayBuffer> {
  const out = createNativeBytes()
  out.varint(columns.size)
  out.varint(rows.length)
  for (const [name, column] of columns) {
    out.text(name)
    out.text(column.type)
    column.select(rows, out)
  }
  return out.view()
}
