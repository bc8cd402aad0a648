/** Event definitions: which messages are an event, what it says, and who hears of it. */
import { type Static, Type } from 'typebox'
import { int, long, MAX_LIST } from '../http/bounds.ts'
import { byType } from '../http/by-type.ts'
import { crud, perObject } from '../http/crud.ts'
import { ApiError, IsoInstant, nullable, refusedForm, ValidationResult } from '../http/envelope.ts'
import { freeMap, mapOf } from '../http/open-parts.ts'
import { holds, inArea, NoBody, ownerDecides, signedIn } from '../http/operation.ts'
import { TRIGGER_STATUSES } from '../scheduler/scheduler.ts'
import { TimeRange } from '../search/time-ranges.ts'
import { EVENTS_STREAM_ID } from '../streams/stream-ids.ts'
import { AGGREGATION_FUNCTIONS, ProcessorConfig } from './processor-configs.ts'

const closed = { additionalProperties: false } as const

export const PRIORITIES = { low: 1, normal: 2, high: 3 } as const
export const FIELD_PROVIDERS = ['template-v1', 'lookup-v1'] as const
export const STORAGE_HANDLER = 'persist-to-streams-v1'

export const MAX_EVENT_FIELDS = 100
export const MAX_PROVIDERS = 10
export const MAX_TEMPLATE_LENGTH = 10_000
export const MAX_NOTIFICATIONS = 100
export const MAX_TAGS = 50
const MAX_TITLE = 1000
const MAX_TEXT = 20_000
const MAX_TAG = 100

const template = Type.String({ maxLength: MAX_TEMPLATE_LENGTH })

const FieldProvider = byType<
  | { readonly type: 'template-v1'; readonly template: string; readonly require_values?: boolean }
  | { readonly type: 'lookup-v1'; readonly table_name: string; readonly key_field: string }
>('FieldProvider', {
  'template-v1': Type.Object(
    { type: Type.Literal('template-v1'), template, require_values: Type.Optional(Type.Boolean()) },
    closed,
  ),
  'lookup-v1': Type.Object(
    { type: Type.Literal('lookup-v1'), table_name: Type.String(), key_field: Type.String() },
    closed,
  ),
})
export type FieldProvider = Static<typeof FieldProvider>

export const EventFieldSpec = Type.Object(
  {
    data_type: Type.Literal('string'),
    providers: Type.Array(FieldProvider, { maxItems: MAX_PROVIDERS, description: 'In order; the last one wins' }),
  },
  { title: 'EventFieldSpec', ...closed },
)
export type EventFieldSpec = Static<typeof EventFieldSpec>

const NotificationSettings = Type.Object(
  {
    grace_period_ms: long({ description: '0 for none' }),
    backlog_size: Type.Optional(nullable(long({ description: 'Messages sent along; 0 for none' }))),
  },
  { title: 'NotificationSettings', ...closed },
)

const NotificationUse = Type.Object(
  {
    notification_id: Type.String(),
    notification_parameters: Type.Optional(nullable(freeMap('By the type of the notification'))),
  },
  { title: 'NotificationUse', ...closed },
)

const StorageHandler = Type.Object(
  { type: Type.String(), streams: Type.Optional(Type.Array(Type.String(), { maxItems: MAX_LIST })) },
  closed,
)

export const Recovery = Type.Object(
  {
    notify: Type.Boolean({ description: 'Send the notifications once more when the condition ends' }),
    after_ms: long({ minimum: 0, description: 'Filter mode: the condition has ended after so long without events' }),
  },
  { title: 'Recovery', ...closed },
)

export const NotificationLimit = Type.Object(
  { count: int({ minimum: 1 }), per_ms: long({ minimum: 1000 }) },
  { title: 'NotificationLimit', ...closed },
)

const required = {
  title: Type.String({ maxLength: MAX_TITLE }),
  description: Type.String({ maxLength: MAX_TEXT }),
  priority: int(),
  alert: Type.Boolean(),
  config: ProcessorConfig,
  key_spec: Type.Array(Type.String(), { maxItems: MAX_EVENT_FIELDS }),
}

/** Not part of the Graylog 4.0 API. In a PUT, a missing one stays as it is. */
const ownFacts = {
  tags: Type.Array(Type.String({ minLength: 1, maxLength: MAX_TAG }), { maxItems: MAX_TAGS }),
  remediation_steps: Type.String({ maxLength: MAX_TEXT }),
  event_summary_template: Type.String({
    maxLength: MAX_TEMPLATE_LENGTH,
    description: 'The message of its events; empty for the usual one',
  }),
  recovery: Recovery,
  notification_limit: nullable(NotificationLimit),
}

export const EventDefinitionDraft = Type.Object(
  {
    id: Type.Optional(nullable(Type.String({ description: 'In a PUT, the one of the path' }))),
    ...required,
    field_spec: Type.Optional(nullable(mapOf(EventFieldSpec, { maxProperties: MAX_EVENT_FIELDS }))),
    notification_settings: NotificationSettings,
    notifications: Type.Optional(nullable(Type.Array(NotificationUse, { maxItems: MAX_NOTIFICATIONS }))),
    storage: Type.Optional(
      nullable(Type.Array(StorageHandler, { maxItems: MAX_LIST, description: 'Ignored: always the stream of events' })),
    ),
    tags: Type.Optional(ownFacts.tags),
    remediation_steps: Type.Optional(ownFacts.remediation_steps),
    event_summary_template: Type.Optional(ownFacts.event_summary_template),
    recovery: Type.Optional(Recovery),
    notification_limit: Type.Optional(ownFacts.notification_limit),
    updated_at: Type.Optional(nullable(Type.String({ description: 'Ignored' }))),
  },
  { title: 'EventDefinitionDraft', ...closed },
)
export type EventDefinitionDraft = Static<typeof EventDefinitionDraft>

export const EventDefinition = Type.Object(
  {
    id: Type.String(),
    ...required,
    field_spec: Type.Record(Type.String(), EventFieldSpec),
    notification_settings: Type.Object({ grace_period_ms: Type.Integer(), backlog_size: Type.Integer() }),
    notifications: Type.Array(
      Type.Object({
        notification_id: Type.String(),
        notification_parameters: nullable(Type.Record(Type.String(), Type.Unknown())),
      }),
    ),
    storage: Type.Array(Type.Object({ type: Type.Literal(STORAGE_HANDLER), streams: Type.Array(Type.String()) })),
    ...ownFacts,
    updated_at: IsoInstant,
  },
  { title: 'EventDefinition' },
)
export type EventDefinition = Static<typeof EventDefinition>

/** What every definition stores its events with. */
export const EVENT_STORAGE: EventDefinition['storage'] = [{ type: STORAGE_HANDLER, streams: [EVENTS_STREAM_ID] }]

export const SchedulerContext = Type.Object(
  {
    is_scheduled: Type.Boolean(),
    status: nullable(Type.Enum(TRIGGER_STATUSES)),
    next_time: nullable(IsoInstant),
    triggered_at: nullable(IsoInstant),
    data: nullable(
      Type.Object(
        {
          type: Type.Literal('event-processor-execution-v1'),
          timerange_from: IsoInstant,
          timerange_to: IsoInstant,
        },
        { description: 'Null until the first run has ended' },
      ),
    ),
    problem: nullable(Type.String({ description: 'Why the last run failed' })),
  },
  { title: 'SchedulerContext' },
)
export type SchedulerContext = Static<typeof SchedulerContext>

export const EventDefinitionList = Type.Object(
  {
    total: Type.Integer(),
    count: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
    query: Type.String(),
    grand_total: Type.Integer({ description: 'Of all definitions' }),
    event_definitions: Type.Array(EventDefinition),
    context: Type.Object({ scheduler: Type.Record(Type.String(), SchedulerContext, { description: 'By id' }) }),
  },
  { title: 'EventDefinitionList' },
)

export const EventDefinitionWithContext = Type.Object(
  { event_definition: EventDefinition, context: Type.Object({ scheduler: SchedulerContext }) },
  { title: 'EventDefinitionWithContext' },
)

export const EntityTypes = Type.Object(
  {
    processor_types: Type.Array(Type.String()),
    field_provider_types: Type.Array(Type.String()),
    storage_handler_types: Type.Array(Type.String()),
    aggregation_functions: Type.Array(Type.Enum(AGGREGATION_FUNCTIONS)),
  },
  { title: 'EntityTypes' },
)
export type EntityTypes = Static<typeof EntityTypes>

export const ProcessorTypes = Type.Array(
  Type.Object({ type: Type.String(), name: Type.String(), description: Type.String() }),
  { title: 'ProcessorTypes' },
)

export const ExecuteParameters = Type.Object(
  {
    type: Type.String({ description: 'aggregation-v1, or the type of the definition' }),
    timerange: Type.Optional(nullable(TimeRange)),
    streams: Type.Optional(nullable(Type.Array(Type.String(), { maxItems: MAX_LIST }))),
    batch_size: Type.Optional(nullable(int({ minimum: 1, maximum: 10_000 }))),
  },
  { title: 'ExecuteParameters', ...closed },
)
export type ExecuteParameters = Static<typeof ExecuteParameters>

const scheduleQuery = Type.Object({
  schedule: Type.Optional(Type.Boolean({ description: 'It runs; true by default' })),
})
const listQuery = Type.Object({
  page: Type.Optional(int({ description: 'From 1' })),
  per_page: Type.Optional(int({ description: '50 by default, 0 for all' })),
  query: Type.Optional(Type.String()),
})
const area = 'events'
const { get, post, put } = inArea(area)

export const listEntityTypes = get('/events/entity_types', {
  id: 'events.entity_types',
  summary: 'The types that definitions are made of',
  access: signedIn,
  answers: { 200: EntityTypes },
})

export const listProcessorTypes = get('/events/processor_types', {
  id: 'events.processor_types',
  summary: 'The types of conditions, with those that the Graylog 4.0 API does not have',
  access: signedIn,
  answers: { 200: ProcessorTypes },
})

export const eventDefinitions = crud({
  id: 'event_definitions',
  area,
  path: '/events/definitions',
  key: 'id',
  one: 'definition',
  access: { ...perObject('eventdefinitions', 'id'), list: signedIn, validate: holds('eventdefinitions:create') },
  audit: 'event-definition',
  entity: EventDefinition,
  draft: EventDefinitionDraft,
  refused: refusedForm,
  list: {
    summary: 'The definitions that the caller may read, by title',
    query: listQuery,
    answers: { 200: EventDefinitionList, 400: ApiError },
  },
  get: {},
  create: {
    summary:
      'Create a definition; needs `streams:read` on its streams and `eventnotifications:read` on its notifications',
    query: scheduleQuery,
  },
  update: { summary: 'Replace a definition; needs `streams:read` on its streams', query: scheduleQuery },
  delete: { summary: 'Delete a definition; its events stay', answers: { 204: NoBody } },
  validate: { summary: 'Check the condition of a definition', answers: { 200: ValidationResult, 400: ApiError } },
})
export const {
  list: listEventDefinitions,
  get: getEventDefinition,
  create: createEventDefinition,
  update: updateEventDefinition,
  delete: deleteEventDefinition,
  validate: validateEventDefinition,
} = eventDefinitions

export const getEventDefinitionWithContext = get('/events/definitions/{id}/with-context', {
  id: 'event_definitions.with_context',
  summary: 'One definition, and when it runs',
  access: holds('eventdefinitions:read:<id>'),
  answers: { 200: EventDefinitionWithContext, 404: ApiError },
})

export const scheduleEventDefinition = put('/events/definitions/{id}/schedule', {
  id: 'event_definitions.schedule',
  summary: 'Enable a definition',
  access: holds('eventdefinitions:edit:<id>'),
  audit: 'event-definition:schedule',
  answers: { 204: NoBody, 404: ApiError },
})

export const unscheduleEventDefinition = put('/events/definitions/{id}/unschedule', {
  id: 'event_definitions.unschedule',
  summary: 'Disable a definition',
  access: holds('eventdefinitions:edit:<id>'),
  audit: 'event-definition:unschedule',
  answers: { 204: NoBody, 404: ApiError },
})

export const executeEventDefinition = post('/events/definitions/{id}/execute', {
  id: 'event_definitions.execute',
  summary: 'Run a definition over a time range now; it creates real events',
  access: holds('eventdefinitions:execute:<id>'),
  audit: 'event-definition:execute',
  isOutside: true,
  body: ExecuteParameters,
  answers: { 204: NoBody, 400: ApiError, 404: ApiError, 500: ApiError },
})

export const duplicateEventDefinition = post('/events/definitions/{id}/duplicate', {
  id: 'event_definitions.duplicate',
  summary: 'Copy a definition, disabled; needs `eventdefinitions:create` too',
  access: holds('eventdefinitions:read:<id>', 'eventdefinitions:create'),
  audit: 'event-definition:create',
  created: 'id',
  answers: { 200: EventDefinition, 404: ApiError },
})

export const DefinitionSql = Type.Object(
  {
    sql: nullable(Type.String({ description: 'Null for a condition that no statement can express' })),
    query: Type.String({ description: 'Of the messages, with the values of its parameters' }),
    streams: Type.Array(Type.String()),
    window_ms: Type.Integer(),
  },
  { title: 'DefinitionSql' },
)
export type DefinitionSql = Static<typeof DefinitionSql>

export const getDefinitionSql = get('/events/definitions/{id}/sql', {
  id: 'event_definitions.sql',
  summary: 'The SQL statement that the condition of a definition amounts to, for `POST /logyard/search/sql`',
  access: holds('eventdefinitions:read:<id>'),
  answers: { 200: DefinitionSql, 404: ApiError },
})

export const BULK_DEFINITION_ACTIONS = ['delete', 'schedule', 'unschedule'] as const

export const bulkEventDefinitions = post('/events/definitions/bulk', {
  id: 'event_definitions.bulk',
  summary: 'Delete, enable or disable several definitions: each that the caller may',
  access: ownerDecides('eventdefinitions:edit', 'eventdefinitions:delete'),
  audit: 'event-definition:bulk',
  body: Type.Object(
    { ids: Type.Array(Type.String(), { maxItems: MAX_LIST }), action: Type.Enum(BULK_DEFINITION_ACTIONS) },
    { title: 'BulkDefinitionRequest', ...closed },
  ),
  answers: {
    200: Type.Object(
      {
        done: Type.Array(Type.String()),
        refused: Type.Array(Type.Object({ id: Type.String(), reason: Type.String() })),
      },
      { title: 'BulkDefinitionAnswer' },
    ),
  },
})
