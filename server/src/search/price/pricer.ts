/**
 * What statements will read, before they do: the engine's indices tell the rows. The bytes and the time follow from
 * statements of the same kind that have ended, or else from a sample: the same statement about a short time.
 */
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import type { InstantRange, MessageSource } from '../scope/message-scope.ts'
import type { Estimate, PriceEngine, Sample } from './price-engine.ts'
import type { ReadRate, ReadRates } from './read-rates.ts'

export interface StatementPrice {
  readonly rows: number
  /** Bytes of the columns, not compressed. */
  readonly bytes: number
  readonly ms: number
}

export interface CountPrice extends StatementPrice {
  /** What the count will be. */
  readonly matches: number
}

/** A statement that is about messages of a range. */
export interface Priced {
  readonly range: InstantRange
  /** The statement, also about a part of the range. A further condition instead would change how the engine reads it. */
  readonly statement: (part?: InstantRange) => ScopedSql
}

/** Asked for the same statement again, it returns the same price: search types that share a statement read it once. */
export interface Pricer {
  /** The price of a statement that reads everything that the engine's indices leave. */
  whole(priced: Priced): Promise<StatementPrice>
  /** The same of a `SELECT count()`. */
  count(priced: Priced): Promise<CountPrice>
  /** The price of a statement that ends as soon as it has found enough, after reading about so much. */
  part(statement: ScopedSql, usual: Pick<StatementPrice, 'rows' | 'bytes'>): StatementPrice
  /** The rows that statements of this kind have read lately. */
  usualRows(statement: ScopedSql): number | undefined
}

/** Statements of one kind tell the bytes of a row if they have read this many. */
const TELLING_ROWS = 20_000
/** Until anything is known: the size of some columns. */
const FIRST_BYTES_PER_ROW = 30
/** What a statement that takes long reads: patterns are compared with long texts. */
const SLOW_BYTES_PER_ROW = 100
const SAMPLE_ROWS = 60_000
/** Up to this many, all are the sample. */
const MAX_WHOLE_ROWS = 120_000
/** A time with so many times more or less is a sample, too. */
const TOLERANCE = 4
const TRIES = 4
/** A range without a beginning starts with a sample of this length. */
const MAX_FIRST_MS = 86_400_000
const GROWTH = 16
/** At an end of a range, half of a block of each part is outside of it on average. */
const OUTSIDE_ROWS = 4096

export function createPricer(engine: PriceEngine, rates: ReadRates, signal: AbortSignal): Pricer {
  const estimated = oncePerText(
    (statement) => statement,
    (statement: ScopedSql) => engine.estimate(statement, signal),
  )
  const textOf = ({ statement }: Priced) => statement()

  /** The newest messages of the range that the indices leave, if their time is soon found. */
  async function sampled({ range, statement }: Priced, all: Estimate): Promise<PartOfRange | undefined> {
    if (all.rows <= MAX_WHOLE_ROWS) return within(await engine.sample(statement(), signal), all)
    let lengthMs = Math.min(MAX_FIRST_MS, ((range.toMs - range.fromMs) * SAMPLE_ROWS) / all.rows)
    for (let tries = 0; tries < TRIES; tries++) {
      const fromMs = Math.max(range.fromMs, Math.floor(range.toMs - lengthMs))
      const newest = statement({ ...range, fromMs })
      const found = await estimated(newest)
      const { rows } = found
      if (rows <= SAMPLE_ROWS * TOLERANCE && rows * TOLERANCE >= SAMPLE_ROWS) {
        return within(await engine.sample(newest, signal), found)
      }
      lengthMs *= Math.min(GROWTH, rows === 0 ? GROWTH : SAMPLE_ROWS / rows)
    }
    return undefined
  }
  /** A sample that failed says at least how long it takes. */
  const within = (sample: Sample | undefined, { rows, parts }: Estimate): PartOfRange => ({
    ...(sample ?? { rows, bytes: rows * SLOW_BYTES_PER_ROW, ms: engine.sampleMs, row: undefined }),
    rowsInRange: inRange(sample?.rows ?? rows, parts),
  })
  const sampleOf = oncePerText(textOf, async (priced: Priced) => {
    return await sampled(priced, await estimated(priced.statement()))
  })

  function msFor(rows: number, rate: ReadRate | undefined, sample: Sample | undefined): number {
    if (rate !== undefined) return rate.msFor(rows)
    if (sample === undefined || sample.rows === 0) return rates.usualMs(rows)
    return rates.fixedMs() + (rows * Math.max(0, sample.ms - rates.fixedMs())) / sample.rows
  }

  function priceOf(statement: ScopedSql, rows: number, sample: Sample | undefined): StatementPrice {
    const rate = rates.of(statement)
    return { rows, bytes: rows * bytesPerRow(rate, sample), ms: msFor(rows, rate, sample) }
  }

  return {
    whole: oncePerText(textOf, async (priced) => {
      const statement = priced.statement()
      const { rows } = await estimated(statement)
      const known = rates.of(statement)?.rows ?? 0
      const isTelling = rows === 0 || (known > 0 && known >= Math.min(TELLING_ROWS, rows))
      return priceOf(statement, rows, isTelling ? undefined : await sampleOf(priced))
    }),
    count: oncePerText(textOf, async (priced) => {
      const { rows, parts } = await estimated(priced.statement())
      const sample = rows === 0 ? undefined : await sampleOf(priced)
      const found = Number(sample?.row?.[0] ?? 0)
      const matches = sample === undefined || found === 0 ? 0 : (found * inRange(rows, parts)) / sample.rowsInRange
      return { ...priceOf(priced.statement(), rows, sample), matches }
    }),
    part: (statement, { rows, bytes }) => ({
      rows,
      bytes,
      ms: rates.of(statement)?.msFor(rows) ?? rates.usualMs(rows),
    }),
    usualRows: (statement) => rates.of(statement)?.rows,
  }
}

interface PartOfRange extends Sample {
  readonly rowsInRange: number
}

const inRange = (rows: number, parts: number): number => Math.max(rows / 2, rows - parts * OUTSIDE_ROWS)

function oncePerText<Key, T>(textOf: (key: Key) => Sql, ask: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (key) => {
    const { text } = textOf(key)
    const answer = known.get(text) ?? ask(key)
    known.set(text, answer)
    return answer
  }
}

function bytesPerRow(rate: ReadRate | undefined, sample: Sample | undefined): number {
  if (sample !== undefined && sample.rows > 0) return sample.bytes / sample.rows
  return rate?.bytesPerRow ?? FIRST_BYTES_PER_ROW
}

export const pricedCount = (range: InstantRange, from: MessageSource): Priced => ({
  range,
  statement: (part) => sql`SELECT count() FROM ${from(part)}`,
})
