/** Encoded rows of messages, as blocks of columns, which encode-rows.ts writes. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { idOfParts } from './message-ids.ts'
import { type BlockReader, readBlock, rowCount, selectRows } from './native/native-block.ts'
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

export interface OpenRows {
  /** The ids of the messages; a message has a row in each of its indices. */
  readonly ids: ReadonlySet<string>
  /** The rows whose messages are not known, by ids or by `keyOf`. */
  without(known: ReadonlySet<string>, by: 'id' | 'key'): Promise<RowBatch>
}

/** A chunk whose rows are told apart. */
interface OpenChunk {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly block: BlockReader
  /** The ids of its rows. */
  readonly ids: readonly string[]
}

/** Reads a batch once, a chunk at a turn: it may have a hundred thousand rows. */
export async function openRows({ chunks }: RowBatch): Promise<OpenRows> {
  const open: OpenChunk[] = []
  for (const bytes of chunks) {
    const block = readBlock(bytes)
    open.push({ bytes, block, ids: placesOf(block).map((at) => rowId({ block, at })) })
    await nextTurn()
  }
  return {
    ids: new Set(open.flatMap(({ ids }) => ids)),
    async without(known, by) {
      const left: RowBatch[] = []
      for (const chunk of open) {
        left.push(chunkWithout(chunk, known, by))
        await nextTurn()
      }
      return joinRows(left)
    },
  }
}

function chunkWithout({ bytes, block, ids }: OpenChunk, known: ReadonlySet<string>, by: 'id' | 'key'): RowBatch {
  const nameOf = (id: string, at: number) => (by === 'id' ? id : keyOf(id, indexOf({ block, at })))
  const places = placesOf(block).filter((at) => !known.has(nameOf(ids[at] ?? '', at)))
  if (places.length === 0) return NO_ROWS
  return places.length === block.rows ? { chunks: [bytes], count: block.rows } : batchOf(block, places)
}

/** Splits a batch of at least two rows: between its chunks, or within the only one. */
export function halvesOf({ chunks }: RowBatch): readonly RowBatch[] {
  if (chunks.length > 1) {
    const middle = Math.ceil(chunks.length / 2)
    return [chunks.slice(0, middle), chunks.slice(middle)].map(batchOfChunks)
  }
  return chunks.map(readBlock).flatMap((block) => {
    const places = placesOf(block)
    const middle = Math.ceil(places.length / 2)
    return [batchOf(block, places.slice(0, middle)), batchOf(block, places.slice(middle))]
  })
}

/** The ids of the messages of a small batch. */
export const idsOf = ({ chunks }: RowBatch): readonly string[] =>
  chunks.map(readBlock).flatMap((block) => placesOf(block).map((at) => rowId({ block, at })))

/** The id of a row's message. */
function rowId({ block, at }: Row): string {
  const numberIn = (column: string) => Number(block.columns.get(column)?.valueAt(at))
  return idOfParts({
    receivedAtMs: numberIn('received'),
    journalOffset: numberIn('journal_offset'),
    place: numberIn('place'),
  })
}

const indexOf = ({ block, at }: Row): string => String(block.columns.get('index')?.valueAt(at))

/** Identifies a row by its message's id and the set of its index: the index may have been rotated since. */
export const keyOf = (id: string, index: string): string => `${id} ${setOfIndex(index)}`

const placesOf = ({ rows }: BlockReader): readonly number[] => Array.from({ length: rows }, (_, at) => at)

const batchOf = (block: BlockReader, places: readonly number[]): RowBatch => ({
  chunks: [selectRows(block, places)],
  count: places.length,
})

const batchOfChunks = (chunks: RowBatch['chunks']): RowBatch => ({
  chunks,
  count: chunks.reduce((sum, bytes) => sum + rowCount(bytes), 0),
})
