/**
 * Finds the timestamps of a page before its messages are read. Timestamps are read in the order of the table, up to the
 * end of the page, with only the columns that the condition needs. Sorting by a second key, or reading all columns of
 * messages that do not match, would read every message of the range.
 */

import type { MessageList } from '@logyard/contract/search/search-types'
import { type ScopedSql, sql } from '@logyard/languages/sql/sql'
import { sqlDirection, sqlInstant, sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import { engineRowsUnusable } from '../../store/engine/engine-failure.ts'
import { isTooSlow } from '../search-errors.ts'
import type { SearchTypeContext } from '../search-type.ts'
import type { SqlRow } from '../statements/search-engine.ts'

export interface MessagePage {
  readonly limit: number
  readonly offset: number
}

/** How to select the messages of the page. */
export interface PagePlace extends MessagePage {
  readonly from: ScopedSql
  /** The number of messages in the whole scope, if it is known. */
  readonly total?: number
}

const QUICK_SECONDS = 1
/** Without buffering, the engine does not read ahead in every part of the table. */
export const WITHOUT_READ_AHEAD = sql`SETTINGS read_in_order_use_buffering = 0`
/** Above this many, query one range instead of a list; some extra rows are read. */
const MAX_NAMED_INSTANTS = 500

export function createPageFinder(sort: MessageList['sort'], page: MessagePage, context: SearchTypeContext) {
  const { engine, range, signal } = context
  const first = sort?.[0] ?? { field: 'timestamp', order: 'DESC' }
  const wanted = page.offset + page.limit
  const isByTime = first.field === 'timestamp' && page.limit > 0
  const whole: PagePlace = { ...page, from: context.from() }

  async function findInstants(seconds?: number): Promise<PagePlace> {
    const statement = sql`SELECT toUnixTimestamp64Milli(timestamp) FROM ${whole.from} ORDER BY timestamp ${sqlDirection(first.order)} LIMIT ${sqlInteger(wanted)} ${WITHOUT_READ_AHEAD}`
    const rows = await engine.rows(statement, { signal, ...(seconds === undefined ? {} : { seconds }) })
    return placeOf(rows.map(instantOf))
  }

  function placeOf(instants: readonly number[]): PagePlace {
    const total = instants.length < wanted ? { total: instants.length } : {}
    const onPage = instants.slice(page.offset)
    const [firstMs] = onPage
    const lastMs = onPage.at(-1)
    if (firstMs === undefined || lastMs === undefined) return { ...whole, limit: 0, ...total }
    const part = { ...range, fromMs: Math.min(firstMs, lastMs), toMs: Math.max(firstMs, lastMs) }
    const named = [...new Set(onPage)]
    const isAmong = named.length > MAX_NAMED_INSTANTS ? [] : [sql`timestamp IN (${sqlList(named.map(sqlInstant))})`]
    // Messages with the same timestamp may start on the previous page.
    const offset = page.offset - instants.indexOf(firstMs)
    return { from: context.from(part, ...isAmong), limit: page.limit, offset, ...total }
  }

  return {
    find: async () => (isByTime ? await findInstants() : whole),
    /** Returns undefined if it takes long: then the count should report progress in the meantime. */
    async findQuickly() {
      if (!isByTime) return whole
      try {
        return await findInstants(QUICK_SECONDS)
      } catch (error) {
        if (isTooSlow(error)) return undefined
        throw error
      }
    },
  }
}

export function instantOf([ms]: SqlRow): number {
  if (typeof ms !== 'number') throw engineRowsUnusable('the engine returned something other than an instant')
  return ms
}
