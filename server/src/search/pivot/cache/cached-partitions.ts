/** Which pieces a table holds, which of them still count, and which are worth keeping. */
import type { KeptTable } from './cache-tables.ts'
import { type Pieces, pieceLengthMs, pieceRange } from './partitions.ts'

/** Messages by the number of their piece. */
export type Counts = ReadonlyMap<number, number>

export interface Kept {
  readonly table: KeptTable
  /** How many messages a piece held, whatever they were, when it was aggregated or before. */
  readonly pieces: Counts
  readonly indices: ReadonlySet<string>
}

/** What is to be read of the pieces that are asked for. */
export interface Reading {
  /** From the table. */
  readonly kept: readonly number[]
  /** How many messages these held. */
  readonly messages: number
  /** Not in the table, so that their messages are read. */
  readonly open: readonly number[]
}

export function readingOf(kept: Pick<Kept, 'pieces'>, { numbers }: Pieces): Reading {
  const isKept = (piece: number) => kept.pieces.has(piece)
  const inTable = numbers.filter(isKept)
  const messages = inTable.reduce((sum, piece) => sum + (kept.pieces.get(piece) ?? 0), 0)
  return { kept: inTable, messages, open: numbers.filter((piece) => !isKept(piece)) }
}

/**
 * The pieces that messages came to since they were counted last: more will come, and to aggregate them each time takes
 * longer than to read them.
 */
export function movingPieces(before: (piece: number) => number | undefined, counts: Counts): Counts {
  return new Map([...counts].filter(([piece, count]) => (before(piece) ?? count) !== count))
}

/** The pieces in parts of no more than so many messages, or of a single piece. */
export function inBatches(pieces: Counts, mostMessages: number): readonly number[][] {
  const batches: number[][] = []
  let room = 0
  // The newest first: they are wanted most.
  for (const [piece, count] of [...pieces].reverse()) {
    room -= count
    const batch = batches.at(-1)
    if (batch !== undefined && room >= 0) batch.push(piece)
    else {
      batches.push([piece])
      room = mostMessages - count
    }
  }
  return batches
}

/**
 * What of a table still counts and may be asked for: of the long pieces also what lies near, because others may ask for
 * a little more.
 */
export function stayingPieces(kept: Kept, counts: Counts, { lengthMs, whole }: Pieces): Counts {
  const spanMs = whole.toMs + 1 - whole.fromMs
  const isNear = (piece: number) => {
    const { fromMs, toMs } = pieceRange(piece)
    return pieceLengthMs(piece) === lengthMs && fromMs >= whole.fromMs - spanMs && toMs <= whole.toMs + spanMs
  }
  return new Map([...kept.pieces].filter(([piece, count]) => (counts.get(piece) ?? (isNear(piece) && count)) === count))
}
