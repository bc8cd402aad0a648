import { randomBytes, randomUUID } from 'node:crypto'
import { runSearch } from '../../contract/src/search/search-jobs.ts'
import type { SearchDraft } from '../../contract/src/search/searches.ts'
import type { CallApi } from './api-caller.ts'

const DAY_SECONDS = 86_400

/** The timestamp of the newest message of the last day in the given streams. */
export async function newestOf(call: CallApi, streams: readonly string[]): Promise<number | undefined> {
  const queryId = randomUUID()
  const listId = randomUUID()
  const body: SearchDraft = {
    id: randomBytes(12).toString('hex'),
    parameters: [],
    queries: [
      {
        id: queryId,
        query: { type: 'elasticsearch', query_string: '' },
        timerange: { type: 'relative', range: DAY_SECONDS },
        filter: { type: 'or', filters: streams.map((id) => ({ type: 'stream', id })) },
        search_types: [
          { id: listId, type: 'messages', limit: 1, offset: 0, sort: [{ field: 'timestamp', order: 'DESC' }] },
        ],
      },
    ],
  }
  const { results } = await call(runSearch, { body })
  const list = results[queryId]?.search_types[listId]
  const timestamp = list?.type === 'messages' ? list.messages[0]?.message['timestamp'] : undefined
  return typeof timestamp === 'string' ? Date.parse(timestamp) : undefined
}
