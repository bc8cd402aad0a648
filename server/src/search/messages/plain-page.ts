/** A page of everything in the scope: nothing has to be looked for, so one statement reads it. */

import type { MessageList } from '@logyard/contract/search/search-types'
import { createLruMap } from '../../platform/lru-map.ts'
import { isAnyText, type MessageScope } from '../scope/message-scope.ts'
import { isTooSlow } from '../search-errors.ts'
import type { SearchTypeContext } from '../search-type.ts'
import type { StoredMessage } from './message-rows.ts'
import type { MessagePage } from './page-finder.ts'
import { type OrderedMessages, readInTimeOrder } from './read-in-time-order.ts'

/** What comes before the page is read with it. */
const MAX_READ = 500
/** Streams with few messages take longer: then others should have something to show meanwhile. */
const SECONDS = 1
const MAX_REMEMBERED = 500

type Sort = MessageList['sort']

/** By time alone, all of what the scope holds, and near its end. */
export function isPlainPage(sort: Sort, { limit, offset }: MessagePage, scope: MessageScope): boolean {
  const isByTime = (sort ?? []).every(({ field }) => field === 'timestamp') && (sort?.length ?? 0) <= 1
  return isByTime && isAnyText(scope) && limit > 0 && offset + limit <= MAX_READ
}

export interface PlainPages {
  /** `undefined` when the page has to be found in another way. */
  read(sort: Sort, page: MessagePage, context: SearchTypeContext): Promise<readonly StoredMessage[] | undefined>
}

/**
 * Who looks at the newest messages does so again and again. Where they ended the last time is remembered: as messages
 * come, and seldom go, there are enough from there on, and the engine need not open what is older. Where there are not,
 * or the range is another one, all of it is read.
 */
export function createPlainPages(): PlainPages {
  /** Instants by streams and number of messages. */
  const ends = createLruMap<string, number>(MAX_REMEMBERED)

  function read(
    order: 'ASC' | 'DESC',
    limit: number,
    fromMs: number,
    { engine, signal, range, from }: SearchTypeContext,
  ) {
    const query = { from: from({ ...range, fromMs }), order, limit, compare: byMessageIdDescending }
    return readInTimeOrder(engine, query, { signal, seconds: SECONDS })
  }

  async function readNewest(limit: number, context: SearchTypeContext): Promise<OrderedMessages | undefined> {
    const { range, scope } = context
    const question = JSON.stringify([limit, scope.streams.choice])
    const endMs = ends.get(question)
    const isWithin = endMs !== undefined && endMs > range.fromMs && endMs <= range.toMs
    const near = isWithin ? await read('DESC', limit, endMs, context) : undefined
    const isEnough = near?.endMs !== undefined
    const found = isEnough ? near : await read('DESC', limit, range.fromMs, context)
    if (found?.endMs !== undefined) ends.set(question, found.endMs)
    return found
  }

  return {
    async read(sort, { limit, offset }, context) {
      const wanted = offset + limit
      try {
        const found =
          sort?.[0]?.order === 'ASC'
            ? await read('ASC', wanted, context.range.fromMs, context)
            : await readNewest(wanted, context)
        return found?.messages.slice(offset, wanted)
      } catch (error) {
        if (isTooSlow(error)) return undefined
        throw error
      }
    },
  }
}

/** As the engine sorts them, by their bytes. */
const byMessageIdDescending = (a: StoredMessage, b: StoredMessage) => Buffer.compare(idOf(b), idOf(a))
const idOf = ({ document }: StoredMessage) => Buffer.from(String(document['gl2_message_id']))
