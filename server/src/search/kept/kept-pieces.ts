/** Which pieces a table holds, which of them still count, and which are worth keeping. */
import type { KeptTable } from './kept-tables.ts'
import { type Pieces, pieceNumbers } from './pieces.ts'

export interface Kept {
  readonly table: KeptTable
  /** How many messages a piece held, whatever they were, when it was aggregated or before. */
  readonly pieces: Counts
  readonly indices: ReadonlySet<string>
}

/** Messages by the number of their piece. */
export type Counts = ReadonlyMap<number, number>

/** What is to be read of the pieces that are asked for. */
export interface Reading {
  /** From the table. */
  readonly kept: readonly number[]
  /** How many messages these held. */
  readonly messages: number
  /** Not in the table, so that their messages are read. */
  readonly open: readonly number[]
}

export function readingOf(kept: Pick<Kept, 'pieces'>, pieces: Pieces): Reading {
  const [inTable, open]: [number[], number[]] = [[], []]
  let messages = 0
  for (const piece of pieceNumbers(pieces)) {
    const count = kept.pieces.get(piece)
    messages += count ?? 0
    if (count === undefined) open.push(piece)
    else inTable.push(piece)
  }
  return { kept: inTable, messages, open }
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

/** What of a table still counts, and lies near enough to be asked for: others may ask for a little more. */
export function stayingPieces(kept: Kept, counts: Counts, { first, last }: Pieces): Counts {
  const length = last - first + 1
  const isNear = (piece: number) => piece >= first - length && piece <= last + length
  const isCurrent = (piece: number, count: number) => (counts.get(piece) ?? count) === count
  return new Map([...kept.pieces].filter(([piece, count]) => isNear(piece) && isCurrent(piece, count)))
}

/** Numbers that follow each other, as their first and last. */
export function spans(numbers: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const found: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = found.at(-1)
    if (last !== undefined && last[1] === number - 1) last[1] = number
    else found.push([number, number])
  }
  return found
}
