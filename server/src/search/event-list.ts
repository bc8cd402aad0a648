/** The search type `events`: what the search's time range and texts find among the events of its streams. */
import type { EventListResult } from '@logyard/contract/search-results'
import type { EventList } from '@logyard/contract/search-types'
import { typedPath } from '@logyard/languages/query/sql/message-field'
import { sqlString } from '@logyard/languages/query/sql/sql-literal'
import { RESULT_WINDOW } from './search-errors.ts'
import type { SearchTypeRunner } from './search-type.ts'

const SOURCE_STREAMS = typedPath('source_streams', 'Array(Nullable(String))')
const ALERT = typedPath('alert', 'Bool')

/** An event is shown to those who see every stream that it is about. */
const aboutOnly = (streams: readonly string[]) =>
  `arrayAll(x -> has([${streams.map(sqlString).join(', ')}], assumeNotNull(x)), ${SOURCE_STREAMS})`

export const eventListRunner: SearchTypeRunner<EventList, EventListResult> = {
  type: 'events',
  async run(searchType, { where, streams, engine, signal }) {
    const sql = `SELECT toString(id), ${SOURCE_STREAMS}, toUnixTimestamp64Milli(timestamp), message, ${ALERT}
      FROM messages WHERE ${where()} AND ${aboutOnly(streams)} LIMIT ${RESULT_WINDOW}`
    const rows = await engine.rows(sql, { signal })
    const events = rows.map(([id, sourceStreams, timestampMs, message, alert]) => ({
      id: String(id),
      streams: Array.isArray(sourceStreams) ? sourceStreams.map(String) : [],
      timestamp: new Date(Number(timestampMs)).toISOString(),
      message: String(message),
      alert: alert === true,
    }))
    return { id: searchType.id, type: 'events', name: searchType.name ?? null, events }
  },
}
