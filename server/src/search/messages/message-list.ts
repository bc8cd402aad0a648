/** The search type `messages`: a page of the matching messages and their total number. */
import type { MessageHit, MessageListResult } from '@logyard/contract/search/search-results'
import type { MessageList } from '@logyard/contract/search/search-types'
import { sql } from '@logyard/languages/sql/sql'
import { sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { Clock } from '../../platform/clock.ts'
import type { Decoration } from '../decorators/decorate-messages.ts'
import type { PivotCache } from '../pivot/cache/pivot-cache.ts'
import { effectiveRange } from '../scope/effective-range.ts'
import { type InstantRange, isAnyText } from '../scope/message-scope.ts'
import { RESULT_WINDOW, resultWindowExceeded, searchTypeRefused } from '../search-errors.ts'
import type { SearchTypeContext, SearchTypeRunner } from '../search-type.ts'
import { DEFAULT_LIST_LIMIT } from '../search-types.ts'
import { type CountSoFar, countMessages } from './count-messages.ts'
import type { Highlight } from './highlight.ts'
import { priceMessageList } from './list-price.ts'
import { messageReader, type StoredMessage } from './message-rows.ts'
import { messageOrder } from './message-sort.ts'
import { findPage, type MessagePage } from './page-finder.ts'
import { createTimePages, timeOrderOf } from './time-page.ts'

/** Applies the decorators of the search type to the messages of a page. */
export type Decorate = Decoration['hits']

/** Throws if the page is invalid or beyond the result window. */
export function requirePage({ limit, offset }: MessagePage): void {
  if (limit < 0) throw searchTypeRefused(`The limit must not be negative: ${limit}`)
  if (offset < 0) throw searchTypeRefused(`The offset must not be negative: ${offset}`)
  if (offset + limit > RESULT_WINDOW) throw resultWindowExceeded()
}

/** Highlights without a caller take the turns of the server. */
const SERVER = 'server'

interface MessageListDeps {
  readonly clock: Clock
  /** Without it nothing is highlighted. */
  readonly highlight?: Highlight
  readonly decorate?: Decorate
  /** Without it every request counts the messages. */
  readonly pivotCache?: PivotCache
}

export function createMessageListRunner(deps: MessageListDeps): SearchTypeRunner<MessageList, MessageListResult> {
  const readTimePage = createTimePages()
  return {
    price: (searchType, context, pricer) =>
      priceMessageList(pageOf(searchType), searchType.sort, context, { ...deps, pricer }),
    async run(searchType, context) {
      const page = pageOf(searchType)
      const progress = createProgress(searchType, context)
      const order = timeOrderOf(searchType.sort, page)
      const quick = order === undefined ? undefined : readTimePage(order, page, context)
      const read = async () => {
        const stored = (await quick)?.messages ?? (await readPage(searchType, page, context))
        progress.setMessages(await toHits(deps, stored, searchType, context))
      }
      const count = async () => {
        // A count of any text takes less time than the page.
        const known = isAnyText(context.scope) ? undefined : (await quick)?.total
        return known ?? (await countMessages(context, deps, progress.setCounted))
      }
      const [, total] = await Promise.all([read(), count()])
      return progress.result(context.range, total)
    },
  }
}

function pageOf({ limit, offset }: MessageList): MessagePage {
  const page = { limit: limit ?? DEFAULT_LIST_LIMIT, offset: offset ?? 0 }
  requirePage(page)
  return page
}

/** Collects the page and the count, and reports them together while messages are still being counted. */
function createProgress(searchType: MessageList, context: SearchTypeContext) {
  let counted: CountSoFar | undefined
  let messages: readonly MessageHit[] | undefined
  const result = (range: InstantRange, total: number): MessageListResult => ({
    id: searchType.id,
    type: 'messages',
    ...(searchType.name ? { name: searchType.name } : {}),
    messages: [...(messages ?? [])],
    total_results: total,
    effective_timerange: effectiveRange(range),
  })
  const report = () => {
    if (counted === undefined || messages === undefined) return
    const { fromMs, total } = counted
    context.covered(fromMs, result({ ...context.range, fromMs }, total))
  }
  return {
    result,
    setMessages(hits: readonly MessageHit[]) {
      messages = hits
      report()
    },
    setCounted(part: CountSoFar) {
      counted = part
      report()
    },
  }
}

async function readPage(
  searchType: MessageList,
  page: MessagePage,
  context: SearchTypeContext,
): Promise<readonly StoredMessage[]> {
  const { engine, schema, signal } = context
  const place = await findPage(searchType.sort, page, context)
  if (place.limit === 0) return []
  const order = messageOrder(searchType.sort, schema)
  const [limit, offset] = [sqlInteger(place.limit), sqlInteger(place.offset)]
  const { selection, read } = messageReader(schema)
  const statement = sql`SELECT ${selection} FROM ${place.from} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
  const rows = await engine.rows(statement, { signal })
  return rows.map(read)
}

async function toHits(
  { highlight, decorate }: MessageListDeps,
  found: readonly StoredMessage[],
  searchType: MessageList,
  { queryText, schema, caller, signal }: SearchTypeContext,
): Promise<readonly MessageHit[]> {
  const query = { text: queryText, schema }
  const highlights = await highlight?.(found, query, { userId: caller?.userId ?? SERVER, signal })
  const hits = found.map(({ index, document }, at) => ({
    highlight_ranges: highlights?.[at] ?? {},
    message: document,
    index,
    decoration_stats: null,
  }))
  return decorate === undefined ? hits : decorate(hits, searchType.decorators ?? [], { caller, signal })
}
