/**
 * What a list of messages will read: the page, which ends once it has found enough, and the count of all. The figures
 * below are what pages were measured to read (docs/performance.md).
 */
import type { MessageList } from '@logyard/contract/search/search-types'
import type { PivotCache } from '../pivot/cache/pivot-cache.ts'
import { messageSource, totalSql } from '../pivot/pivot-sql.ts'
import { type CountPrice, type Pricer, pricedCount, type StatementPrice } from '../price/pricer.ts'
import { isAnyText, splitTimestamps } from '../scope/message-scope.ts'
import type { SearchTypeContext } from '../search-type.ts'
import { minutesSql } from './count-messages.ts'
import type { MessagePage } from './page-finder.ts'
import { isSlowPage, timeOrderOf, timePageSql } from './time-page.ts'

/** A block of the table: where a message of the page is, all columns are opened for so many rows. */
const BLOCK_ROWS = 8192
/** The newest page is in a few blocks of the newest parts of the table, which are read and then opened. */
const FIRST_ROWS = 20_000
const FIRST_BYTES_PER_ROW = 120
/** The engine reads on in other parts of the table before it knows that it has enough. */
const READ_AHEAD = 2
/** The bytes of all columns of a message, until pages have been read. */
const OPENED_BYTES_PER_ROW = 250

interface PriceDeps {
  readonly pivotCache?: PivotCache
  readonly pricer: Pricer
}

export async function priceMessageList(
  page: MessagePage,
  sort: MessageList['sort'],
  context: SearchTypeContext,
  { pivotCache, pricer }: PriceDeps,
): Promise<readonly StatementPrice[]> {
  const { range, scope, schema, nowMs, from } = context
  const order = timeOrderOf(sort, page)
  const nearest = timePageSql(order ?? 'DESC', page, context)
  const minutes = isAnyText(scope) ? minutesSql(context) : undefined
  if (minutes !== undefined && order !== undefined) {
    const counts = await pricer.whole({ range, statement: () => minutes })
    const rows = pricer.usualRows(nearest.statement) ?? FIRST_ROWS
    return [counts, pricer.part(nearest.statement, { rows, bytes: rows * FIRST_BYTES_PER_ROW })]
  }
  const split = splitTimestamps(scope, schema, nowMs)
  const found = await pricer.count(pricedCount(range, split ?? from))
  const source = messageSource(context, [], [])
  const cached = pivotCache?.cached(source, context)
  const count = cached === undefined ? found : await pricer.whole({ range, statement: () => totalSql(cached) })
  if (order === undefined) return [count, pageOf(found, nearest.count, found.rows)]
  if (found.matches >= nearest.count) {
    const needed = BLOCK_ROWS + (READ_AHEAD * nearest.count * found.rows) / found.matches
    return [count, pageOf(found, nearest.count, Math.min(found.rows, needed))]
  }
  // The page reads everything, and so knows how many there are.
  const all = split === undefined ? found : await pricer.count(pricedCount(range, from))
  return isSlowPage(all.ms, split !== undefined) ? [{ ...found }, count] : [pageOf(all, nearest.count, all.rows)]
}

/** A page that reads so many of the rows of a count, and then all columns of the blocks with messages of the page. */
function pageOf({ rows: all, bytes, ms, matches }: CountPrice, wanted: number, rows: number): StatementPrice {
  if (all === 0 || matches === 0) return { rows, bytes, ms }
  const perRow = matches / all
  const withPage = Math.min(rows, 2 * BLOCK_ROWS + wanted / perRow)
  const opened = withPage * (1 - Math.exp(-perRow * BLOCK_ROWS))
  const share = rows / all
  return { rows: rows + opened, bytes: bytes * share + opened * OPENED_BYTES_PER_ROW, ms: ms * share }
}
