/**
 * Encoded rows of messages. Only this file and encode-rows.ts know their bytes: each row is
 * `["<id>","<index>",…]` and a newline, in the order of MESSAGE_COLUMNS and the format JSONCompactEachRow.
 */
import { setOfIndex } from './set-of-index.ts'

/** Rows in their order: plain data, which threads post. */
export interface RowBatch {
  /** Each has whole rows, at least one. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
  /** Rows in all chunks. */
  readonly count: number
}

export const NO_ROWS: RowBatch = { chunks: [], count: 0 }

export const MESSAGE_COLUMNS = [
  'id',
  'index',
  'timestamp',
  'source',
  'message',
  'words',
  'full_message',
  'full_words',
  'streams',
  'gl2_source_input',
  'gl2_source_node',
  'gl2_remote_ip',
  'gl2_remote_port',
  'gl2_message_id',
  'gl2_accounted_message_size',
  'template',
  'values',
  'fields',
] as const

const NEWLINE = 0x0a
const QUOTE = 0x22
const ID_AT = 2
const ID_LENGTH = 36
const INDEX_AT = ID_AT + ID_LENGTH + 3

/** The beginning of a row, up to its second column. */
export const rowStart = (id: string, index: string): string => `["${id}","${index}"`

/** Joins batches without copying their bytes. */
export const joinRows = (batches: readonly RowBatch[]): RowBatch => ({
  chunks: batches.flatMap(({ chunks }) => chunks),
  count: batches.reduce((sum, { count }) => sum + count, 0),
})

export const sizeOfRows = ({ chunks }: RowBatch): number => chunks.reduce((sum, { length }) => sum + length, 0)

/** The ids of the messages; a message has a row in each of its indices. */
export const idsOf = (batch: RowBatch): ReadonlySet<string> => new Set(rowsOf(batch).map(rowId))

/** The rows whose `rowId` or `rowKey` is not among the known ones. */
export const withoutRows = (batch: RowBatch, known: ReadonlySet<string>, nameOf: (row: Row) => string): RowBatch =>
  batchOf(rowsOf(batch).filter((row) => !known.has(nameOf(row))))

/** Splits a batch of at least two rows. */
export function halvesOf(batch: RowBatch): readonly RowBatch[] {
  const rows = rowsOf(batch)
  const middle = Math.ceil(rows.length / 2)
  return [batchOf(rows.slice(0, middle)), batchOf(rows.slice(middle))]
}

/** The bytes of one row. */
type Row = Buffer<ArrayBuffer>

/** The id of a row's message. */
export const rowId = (row: Row): string => row.toString('latin1', ID_AT, ID_AT + ID_LENGTH)

export const rowKey = (row: Row): string =>
  keyOf(rowId(row), row.toString('utf8', INDEX_AT, row.indexOf(QUOTE, INDEX_AT)))

/** Identifies a row by its message's id and the set of its index: the index may have been rotated since. */
export const keyOf = (id: string, index: string): string => `${id} ${setOfIndex(index)}`

const batchOf = (rows: readonly Row[]): RowBatch =>
  rows.length === 0 ? NO_ROWS : { chunks: [Buffer.concat(rows)], count: rows.length }

function rowsOf({ chunks }: RowBatch): readonly Row[] {
  const rows: Row[] = []
  for (const { buffer, byteOffset, length } of chunks) {
    const chunk = Buffer.from(buffer, byteOffset, length)
    let at = 0
    while (at < length) {
      const end = chunk.indexOf(NEWLINE, at)
      const next = end === -1 ? length : end + 1
      rows.push(chunk.subarray(at, next))
      at = next
    }
  }
  return rows
}
