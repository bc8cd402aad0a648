/** What to search to see why an event happened. */
import type { EventDto, EventReplay } from '@logyard/contract/events/events'
import type { Caller } from '../../http/caller.ts'
import type { LookUpValues } from '../../search/plan/lookup-parameters.ts'
import type { StoredDefinition } from '../definitions/definition-store.ts'
import { filledQuery } from '../definitions/filled-query.ts'
import type { EventProcessors } from '../event-processors.ts'
import { eventWithoutSearch } from './event-search-errors.ts'

const MESSAGE_URN = /^urn:graylog:message:es:([^:]+):(.+)$/
const AROUND_MS = 60_000

export type ReplayEvent = (caller: Caller, event: EventDto, signal: AbortSignal) => Promise<EventReplay>

export function createEventReplay(deps: {
  readonly find: (definitionId: string) => Promise<StoredDefinition | undefined>
  readonly processors: EventProcessors
  /** Lookups in tables that the caller may read; others are as empty. */
  readonly lookUpFor: (caller: Caller) => LookUpValues
}): ReplayEvent {
  return async (caller, event, signal) => {
    const atMs = Date.parse(event.timestamp)
    const [, index, messageId] = MESSAGE_URN.exec(event.origin_context ?? '') ?? []
    if (index !== undefined && messageId !== undefined) {
      return {
        kind: 'message',
        query: '',
        streams: event.source_streams,
        ...span(atMs - AROUND_MS, atMs + AROUND_MS),
        index,
        message_id: messageId,
        group_by: [],
      }
    }
    const definition = await deps.find(event.event_definition_id)
    const processor = definition && deps.processors.find(definition.config)
    if (definition === undefined || processor === undefined) throw eventWithoutSearch(event.id)
    caller.require(`eventdefinitions:read:${definition.id}`)
    const { windowMs } = processor.timing(definition.config)
    return {
      kind: 'search',
      query: await filledQuery(definition.config, deps.lookUpFor(caller), signal),
      streams: [...processor.streamsOf(definition.config)],
      // The time of the event is the end of its window.
      ...span(atMs - windowMs, atMs),
      index: null,
      message_id: null,
      group_by: 'group_by' in definition.config ? definition.config.group_by : [],
      ...('steps' in definition.config ? { steps: definition.config.steps } : {}),
      ...('sql' in definition.config ? { sql: definition.config.sql } : {}),
    }
  }
}

const span = (fromMs: number, toMs: number) => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
})
