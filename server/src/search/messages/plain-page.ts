/** A page of all messages in the scope, without query texts, whose end is found by timestamps only. */

import type { MessageList } from '@logyard/contract/search/search-types'
import { createLruMap } from '@logyard/languages/caches/lru-map'
import { type InstantRange, isAnyText, type MessageScope } from '../scope/message-scope.ts'
import { isTooSlow } from '../search-errors.ts'
import type { SearchTypeContext } from '../search-type.ts'
import type { StoredMessage } from './message-rows.ts'
import { messageReader } from './message-rows.ts'
import type { MessagePage } from './page-finder.ts'
import { findEnd, type OrderedMessages, readInTimeOrder } from './read-in-time-order.ts'

/** All messages before the page are read with it. */
const MAX_READ = 500
/** Streams with few messages take longer: then the count should report progress in the meantime. */
const SECONDS = 1
const MAX_REMEMBERED = 500

type Sort = MessageList['sort']
type Order = 'ASC' | 'DESC'

/** Sorted by time only, without query texts, and near the start of the list. */
export function isPlainPage(sort: Sort, { limit, offset }: MessagePage, scope: MessageScope): boolean {
  const isByTime = (sort ?? []).every(({ field }) => field === 'timestamp') && (sort?.length ?? 0) <= 1
  return isByTime && isAnyText(scope) && limit > 0 && offset + limit <= MAX_READ
}

/**
 * The newest page is requested repeatedly, so the timestamp of its last message is remembered. Messages are added and
 * rarely deleted, so there are usually enough after that timestamp, and the engine does not open older parts. Otherwise,
 * and for another range, the whole range is read.
 */
export function createPlainPages() {
  /** End timestamps by streams and number of messages. */
  const ends = createLruMap<string, number>(MAX_REMEMBERED)

  function read(order: Order, limit: number, range: InstantRange, { engine, signal, from, schema }: SearchTypeContext) {
    const query = { from: from(range), order, limit, reader: messageReader(schema), compare: byIdDescending }
    return readInTimeOrder(engine, query, { signal, seconds: SECONDS })
  }

  /** `few` if the range has too few messages; `undefined` if they cannot be sorted here. */
  async function readEnough(order: Order, limit: number, range: InstantRange, context: SearchTypeContext) {
    const { engine, signal, from } = context
    const endMs = await findEnd(engine, { from: from(range), order, limit }, { signal, seconds: SECONDS })
    if (endMs === undefined) return 'few'
    const end = order === 'ASC' ? { toMs: endMs } : { fromMs: endMs }
    const found = await read(order, limit, { ...range, ...end }, context)
    // An index may have been deleted meanwhile.
    return found !== undefined && found.endMs === undefined ? 'few' : found
  }

  async function readFirst(order: Order, limit: number, context: SearchTypeContext) {
    const found = await readEnough(order, limit, context.range, context)
    return found === 'few' ? await read(order, limit, context.range, context) : found
  }

  async function readNewest(limit: number, context: SearchTypeContext): Promise<OrderedMessages | undefined> {
    const { range, scope } = context
    const key = JSON.stringify([limit, scope.streams])
    const endMs = ends.get(key)
    const isWithin = endMs !== undefined && endMs > range.fromMs && endMs <= range.toMs
    const near = isWithin ? await readEnough('DESC', limit, { ...range, fromMs: endMs }, context) : 'few'
    const found = near === 'few' ? await readFirst('DESC', limit, context) : near
    if (found?.endMs !== undefined) ends.set(key, found.endMs)
    return found
  }

  return {
    /** Returns undefined if the page has to be found in another way. */
    async read(sort: Sort, { limit, offset }: MessagePage, context: SearchTypeContext) {
      const wanted = offset + limit
      try {
        const found =
          sort?.[0]?.order === 'ASC' ? await readFirst('ASC', wanted, context) : await readNewest(wanted, context)
        return found?.messages.slice(offset, wanted)
      } catch (error) {
        if (isTooSlow(error)) return undefined
        throw error
      }
    },
  }
}

/** Ids all have the same form, so that their texts sort as their numbers. */
const byIdDescending = (a: StoredMessage, b: StoredMessage) =>
  a.document._id < b.document._id ? 1 : -Number(a.document._id > b.document._id)
