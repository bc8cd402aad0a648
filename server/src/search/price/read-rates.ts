/**
 * How fast this installation reads: rolling figures for each kind of statement, from those that have ended. Two statements
 * are of one kind if they differ only in their values: words, patterns, instants, streams.
 */
import { createHash } from 'node:crypto'
import { createLruMap } from '@logyard/languages/caches/lru-map'
import type { ReadStatement } from '../statements/read-figures.ts'

/** The measured rates of statements of one kind. */
export interface ReadRate {
  readonly bytesPerRow: number
  /** The rows that the last ones read on average. */
  readonly rows: number
  msFor(rows: number): number
}

export type ReadRates = ReturnType<typeof createReadRates>

const MAX_KINDS = 1000
/** Longer statements differ in what follows, if at all. */
const MAX_CHARACTERS = 20_000
/** The weight of what is known already, with each new statement. */
const OLD_WEIGHT = 0.7
/** The time of statements that read fewer rows is that of any statement, however little it reads. */
const FEW_ROWS = 50_000
/** Before any statement has ended: a statement that reads nothing takes this long. */
const FIRST_FIXED_MS = 10

interface Sums {
  weight: number
  rows: number
  bytes: number
  ms: number
}

export function createReadRates() {
  const kinds = createLruMap<string, Sums>(MAX_KINDS)
  /** The time of searches, and that of their statements if they had run one after the other. */
  const searches = { ms: 0, statementsMs: 0 }
  const few: Sums = { weight: 0, rows: 0, bytes: 0, ms: 0 }
  const many: Sums = { weight: 0, rows: 0, bytes: 0, ms: 0 }
  const fixedMs = () => (few.weight === 0 ? FIRST_FIXED_MS : few.ms / few.weight)

  function rateOf({ weight, rows, bytes, ms }: Sums): ReadRate | undefined {
    if (rows === 0) return undefined
    const msPerRow = Math.max(0, ms - weight * fixedMs()) / rows
    const isSmall = rows < weight * FEW_ROWS
    const usualMsPerRow = many.rows === 0 ? msPerRow : many.ms / many.rows
    return {
      bytesPerRow: bytes / rows,
      rows: rows / weight,
      msFor: (count) => fixedMs() + count * (isSmall ? Math.min(msPerRow, usualMsPerRow) : msPerRow),
    }
  }

  return {
    add({ text, ...figures }: ReadStatement): void {
      const kind = kindOf(text)
      const sums = kinds.get(kind) ?? { weight: 0, rows: 0, bytes: 0, ms: 0 }
      count(sums, figures)
      kinds.set(kind, sums)
      count(figures.rows < FEW_ROWS ? few : many, figures)
    },
    /** Undefined if none of this kind has read rows. */
    of(statement: { readonly text: string }): ReadRate | undefined {
      const sums = kinds.get(kindOf(statement.text))
      return sums && rateOf(sums)
    },
    /** The time of a statement that reads so many rows, of which nothing else is known. */
    usualMs: (rows: number): number => fixedMs() + (many.rows === 0 ? 0 : (rows * many.ms) / many.rows),
    fixedMs,
    addSearch(took: { readonly ms: number; readonly statementsMs: number }): void {
      searches.ms = searches.ms * OLD_WEIGHT + took.ms
      searches.statementsMs = searches.statementsMs * OLD_WEIGHT + took.statementsMs
    },
    /** The time of a search, as a multiple of that of its statements. */
    together: (): number => (searches.statementsMs === 0 ? 1 : searches.ms / searches.statementsMs),
  }
}

function count(sums: Sums, { rows, bytes, ms }: Omit<ReadStatement, 'text'>): void {
  sums.weight = sums.weight * OLD_WEIGHT + 1
  sums.rows = sums.rows * OLD_WEIGHT + rows
  sums.bytes = sums.bytes * OLD_WEIGHT + bytes
  sums.ms = sums.ms * OLD_WEIGHT + ms
}

const VALUE = /'(?:[^'\\]|\\.|'')*'|-?\b\d[\d.]*\b/g
const VALUES = /\?(?:, \?)+/g
const OUTPUT = / FORMAT \w+$/

function kindOf(text: string): string {
  const start = text.slice(0, MAX_CHARACTERS).replace(OUTPUT, '')
  return createHash('sha256').update(start.replaceAll(VALUE, '?').replaceAll(VALUES, '?')).digest('base64')
}
