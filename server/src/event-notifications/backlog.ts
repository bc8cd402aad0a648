/** The messages behind an event: of a filter the one that became the event, of an aggregation those it counted. */

import type { MessageSummary } from '@logyard/contract/event-notifications/event-notifications'
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { EventDto } from '@logyard/contract/events/events'
import type { Select } from '../events/evaluation/owner-selection.ts'
import type { ConditionMessages } from '../events/event-processor.ts'
import type { Caller } from '../http/caller.ts'
import type { FoundMessage, Measures } from '../search/measures/measures.ts'

/** However long a definition wants it: a notification has at most so many messages. */
export const MAX_BACKLOG = 1000
const LIMIT_SECONDS = 60
const ORIGIN = /^urn:graylog:message:es:[^:]*:(.+)$/

export interface BacklogDeps {
  readonly measures: Pick<Measures, 'messages'>
  /** Selects in the name of a user; rejects if the user may not read a stream. */
  readonly selectionFor: (caller: Caller, signal: AbortSignal) => Select
}

export type LoadBacklog = (
  event: EventDto,
  definition: Pick<EventDefinition, 'config'>,
  options: { readonly caller: Caller; readonly size: number; readonly signal: AbortSignal },
) => Promise<readonly MessageSummary[]>

export const createLoadBacklog =
  ({ measures, selectionFor }: BacklogDeps): LoadBacklog =>
  async (event, definition, { caller, size, signal }) => {
    const limit = Math.min(size, MAX_BACKLOG)
    const wanted = limit > 0 ? wantedMessages(event, definition) : undefined
    if (wanted === undefined) return []
    const selection = await selectionFor(caller, signal)(wanted.messages, wanted.range)
    const options = { signal, turnOf: `notifications of ${caller.userId}`, seconds: LIMIT_SECONDS }
    return (await measures.messages(selection, { limit }, options)).map(messageSummary)
  }

function wantedMessages(event: EventDto, { config }: Pick<EventDefinition, 'config'>) {
  const origin = ORIGIN.exec(event.origin_context ?? '')
  const atMs = Date.parse(event.timestamp)
  if (origin !== null) {
    const messages = { query: `_id:"${(origin[1] ?? '').replace(/[^\w-]/g, '')}"`, streams: event.source_streams }
    return { messages, range: { fromMs: atMs, toMs: atMs } }
  }
  if (event.timerange_start === null || event.timerange_end === null) return undefined
  const messages = conditionMessages(config)
  if (messages === undefined) return undefined
  return {
    messages: { ...messages, streams: messages.streams.length === 0 ? event.source_streams : messages.streams },
    range: { fromMs: Date.parse(event.timerange_start), toMs: Date.parse(event.timerange_end) },
  }
}

/** Messages of a condition that measures one query; others have no backlog. */
function conditionMessages(config: EventDefinition['config']): ConditionMessages | undefined {
  if (!('query' in config && 'streams' in config)) return undefined
  const parameters = 'query_parameters' in config ? config.query_parameters : undefined
  return {
    query: config.query,
    streams: config.streams,
    ...(parameters === undefined ? {} : { query_parameters: parameters }),
  }
}

const textOf = (fields: FoundMessage['fields'], name: string): string => String(fields[name] ?? '')

const OWN = new Set(['_id', 'message', 'source', 'timestamp', 'streams'])

export const messageSummary = ({ index, id, timestampMs, streams, fields }: FoundMessage): MessageSummary => ({
  index,
  id,
  message: textOf(fields, 'message'),
  source: textOf(fields, 'source'),
  timestamp: new Date(timestampMs).toISOString(),
  stream_ids: [...streams],
  fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN.has(name))),
})
