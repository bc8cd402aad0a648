/** Which pieces a table holds, which of them still count, and how what is missing is read. */
import type { KeptTable } from './kept-tables.ts'
import type { Pieces } from './pieces.ts'

export interface Kept {
  readonly table: KeptTable
  /** How many messages a piece held, whatever they were, when it was aggregated or before. */
  readonly pieces: ReadonlyMap<number, number>
  readonly indices: ReadonlySet<string>
}

type Counts = ReadonlyMap<number, number>

/** How many messages were aggregated; `undefined` when a piece is missing. */
export function aggregatedMessages(kept: Kept, { first, last }: Pieces): number | undefined {
  let total = 0
  for (let piece = first; piece <= last; piece++) {
    const count = kept.pieces.get(piece)
    if (count === undefined) return undefined
    total += count
  }
  return total
}

/** The pieces that must be aggregated anew, in parts of no more than so many messages, or of a single piece. */
export function staleBatches(kept: Kept | undefined, counts: Counts, mostMessages: number): readonly number[][] {
  const batches: number[][] = []
  let room = 0
  // The newest first: they are wanted most.
  const stale = [...counts].filter(([piece, count]) => kept?.pieces.get(piece) !== count).reverse()
  for (const [piece, count] of stale) {
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
