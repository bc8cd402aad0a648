/** The events that a caller may see, as SQL. The only place where permission to see events becomes SQL. */

import { NOTIFICATION_TYPE_FIELD } from '@logyard/contract/events/system-events'
import { NOTIFICATION_TYPES } from '@logyard/contract/notices/notifications'
import { EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { fieldSql } from '@logyard/languages/query-sql/message-field'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import type { Caller } from '../../http/caller.ts'
import { type InstantRange, messagesIn } from '../../search/scope/message-scope.ts'
import { readableForServer, type StreamAccess } from '../../streams/stream-access.ts'

export interface EventSelection {
  readonly range: InstantRange
  readonly conditions: readonly QueryNode[]
  /** Further conditions on the events. */
  readonly filters: readonly Sql[]
}

export type EventScope = Awaited<ReturnType<typeof eventScope>>

export async function eventScope(
  caller: Caller,
  deps: { readonly access: Pick<StreamAccess, 'readable'>; readonly schema: FieldSchema; readonly nowMs: number },
) {
  const { access, schema, nowMs } = deps
  const visible = sql`((${isOfEvents(schema)} AND ${aboutReadable(caller, await access.readable(caller), schema)})
    OR (${isOfSystem(schema)} AND ${ofReadableNotification(caller, schema)}))`
  return {
    /** Rows for the FROM of a SELECT. */
    from({ range, conditions, filters }: EventSelection) {
      const scope = { streams: readableForServer('search events'), range, conditions }
      return messagesIn(scope, schema, nowMs, [visible, ...filters])
    },
  }
}

/** Ids of streams are all of one length, so that none is found within another. */
const isIn = (streamId: string): Sql => sql`position(stream_ids, ${streamId}) > 0`

const isOfEvents = (schema: FieldSchema): Sql =>
  sql`${isIn(EVENTS_STREAM_ID)} AND ${fieldSql('event_definition_id', schema).exists}`

const isOfSystem = (schema: FieldSchema): Sql =>
  sql`${isIn(SYSTEM_EVENTS_STREAM_ID)} AND ${fieldSql('event_definition_id', schema).exists}`

/** An event is visible only to those who may read every stream that it is about. */
function aboutReadable(caller: Caller, readable: readonly string[], schema: FieldSchema): Sql {
  if (caller.holds('streams:read:*')) return sql`true`
  return sql`hasAll([${sqlList(readable)}], ${fieldSql('source_streams', schema).texts})`
}

function ofReadableNotification(caller: Caller, schema: FieldSchema): Sql {
  const readable = NOTIFICATION_TYPES.filter((type) => caller.holds(`notifications:read:${type}`))
  if (readable.length === 0) return sql`false`
  return sql`ifNull(${fieldSql(NOTIFICATION_TYPE_FIELD, schema).text}, '') IN (${sqlList(readable)})`
}
