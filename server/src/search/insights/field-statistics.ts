/** Statistics of a field's values, from all matching messages or, if there are too many, from an even sample. */
import type { FieldStatistics, FieldValueCount } from '@logyard/contract/search/field-insights'
import { type FieldSql, fieldSql } from '@logyard/languages/query-sql/message-field'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { SearchEngine } from '../statements/search-engine.ts'
import { Cells } from './cells.ts'
import { evenSample } from './even-sample.ts'
import type { SelectedMessages } from './message-selections.ts'

export interface FieldStatisticsRequest {
  readonly field: string
  readonly top: number
}

export type GetFieldStatistics = (
  selected: SelectedMessages,
  request: FieldStatisticsRequest,
  signal: AbortSignal,
) => Promise<FieldStatistics>

/** The engine reads a column of this many values within a second. */
const MAX_LOOKED_AT = 5_000_000
const SAMPLE_SPANS = 64
const BARS = 20
/** Above this many different values, the most frequent ones are approximated in bounded memory. */
const MAX_EXACT_VALUES = 200_000

/** The messages that are read for the statistics: all matching ones, or a sample. */
interface ReadMessages {
  readonly engine: SearchEngine
  readonly signal: AbortSignal
  readonly value: FieldSql
  from(...conditions: readonly Sql[]): ScopedSql
}

export function createFieldStatistics({ engine }: { readonly engine: SearchEngine }): GetFieldStatistics {
  return async (selected, { field, top }, signal) => {
    const { total, conditions: sampled } = await evenSample(engine, selected, {
      messages: MAX_LOOKED_AT,
      spans: SAMPLE_SPANS,
      signal,
    })
    const read: ReadMessages = {
      engine,
      signal,
      value: fieldSql(field, selected.schema),
      from: (...conditions) => selected.from(undefined, ...sampled, ...conditions),
    }
    const { looked_at, with_field, distinct, numbers } = await readFigures(read)
    const [values, bars] = await Promise.all([
      with_field === 0 ? [] : readTopValues(read, { top, distinct }),
      numbers === null ? [] : readDistribution(read, numbers),
    ])
    return {
      field,
      total,
      looked_at,
      with_field,
      distinct,
      top: [...values],
      numbers: numbers === null ? null : { ...numbers.figures, distribution: [...bars] },
    }
  }
}

const readOne = async (engine: SearchEngine, statement: ScopedSql, signal: AbortSignal): Promise<Cells> =>
  new Cells((await engine.rows(statement, { signal }))[0] ?? [])

interface Numbers {
  readonly count: number
  readonly figures: Omit<NonNullable<FieldStatistics['numbers']>, 'distribution'>
}

async function readFigures({ engine, signal, value, from }: ReadMessages) {
  const cells = await readOne(
    engine,
    sql`SELECT count(), countIf(${value.exists}), uniq(${value.text}), countIf(isNotNull(${value.number})),
       min(${value.number}), max(${value.number}), avg(${value.number}), stddevPop(${value.number}),
       quantileTDigest(0.5)(${value.number}), quantileTDigest(0.95)(${value.number}),
       quantileTDigest(0.99)(${value.number})
     FROM ${from()}`,
    signal,
  )
  const [looked_at, with_field, distinct, count] = [cells.number(), cells.number(), cells.number(), cells.number()]
  const [min, max, average, deviation, median, p95, p99] = Array.from({ length: 7 }, () => cells.figure())
  const numbers: Numbers | null =
    count === 0 || min == null || max == null
      ? null
      : {
          count,
          figures: {
            min,
            max,
            average: average ?? 0,
            deviation: deviation ?? 0,
            median: median ?? 0,
            p95: p95 ?? 0,
            p99: p99 ?? 0,
          },
        }
  return { looked_at, with_field, distinct, numbers }
}

async function readTopValues(
  { engine, signal, value, from }: ReadMessages,
  wanted: { readonly top: number; readonly distinct: number },
): Promise<readonly FieldValueCount[]> {
  const { exists, text, texts, hasLists } = value
  const each = hasLists ? sql`arrayJoin(${texts})` : sql`assumeNotNull(${text})`
  const source = from(exists)
  const limit = sqlInteger(wanted.top)
  const rows = await engine.rows(
    wanted.distinct > MAX_EXACT_VALUES
      ? sql`SELECT item.1, item.2 FROM (SELECT arrayJoin(approx_top_k(${limit}, 10000)(${each})) AS item FROM ${source})`
      : sql`SELECT ${each} AS value, count() AS hits FROM ${source} GROUP BY value ORDER BY hits DESC, value LIMIT ${limit}`,
    { signal },
  )
  return rows.map((row) => {
    const cells = new Cells(row)
    return { value: cells.text(), count: cells.number() }
  })
}

async function readDistribution(
  { engine, signal, value: { number }, from }: ReadMessages,
  { count, figures: { min, max } }: Numbers,
) {
  const width = (max - min) / BARS
  if (width === 0) return [{ from: min, to: max, count }]
  const rows = await engine.rows(
    sql`SELECT least(${BARS - 1}, toInt32(floor((assumeNotNull(${number}) - ${sqlDouble(min)}) / ${sqlDouble(width)}))) AS bar,
       count() FROM ${from(sql`isNotNull(${number})`)} GROUP BY bar`,
    { signal },
  )
  const counts = new Map(
    rows.map((row) => {
      const cells = new Cells(row)
      return [cells.number(), cells.number()] as const
    }),
  )
  return Array.from({ length: BARS }, (_, bar) => ({
    from: min + bar * width,
    to: bar === BARS - 1 ? max : min + (bar + 1) * width,
    count: counts.get(bar) ?? 0,
  }))
}

/** A number that the engine always reads as a double. */
const sqlDouble = (value: number): Sql => sql`toFloat64(${String(value)})`
