/** The search type `events`: the events that match and are about the streams of the search. */
import type { EventListResult } from '@logyard/contract/search/search-results'
import type { EventList } from '@logyard/contract/search/search-types'
import { typedPath } from '@logyard/languages/query-sql/message-field'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import type { NamedStreams } from '../../streams/stream-access.ts'
import { RESULT_WINDOW } from '../search-errors.ts'
import type { SearchTypeRunner } from '../search-type.ts'

const SOURCE_STREAMS = typedPath('source_streams', 'Array(Nullable(String))')
const ALERT = typedPath('alert', 'Bool')

/** An event is returned only if the caller may read every stream that it is about. */
const aboutOnly = ({ ids }: NamedStreams): Sql =>
  sql`arrayAll(x -> has([${sqlList(ids)}], assumeNotNull(x)), ${SOURCE_STREAMS})`

export const eventListRunner: SearchTypeRunner<EventList, EventListResult> = {
  async run(searchType, { from, streams, engine, signal }) {
    const statement = sql`SELECT toString(id), ${SOURCE_STREAMS}, toUnixTimestamp64Milli(timestamp), message, ${ALERT}
      FROM ${from(undefined, aboutOnly(streams))} LIMIT ${RESULT_WINDOW}`
    const rows = await engine.rows(statement, { signal })
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
