/**
 * An even sample of the matching messages: short spans of time all over the range, which the order of the table finds
 * without reading the rest.
 */
import { anyOf } from '@logyard/languages/query-sql/condition'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInstant } from '@logyard/languages/sql/sql-parts'
import type { SearchEngine } from '../statements/search-engine.ts'
import { Cells } from './cells.ts'
import type { SelectedMessages } from './message-selections.ts'

export interface SampleSize {
  /** Roughly how many messages to read; with fewer matches all of them. */
  readonly messages: number
  readonly spans: number
  readonly signal: AbortSignal
}

export interface EvenSample {
  /** Matching messages. */
  readonly total: number
  /** Limit the matching messages to the sample; none if all messages are read. */
  readonly conditions: readonly Sql[]
}

export async function evenSample(
  engine: SearchEngine,
  selected: SelectedMessages,
  { messages, spans, signal }: SampleSize,
): Promise<EvenSample> {
  const [row = []] = await engine.rows(
    sql`SELECT count(), toUnixTimestamp64Milli(min(timestamp)), toUnixTimestamp64Milli(max(timestamp))
     FROM ${selected.from()}`,
    { signal },
  )
  const cells = new Cells(row)
  const total = cells.number()
  if (total <= messages) return { total, conditions: [] }
  return { total, conditions: [inSpans(cells.number(), cells.number(), { spans, share: messages / total })] }
}

/** Condition: evenly spaced spans between the first and the last match that are `share` of the time in total. */
function inSpans(fromMs: number, toMs: number, { spans, share }: { readonly spans: number; readonly share: number }) {
  const stepMs = (toMs - fromMs + 1) / spans
  return anyOf(
    Array.from({ length: spans }, (_, at) => {
      const startMs = Math.floor(fromMs + at * stepMs)
      return sql`(timestamp >= ${sqlInstant(startMs)} AND timestamp < ${sqlInstant(Math.ceil(startMs + stepMs * share))})`
    }),
  )
}
