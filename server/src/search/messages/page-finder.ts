/**
 * Finds the timestamps of a page before its messages are read. Timestamps are read in the order of the table, up to the
 * end of the page, with only the columns that the condition needs. Sorting by a second key, or reading all columns of
 * messages that do not match, would read every message of the range.
 */

import type { MessageList } from '@logyard/contract/search/search-types'
import { type ScopedSql, sql } from '@logyard/languages/sql/sql'
import { sqlDirection, sqlInstant, sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import { engineRowsUnusable } from '../../store/engine/engine-failure.ts'
import { timestampSource } from '../scope/message-scope.ts'
import type { SearchTypeContext } from '../search-type.ts'
import type { SqlRow } from '../statements/search-engine.ts'

export interface MessagePage {
  readonly limit: number
  readonly offset: number
}

/** How to select the messages of the page. */
interface PagePlace extends MessagePage {
  readonly from: ScopedSql
}

/** Without buffering, the engine does not read ahead in every part of the table. */
export const WITHOUT_READ_AHEAD = sql`SETTINGS read_in_order_use_buffering = 0`
/** Above this many, query one range instead of a list; some extra rows are read. */
const MAX_NAMED_INSTANTS = 500

export async function findPage(
  sort: MessageList['sort'],
  page: MessagePage,
  context: SearchTypeContext,
): Promise<PagePlace> {
  const { engine, range, signal, from } = context
  const { limit, offset } = page
  const first = sort?.[0] ?? { field: 'timestamp', order: 'DESC' }
  if (first.field !== 'timestamp' || limit === 0) return { ...page, from: from() }
  const times = timestampSource(context)
  const rows = await engine.rows(
    sql`SELECT toUnixTimestamp64Milli(timestamp) FROM ${times()} ORDER BY timestamp ${sqlDirection(first.order)} LIMIT ${sqlInteger(offset + limit)} ${WITHOUT_READ_AHEAD}`,
    { signal },
  )
  const instants = rows.map(instantOf)
  const onPage = instants.slice(offset)
  const [firstMs] = onPage
  const lastMs = onPage.at(-1)
  if (firstMs === undefined || lastMs === undefined) return { limit: 0, offset, from: from() }
  const part = { ...range, fromMs: Math.min(firstMs, lastMs), toMs: Math.max(firstMs, lastMs) }
  const named = [...new Set(onPage)]
  const isAmong = named.length > MAX_NAMED_INSTANTS ? [] : [sql`timestamp IN (${sqlList(named.map(sqlInstant))})`]
  // Messages with the same timestamp may start on the previous page.
  return { limit, offset: offset - instants.indexOf(firstMs), from: from(part, ...isAmong) }
}

function instantOf([ms]: SqlRow): number {
  if (typeof ms !== 'number') throw engineRowsUnusable('the engine returned something other than an instant')
  return ms
}
