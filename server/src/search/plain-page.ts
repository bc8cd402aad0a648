/** A page of everything in the scope: nothing has to be looked for, so one statement reads it. */
import type { MessageList } from '@logyard/contract/search-types'
import type { StoredMessage } from './message-rows.ts'
import { isAnyText, type MessageScope } from './message-scope.ts'
import type { MessagePage } from './page-finder.ts'
import { readInTimeOrder } from './read-in-time-order.ts'
import { isTooSlow } from './search-errors.ts'
import type { SearchTypeContext } from './search-type.ts'

/** What comes before the page is read with it. */
const MAX_READ = 500
/** Streams with few messages take longer: then others should have something to show meanwhile. */
const SECONDS = 1

type Sort = MessageList['sort']

/** By time alone, all of what the scope holds, and near its end. */
export function isPlainPage(sort: Sort, { limit, offset }: MessagePage, scope: MessageScope): boolean {
  const isByTime = (sort ?? []).every(({ field }) => field === 'timestamp') && (sort?.length ?? 0) <= 1
  return isByTime && isAnyText(scope) && limit > 0 && offset + limit <= MAX_READ
}

/** `undefined` when the page has to be found in another way. */
export async function readPlainPage(
  sort: Sort,
  { limit, offset }: MessagePage,
  { engine, signal, where }: SearchTypeContext,
): Promise<readonly StoredMessage[] | undefined> {
  const query = {
    where: where(),
    order: sort?.[0]?.order ?? 'DESC',
    limit: offset + limit,
    compare: byMessageIdDescending,
  } as const
  try {
    const read = await readInTimeOrder(engine, query, { signal, seconds: SECONDS })
    return read?.messages.slice(offset, offset + limit)
  } catch (error) {
    if (isTooSlow(error)) return undefined
    throw error
  }
}

/** As the engine sorts them, by their bytes. */
const byMessageIdDescending = (a: StoredMessage, b: StoredMessage) => Buffer.compare(idOf(b), idOf(a))
const idOf = ({ document }: StoredMessage) => Buffer.from(String(document['gl2_message_id']))
