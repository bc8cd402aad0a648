/**
 * Finds where a page of messages lies before anything of it is read. Instants are found in the order of the table, which
 * ends with the page, and of nothing but the columns that the condition needs; sorting by a second key, or reading all
 * columns of what does not match, would look at every message of the range.
 */
import type { MessageList } from '@logyard/contract/search/search-types'
import { type ScopedSql, sql } from '@logyard/languages/sql/sql'
import { sqlDirection, sqlInstant, sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import { isTooSlow } from '../search-errors.ts'
import type { SearchTypeContext } from '../search-type.ts'

export interface MessagePage {
  readonly limit: number
  readonly offset: number
}

/** What to select of the messages that satisfy the condition. */
export interface PagePlace extends MessagePage {
  readonly from: ScopedSql
  /** How many messages the whole scope holds, where that came out. */
  readonly total?: number
}

export interface PageFinder {
  find(): Promise<PagePlace>
  /** `undefined` when it takes long: then others should have something to show meanwhile. */
  findQuickly(): Promise<PagePlace | undefined>
}

const QUICK_SECONDS = 1
/** Each part of the table is read no further than the page needs, where the engine would read ahead in all of them. */
const LITTLE_BEYOND = sql`SETTINGS read_in_order_use_buffering = 0`
/** More are a range: what lies between them is read in vain, but asks no list of all of them. */
const MAX_NAMED_INSTANTS = 500

export function createPageFinder(sort: MessageList['sort'], page: MessagePage, context: SearchTypeContext): PageFinder {
  const { engine, range, signal } = context
  const first = sort?.[0] ?? { field: 'timestamp', order: 'DESC' }
  const wanted = page.offset + page.limit
  const isByTime = first.field === 'timestamp' && page.limit > 0
  const whole: PagePlace = { ...page, from: context.from() }

  async function findInstants(seconds?: number): Promise<PagePlace> {
    const statement = sql`SELECT toUnixTimestamp64Milli(timestamp) FROM ${whole.from} ORDER BY timestamp ${sqlDirection(first.order)} LIMIT ${sqlInteger(wanted)} ${LITTLE_BEYOND}`
    const rows = await engine.rows(statement, { signal, ...(seconds === undefined ? {} : { seconds }) })
    return placeOf(rows.map(([ms]) => Number(ms)))
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
    // Messages of the same instant may begin on the page before.
    const offset = page.offset - instants.indexOf(firstMs)
    return { from: context.from(part, ...isAmong), limit: page.limit, offset, ...total }
  }

  return {
    find: async () => (isByTime ? await findInstants() : whole),
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
