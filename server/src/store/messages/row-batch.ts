/** Encoded rows of messages, as blocks of columns, which encode-rows.ts writes. */
import { idOfParts } from './message-ids.ts'
import { type BlockReader, readBlock, selectRows } from './native/native-block.ts'
import { setOfIndex } from './set-of-index.ts'

/** Rows in their order: plain data, which threads post. */
export interface RowBatch {
  /** Each is a block with at least one row. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
  /** Rows in all chunks. */
  readonly count: number
}

export const NO_ROWS: RowBatch = { chunks: [], count: 0 }

/** Joins batches without copying their bytes. */
export const joinRows = (batches: readonly RowBatch[]): RowBatch => ({
  chunks: batches.flatMap(({ chunks }) => chunks),
  count: batches.reduce((sum, { count }) => sum + count, 0),
})

export const sizeOfRows = ({ chunks }: RowBatch): number => chunks.reduce((sum, { length }) => sum + length, 0)

/** One row of a block. */
interface Row {
  readonly block: BlockReader
  readonly at: number
}

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

/** The id of a row's message. */
export function rowId({ block, at }: Row): string {
  const numberIn = (column: string) => Number(block.columns.get(column)?.valueAt(at))
  return idOfParts({
    receivedAtMs: numberIn('received'),
    journalOffset: numberIn('journal_offset'),
    place: numberIn('place'),
  })
}

export const rowKey = (row: Row): string => keyOf(rowId(row), String(row.block.columns.get('index')?.valueAt(row.at)))

/** Identifies a row by its message's id and the set of its index: the index may have been rotated since. */
export const keyOf = (id: string, index: string): string => `${id} ${setOfIndex(index)}`

function rowsOf({ chunks }: RowBatch): readonly Row[] {
  return chunks.map(readBlock).flatMap((block) => Array.from({ length: block.rows }, (_, at) => ({ block, at })))
}

/** One block for all rows of a block. */
function batchOf(rows: readonly Row[]): RowBatch {
  const byBlock = Map.groupBy(rows, ({ block }) => block)
  const chunks = Array.from(byBlock, ([block, some]) =>
    selectRows(
      block,
      some.map(({ at }) => at),
    ),
  )
  return chunks.length === 0 ? NO_ROWS : { chunks, count: rows.length }
}
