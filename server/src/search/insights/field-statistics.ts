/**
 * How a field is filled in a result. All matching messages are looked at as long as there are not too many of them,
 * else an even sample: short pieces of time all over the range, which the order of the table finds without reading the
 * rest.
 */
import type { FieldStatistics, FieldValueCount } from '@logyard/contract/search/field-insights'
import { anyOf } from '@logyard/languages/query-sql/condition'
import { type FieldSql, fieldSql } from '@logyard/languages/query-sql/message-field'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInstant, sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { SearchEngine } from '../statements/search-engine.ts'
import { Cells } from './cells.ts'
import type { SelectedMessages } from './message-selections.ts'

export interface FieldStatisticsRequest {
  readonly field: string
  readonly top: number
}

export type AskFieldStatistics = (
  selected: SelectedMessages,
  request: FieldStatisticsRequest,
  signal: AbortSignal,
) => Promise<FieldStatistics>

/** A column of so many values is read within a second. */
const MAX_LOOKED_AT = 5_000_000
const SAMPLE_PIECES = 64
const BARS = 20
/** More values than that are counted in little memory, and by and large. */
const MAX_EXACT_VALUES = 200_000

export function createFieldStatistics({ engine }: { readonly engine: SearchEngine }): AskFieldStatistics {
  return async (selected, { field, top }, signal) => {
    const one = async (statement: ScopedSql) => new Cells((await engine.rows(statement, { signal }))[0] ?? [])
    const extent = await one(
      sql`SELECT count(), toUnixTimestamp64Milli(min(timestamp)), toUnixTimestamp64Milli(max(timestamp))
       FROM ${selected.from()}`,
    )
    const total = extent.number()
    const value = fieldSql(field, selected.schema)
    const looked = total > MAX_LOOKED_AT ? [sample(extent.number(), extent.number(), MAX_LOOKED_AT / total)] : []
    const from = (...also: readonly Sql[]) => selected.from(undefined, ...looked, ...also)
    const figures = await one(
      sql`SELECT count(), countIf(${value.exists}), uniq(${value.text}), countIf(isNotNull(${value.number})),
         min(${value.number}), max(${value.number}), avg(${value.number}), stddevPop(${value.number}),
         quantileTDigest(0.5)(${value.number}), quantileTDigest(0.95)(${value.number}),
         quantileTDigest(0.99)(${value.number})
       FROM ${from()}`,
    )
    const looked_at = figures.number()
    const with_field = figures.number()
    const distinct = figures.number()
    const numeric = figures.number()
    const [min, max, average, deviation, median, p95, p99] = Array.from({ length: 7 }, () => figures.figure())
    const [values, bars] = await Promise.all([
      with_field === 0 ? [] : topValues(value, { top, distinct }),
      numeric === 0 || min == null || max == null ? [] : distribution(value, min, max),
    ])
    return {
      field,
      total,
      looked_at,
      with_field,
      distinct,
      top: [...values],
      numbers:
        numeric === 0 || min == null || max == null
          ? null
          : {
              min,
              max,
              average: average ?? 0,
              deviation: deviation ?? 0,
              median: median ?? 0,
              p95: p95 ?? 0,
              p99: p99 ?? 0,
              distribution: [...bars],
            },
    }

    async function topValues(
      { exists, text, texts, hasLists }: FieldSql,
      wanted: { readonly top: number; readonly distinct: number },
    ): Promise<readonly FieldValueCount[]> {
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

    async function distribution({ number }: FieldSql, least: number, greatest: number) {
      const width = (greatest - least) / BARS
      if (width === 0) return [{ from: least, to: greatest, count: numeric }]
      const rows = await engine.rows(
        sql`SELECT least(${BARS - 1}, toInt32(floor((assumeNotNull(${number}) - ${sqlDouble(least)}) / ${sqlDouble(width)}))) AS bar,
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
        from: least + bar * width,
        to: bar === BARS - 1 ? greatest : least + (bar + 1) * width,
        count: counts.get(bar) ?? 0,
      }))
    }
  }
}

/** Pieces of the time from the first to the last match that are together about this part of it. */
function sample(fromMs: number, toMs: number, part: number): Sql {
  const stepMs = (toMs - fromMs + 1) / SAMPLE_PIECES
  const pieces = Array.from({ length: SAMPLE_PIECES }, (_, piece) => {
    const startMs = Math.floor(fromMs + piece * stepMs)
    return sql`(timestamp >= ${sqlInstant(startMs)} AND timestamp < ${sqlInstant(Math.ceil(startMs + stepMs * part))})`
  })
  return anyOf(pieces)
}

/** A number as the engine reads it for sure as a floating one. */
const sqlDouble = (value: number): Sql => sql`toFloat64(${String(value)})`
