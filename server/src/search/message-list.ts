/** The search type `messages`: a page of the messages found, and how many there are. */
import type { Decorator } from '@logyard/contract/decorators'
import type { MessageHit, MessageListResult } from '@logyard/contract/search-results'
import type { MessageList } from '@logyard/contract/search-types'
import type { Clock } from '../platform/clock.ts'
import { type CountSoFar, countMessages } from './count-messages.ts'
import { effectiveRange } from './effective-range.ts'
import type { Highlight } from './highlight.ts'
import { MESSAGE_SELECTION, readMessageRow } from './message-rows.ts'
import type { InstantRange } from './message-scope.ts'
import { messageOrder } from './message-sort.ts'
import { RESULT_WINDOW, resultWindowExceeded, searchTypeRefused } from './search-errors.ts'
import type { SearchTypeContext, SearchTypeRunner } from './search-type.ts'

/** Changes messages for display; those of a stream or of a list that the search type brings. */
export type Decorate = (hits: readonly MessageHit[], decorators: readonly Decorator[]) => Promise<readonly MessageHit[]>

export interface MessagePage {
  readonly limit: number
  readonly offset: number
}

/** Refuses a page that cannot be had. */
export function requirePage({ limit, offset }: MessagePage): void {
  if (limit < 0) throw searchTypeRefused(`The limit must not be negative: ${limit}`)
  if (offset < 0) throw searchTypeRefused(`The offset must not be negative: ${offset}`)
  if (offset + limit > RESULT_WINDOW) throw resultWindowExceeded()
}

/**
 * The part of the range that the page, and what comes before it, lies in. Found in the order of the table, which ends
 * with the page; sorting by a second key would look at every message of the range.
 */
async function rangeOfPage(
  sort: MessageList['sort'],
  { limit, offset }: MessagePage,
  { engine, range, signal, where }: SearchTypeContext,
): Promise<InstantRange> {
  const first = sort?.[0] ?? { field: 'timestamp', order: 'DESC' }
  if (first.field !== 'timestamp') return range
  const sql = `SELECT toUnixTimestamp64Milli(timestamp) FROM messages WHERE ${where()} ORDER BY timestamp ${first.order} LIMIT 1 OFFSET ${offset + limit - 1}`
  const [last] = await engine.rows(sql, { signal })
  if (last === undefined) return range
  const endMs = Number(last[0])
  return first.order === 'DESC' ? { ...range, fromMs: endMs } : { ...range, toMs: endMs }
}

export function createMessageListRunner(deps: {
  readonly clock: Clock
  /** Without it nothing is highlighted. */
  readonly highlight?: Highlight
  readonly decorate?: Decorate
}): SearchTypeRunner<MessageList, MessageListResult> {
  async function readPage(searchType: MessageList, page: MessagePage, context: SearchTypeContext) {
    if (page.limit === 0) return []
    const order = messageOrder(searchType.sort, context.schema)
    const where = context.where(await rangeOfPage(searchType.sort, page, context))
    const sql = `SELECT ${MESSAGE_SELECTION} FROM messages WHERE ${where} ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.offset}`
    const rows = await context.engine.rows(sql, { signal: context.signal })
    const highlightRanges = deps.highlight?.(context.queryText)
    const hits = rows.map(readMessageRow).map(({ index, document }) => ({
      highlight_ranges: highlightRanges?.(document) ?? {},
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

      const [total] = await Promise.all([
        countMessages(context, deps.clock, (part) => {
          counted = part
          tell()
        }),
        readPage(searchType, page, context).then((hits) => {
          messages = hits
          tell()
        }),
      ])
      return answer(context.range, total)
    },
  }
}
