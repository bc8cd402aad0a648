/** Which events of a definition are stored already, or wait in the outbox: for ranges that are evaluated again. */
import { EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInstant, sqlList } from '@logyard/languages/sql/sql-parts'
import type { Collection, SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { messageTable } from '../../store/engine/old-messages.ts'
import type { NewEvent } from './event-store.ts'
import { type OutboxBatch, outboxCollection } from './outbox.ts'

interface NamedEvent {
  readonly event: Pick<NewEvent['event'], 'id' | 'event_definition_id' | 'origin_context' | 'timestamp'>
}

/** The events that are not there. One is there if its id is, or an event of the same message. */
export type WithoutKnown = <Event extends NamedEvent>(
  events: readonly Event[],
  signal: AbortSignal,
) => Promise<readonly Event[]>

/** Events that one query asks for. */
const ASKED_AT_ONCE = 500

interface KnownRow {
  readonly id: string
  readonly origin: string
}

export function createWithoutKnown(deps: { readonly settings: SettingsStore; readonly engine: Engine }): WithoutKnown {
  const outbox: Collection<OutboxBatch, 'node'> = deps.settings.collection(outboxCollection)

  async function readStored(events: readonly NamedEvent[], known: Set<string>, signal: AbortSignal): Promise<void> {
    const answer = await deps.engine.client.query({
      query: storedSql(events, await messageTable(deps.engine.client, signal)),
      format: 'JSONEachRow',
      abort_signal: signal,
    })
    for (const { id, origin } of await answer.json<KnownRow>()) known.add(id).add(origin)
  }

  return async (events, signal) => {
    if (events.length === 0) return events
    const known = new Set<string>()
    // First the outbox: what leaves it meanwhile is stored.
    for (const batch of await outbox.list())
      for (const { event } of batch.events) for (const name of namesOf(event)) known.add(name)
    for (let from = 0; from < events.length; from += ASKED_AT_ONCE) {
      await readStored(events.slice(from, from + ASKED_AT_ONCE), known, signal)
    }
    return events.filter(({ event }) => !namesOf(event).some((name) => known.has(name)))
  }
}

/** An event of a message has the message as its origin; another definition may have an event of it too. */
function namesOf({ id, event_definition_id, origin_context }: NamedEvent['event']): readonly string[] {
  return origin_context === null ? [id] : [id, `${event_definition_id} ${origin_context}`]
}

function storedSql(events: readonly NamedEvent[], table: Sql): Sql {
  const times = events.map(({ event }) => Date.parse(event.timestamp))
  const span = sql`timestamp BETWEEN ${sqlInstant(Math.min(...times))} AND ${sqlInstant(Math.max(...times))}`
  const origins = events.flatMap(({ event }) => event.origin_context ?? [])
  const byId = sql`own_message_id IN (${sqlList(events.map(({ event }) => event.id))})`
  const origin = sql`ifNull(toString(fields.origin_context), '')`
  const isSame = origins.length === 0 ? byId : sql`(${byId} OR ${origin} IN (${sqlList(origins)}))`
  const name = sql`concat(ifNull(toString(fields.event_definition_id), ''), ' ', ${origin})`
  const isEvent = sql`position(stream_ids, ${EVENTS_STREAM_ID}) > 0 AND ${span} AND ${isSame}`
  return sql`SELECT own_message_id AS id, ${name} AS origin FROM ${table}
    WHERE ${isEvent}`
}
