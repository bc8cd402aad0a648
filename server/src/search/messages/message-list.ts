/** The search type `messages`: a page of the messages found, and how many there are. */
import type { Decorator } from '@logyard/contract/search/decorators'
import type { MessageHit, MessageListResult } from '@logyard/contract/search/search-results'
import type { MessageList } from '@logyard/contract/search/search-types'
import { sql } from '@logyard/languages/sql/sql'
import { sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { Clock } from '../../platform/clock.ts'
import type { PivotCache } from '../pivot/cache/pivot-cache.ts'
import { effectiveRange } from '../scope/effective-range.ts'
import type { InstantRange } from '../scope/message-scope.ts'
import { RESULT_WINDOW, resultWindowExceeded, searchTypeRefused } from '../search-errors.ts'
import type { SearchTypeContext, SearchTypeRunner } from '../search-type.ts'
import { type CountSoFar, countMessages } from './count-messages.ts'
import type { Highlight } from './highlight.ts'
import { MESSAGE_SELECTION, readMessageRow, type StoredMessage } from './message-rows.ts'
import { messageOrder } from './message-sort.ts'
import { createPageFinder, type MessagePage, type PagePlace } from './page-finder.ts'
import { createPlainPages, isPlainPage } from './plain-page.ts'

/** Changes messages for display; those of a stream or of a list that the search type brings. */
export type Decorate = (hits: readonly MessageHit[], decorators: readonly Decorator[]) => Promise<readonly MessageHit[]>

/** Refuses a page that cannot be had. */
export function requirePage({ limit, offset }: MessagePage): void {
  if (limit < 0) throw searchTypeRefused(`The limit must not be negative: ${limit}`)
  if (offset < 0) throw searchTypeRefused(`The offset must not be negative: ${offset}`)
  if (offset + limit > RESULT_WINDOW) throw resultWindowExceeded()
}

export function createMessageListRunner(deps: {
  readonly clock: Clock
  /** Without it nothing is highlighted. */
  readonly highlight?: Highlight
  readonly decorate?: Decorate
  /** Without it every request counts the messages. */
  readonly pivotCache?: PivotCache
}): SearchTypeRunner<MessageList, MessageListResult> {
  const plainPages = createPlainPages()

  async function readPage(searchType: MessageList, place: PagePlace, context: SearchTypeContext) {
    if (place.limit === 0) return []
    const order = messageOrder(searchType.sort, context.schema)
    const [limit, offset] = [sqlInteger(place.limit), sqlInteger(place.offset)]
    const statement = sql`SELECT ${MESSAGE_SELECTION} FROM ${place.from} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
    const rows = await context.engine.rows(statement, { signal: context.signal })
    return rows.map(readMessageRow)
  }

  async function show(found: readonly StoredMessage[], searchType: MessageList, context: SearchTypeContext) {
    const highlightRanges = deps.highlight?.(context.queryText, context.schema)
    const hits = found.map(({ index, document }) => ({
      highlight_ranges: highlightRanges?.(document, index) ?? {},
      message: document,
      index,
      decoration_stats: null,
    }))
    return deps.decorate === undefined ? hits : deps.decorate(hits, searchType.decorators ?? [])
  }

  return {
    type: 'messages',
    async run(searchType, context) {
      const page = { limit: searchType.limit ?? 150, offset: searchType.offset ?? 0 }
      requirePage(page)
      let counted: CountSoFar | undefined
      let messages: readonly MessageHit[] | undefined
      const answer = (range: InstantRange, total: number): MessageListResult => ({
        id: searchType.id,
        type: 'messages',
        ...(searchType.name ? { name: searchType.name } : {}),
        messages: [...(messages ?? [])],
        total_results: total,
        effective_timerange: effectiveRange(range),
      })
      const tell = () => {
        if (counted === undefined || messages === undefined) return
        const { fromMs, total } = counted
        context.covered(fromMs, answer({ ...context.range, fromMs }, total))
      }

      const isPlain = isPlainPage(searchType.sort, page, context.scope)
      const finder = createPageFinder(searchType.sort, page, context)
      const found = isPlain ? undefined : await finder.findQuickly()
      const read = async () => {
        const plain = isPlain ? await plainPages.read(searchType.sort, page, context) : undefined
        const stored = plain ?? (await readPage(searchType, found ?? (await finder.find()), context))
        messages = await show(stored, searchType, context)
        tell()
      }
      const count = async () =>
        found?.total ??
        (await countMessages(context, deps, (part) => {
          counted = part
          tell()
        }))
      // What takes longer first.
      const [, total] = await Promise.all([read(), count()])
      return answer(context.range, total)
    },
  }
}
