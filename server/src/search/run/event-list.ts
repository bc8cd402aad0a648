/** The search type `events`: the events that match and are about the streams of the search. */
import type { EventListResult } from '@logyard/contract/search/search-results'
import type { EventList } from '@logyard/contract/search/search-types'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { typedValue } from '@logyard/languages/query-sql/message-field'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import type { NamedStreams } from '../../streams/stream-access.ts'
import { RESULT_WINDOW } from '../search-errors.ts'
import type { SearchTypeRunner } from '../search-type.ts'

const sourceStreams = (schema: FieldSchema): Sql => typedValue('source_streams', 'Array(Nullable(String))', schema)

/** An event is returned only if the caller may read every stream that it is about. */
const aboutOnly = ({ ids }: NamedStreams, schema: FieldSchema): Sql =>
  sql`arrayAll(x -> has([${sqlList(ids)}], assumeNotNull(x)), ${sourceStreams(schema)})`

export const eventListRunner: SearchTypeRunner<EventList, EventListResult> = {
  async run(searchType, { from, streams, schema, engine, signal }) {
    const columns = sql`toString(id), ${sourceStreams(schema)}, toUnixTimestamp64Milli(timestamp), message,
      ${typedValue('alert', 'Bool', schema)}`
    const statement = sql`SELECT ${columns} FROM ${from(undefined, aboutOnly(streams, schema))} LIMIT ${RESULT_WINDOW}`
    const rows = await engine.rows(statement, { signal })
    const events = rows.map(([id, about, timestampMs, message, alert]) => ({
      id: String(id),
      streams: Array.isArray(about) ? about.map(String) : [],
      timestamp: new Date(Number(timestampMs)).toISOString(),
      message: String(message),
      alert: alert === true,
    }))
    return { id: searchType.id, type: 'events', name: searchType.name ?? null, events }
  },
}
