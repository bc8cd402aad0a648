/** Events as they are stored, and the search for them. */
import { type Static, Type } from 'typebox'
import { int, MAX_LIST } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { inArea, RUNS_SEARCH, signedIn } from '../http/operation.ts'
import { TimeRange } from '../search/time-ranges.ts'

const closed = { additionalProperties: false } as const

export const EventDto = Type.Object(
  {
    id: Type.String({ description: 'A ULID' }),
    event_definition_type: Type.String(),
    event_definition_id: Type.String(),
    origin_context: nullable(Type.String({ description: 'urn:graylog:message:es:<index>:<message id>' })),
    timestamp: IsoInstant,
    timestamp_processing: IsoInstant,
    timerange_start: nullable(IsoInstant),
    timerange_end: nullable(IsoInstant),
    streams: Type.Array(Type.String()),
    source_streams: Type.Array(Type.String()),
    message: Type.String(),
    source: Type.String({ description: 'The name of the node' }),
    key_tuple: Type.Array(Type.String()),
    key: nullable(Type.String()),
    priority: Type.Integer({ description: '1 low, 2 normal, 3 high' }),
    alert: Type.Boolean(),
    fields: Type.Record(Type.String(), Type.String()),
  },
  { title: 'Event' },
)
export type EventDto = Static<typeof EventDto>

export const EVENT_ALERTS_FILTERS = ['include', 'exclude', 'only'] as const
/** Events of one page, and ids of one call. */
export const MAX_EVENTS_PAGE = 1000
const MAX_QUERY = 10_000

/** The last five are not part of the Graylog 4.0 API. */
const EventsFilter = Type.Object(
  {
    alerts: Type.Optional(Type.Enum(EVENT_ALERTS_FILTERS)),
    event_definitions: Type.Optional(Type.Array(Type.String(), { maxItems: MAX_LIST })),
    priority: Type.Optional(Type.Array(int({ minimum: 1, maximum: 3 }), { maxItems: 3 })),
    key: Type.Optional(Type.Array(Type.String(), { maxItems: MAX_LIST })),
    aggregation_timerange: Type.Optional(nullable(TimeRange)),
    id: Type.Optional(Type.Array(Type.String(), { maxItems: MAX_EVENTS_PAGE })),
  },
  { title: 'EventsFilter', ...closed },
)

export const EventsSearchParameters = Type.Object(
  {
    query: Type.Optional(Type.String({ maxLength: MAX_QUERY, description: 'In the query language; all by default' })),
    page: Type.Optional(int({ description: 'From 1, the default' })),
    per_page: Type.Optional(int({ maximum: MAX_EVENTS_PAGE, description: '10 by default' })),
    timerange: Type.Optional(TimeRange),
    filter: Type.Optional(EventsFilter),
    sort_by: Type.Optional(Type.String({ description: 'timestamp by default' })),
    sort_direction: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'desc by default' })),
  },
  { title: 'EventsSearchParameters', ...closed },
)
export type EventsSearchParameters = Static<typeof EventsSearchParameters>

const EventContextEntity = Type.Object(
  { id: Type.String(), title: Type.String(), description: Type.String() },
  { title: 'EventContextEntity' },
)

const FoundEvent = Type.Object(
  { event: EventDto, index_name: Type.String(), index_type: Type.Literal('message') },
  { title: 'FoundEvent' },
)
export type FoundEvent = Static<typeof FoundEvent>

export const EventsSearchResult = Type.Object(
  {
    events: Type.Array(FoundEvent),
    used_indices: Type.Array(Type.String()),
    parameters: Type.Object({
      query: Type.String(),
      page: Type.Integer(),
      per_page: Type.Integer(),
      timerange: TimeRange,
      filter: EventsFilter,
      sort_by: Type.String(),
      sort_direction: Type.String(),
    }),
    total_events: Type.Integer(),
    duration: Type.Integer({ description: 'Milliseconds' }),
    context: Type.Object({
      event_definitions: Type.Record(Type.String(), EventContextEntity, { description: 'Those that still exist' }),
      streams: Type.Record(Type.String(), EventContextEntity),
    }),
  },
  { title: 'EventsSearchResult' },
)
export type EventsSearchResult = Static<typeof EventsSearchResult>

export const EventsSearchError = Type.Object(
  {
    type: Type.String({ description: 'QueryParseError or SearchError' }),
    message: Type.String(),
    details: Type.Array(Type.String()),
    line: Type.Optional(nullable(Type.Integer())),
    column: Type.Optional(nullable(Type.Integer())),
  },
  { title: 'EventsSearchError' },
)

export const EventsHistogram = Type.Object(
  {
    interval_ms: Type.Integer({ description: 'Width of a bucket' }),
    from: IsoInstant,
    to: IsoInstant,
    buckets: Type.Array(
      Type.Object({
        start: IsoInstant,
        alerts: Type.Integer(),
        events: Type.Integer({ description: 'Without alerts' }),
      }),
      { description: 'Buckets without events are left out' },
    ),
  },
  { title: 'EventsHistogram' },
)
export type EventsHistogram = Static<typeof EventsHistogram>

/** The search that found an event. */
export const EventReplay = Type.Object(
  {
    kind: Type.Enum(['search', 'message'], { description: 'message: one message is the origin of the event' }),
    query: Type.String({ description: 'With the values of its parameters' }),
    streams: Type.Array(Type.String()),
    from: IsoInstant,
    to: IsoInstant,
    index: nullable(Type.String()),
    message_id: nullable(Type.String()),
    group_by: Type.Array(Type.String()),
    steps: Type.Optional(Type.String({ description: 'Steps behind the query' })),
    sql: Type.Optional(Type.String({ description: 'A statement over the messages of the query' })),
  },
  { title: 'EventReplay' },
)
export type EventReplay = Static<typeof EventReplay>

const { get, post } = inArea('events')

export const searchEvents = post('/events/search', {
  id: 'events.search',
  summary: 'Search the events whose source streams the caller may read',
  access: signedIn,
  audit: RUNS_SEARCH,
  body: EventsSearchParameters,
  answers: { 200: EventsSearchResult, 400: Type.Union([EventsSearchError, ApiError]), 500: EventsSearchError },
})

export const getEventsHistogram = post('/events/histogram', {
  id: 'events.histogram',
  summary: 'Count the events of a search over time; paging and sorting are ignored',
  access: signedIn,
  audit: RUNS_SEARCH,
  body: EventsSearchParameters,
  answers: { 200: EventsHistogram, 400: Type.Union([EventsSearchError, ApiError]), 500: EventsSearchError },
})

export const replayEvent = get('/events/replay/{eventId}', {
  id: 'events.replay',
  summary: 'The search that found an event, or the message that it is about',
  access: signedIn,
  answers: { 200: EventReplay, 404: ApiError },
})
