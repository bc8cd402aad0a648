/** Alerts with a state: what people work with while a condition lasts. Not part of the Graylog 4.0 API. */
import { type Static, Type } from 'typebox'
import { int, MAX_USERNAME } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable, page } from '../http/envelope.ts'
import { inArea, ownerDecides, signedIn } from '../http/operation.ts'

export const ALERT_STATES = ['open', 'acknowledged', 'resolved'] as const
export type AlertState = (typeof ALERT_STATES)[number]

export const ALERT_ACTIONS = ['acknowledge', 'resolve', 'reopen', 'assign', 'unassign', 'snooze', 'unsnooze'] as const
export type AlertAction = (typeof ALERT_ACTIONS)[number]

/** Alerts of one bulk call, and events whose alerts are looked up at once. */
export const MAX_ALERTS_AT_ONCE = 500
/** Events of an alert, the latest ones, that `alert_states.of_events` finds it by. */
export const MAX_ALERT_EVENTS = 50
export const MAX_ALERT_COMMENTS = 100
/** Characters. */
export const MAX_ALERT_COMMENT = 4000
export const MAX_SNOOZE_DAYS = 90
/** Characters of the text that alerts are searched for. */
export const MAX_ALERT_QUERY = 200
const MAX_ID = 100

export const AlertComment = Type.Object(
  {
    id: Type.String(),
    author: Type.String({ description: 'User name' }),
    created_at: IsoInstant,
    text: Type.String(),
  },
  { title: 'AlertComment' },
)
export type AlertComment = Static<typeof AlertComment>

export const Alert = Type.Object(
  {
    id: Type.String(),
    event_definition_id: Type.String(),
    title: Type.String({ description: 'Of the definition, when the latest event was found' }),
    state: Type.Enum(ALERT_STATES),
    priority: Type.Integer({ description: '1 low, 2 normal, 3 high' }),
    message: Type.String({ description: 'Of the latest event' }),
    key: Type.String({ description: 'Of its events; empty without key fields' }),
    group: Type.Array(Type.String(), { description: 'The groups of an aggregation; empty without groups' }),
    source_streams: Type.Array(Type.String()),
    event_count: Type.Integer(),
    first_event_id: Type.String(),
    latest_event_id: Type.String(),
    opened_at: IsoInstant,
    first_event_at: IsoInstant,
    latest_event_at: IsoInstant,
    updated_at: IsoInstant,
    acknowledged_by: nullable(Type.String({ description: 'User name' })),
    acknowledged_at: nullable(IsoInstant),
    resolved_by: nullable(Type.String({ description: 'User name; null if the alert resolved automatically' })),
    resolved_at: nullable(IsoInstant),
    assignee: nullable(Type.String({ description: 'User name' })),
    snoozed_until: nullable(IsoInstant),
    is_quiet: Type.Boolean({ description: 'It is snoozed, or a quiet time holds its notifications back' }),
    held_back_notifications: Type.Integer({ description: 'Notifications that were not sent because of that' }),
    comment_count: Type.Integer(),
  },
  { title: 'Alert' },
)
export type Alert = Static<typeof Alert>

export const AlertDetails = Type.Object(
  { ...Alert.properties, comments: Type.Array(AlertComment, { description: 'Oldest first' }) },
  { title: 'AlertDetails' },
)
export type AlertDetails = Static<typeof AlertDetails>

const StateCounts = Type.Object(
  { open: Type.Integer(), acknowledged: Type.Integer(), resolved: Type.Integer() },
  { title: 'AlertStateCounts', description: 'Of alerts that match, in whatever state' },
)

export const AlertPage = page('AlertPage', {
  alerts: Type.Array(Alert),
  counts: StateCounts,
})
export type AlertPage = Static<typeof AlertPage>

export const OpenAlertCounts = Type.Object(
  {
    total: Type.Integer(),
    by_definition: Type.Record(Type.String(), Type.Integer(), {
      description: 'By the id of the definition; definitions without an open alert are left out',
    }),
  },
  { title: 'OpenAlertCounts' },
)
export type OpenAlertCounts = Static<typeof OpenAlertCounts>

export const AlertBulkRequest = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: MAX_ID }), { minItems: 1, maxItems: MAX_ALERTS_AT_ONCE }),
    action: Type.Enum(ALERT_ACTIONS),
    assignee: Type.Optional(Type.String({ maxLength: MAX_USERNAME, description: 'For assign: a user name' })),
    until: Type.Optional(Type.String({ maxLength: MAX_ID, description: 'For snooze: ISO 8601' })),
    comment: Type.Optional(Type.String({ maxLength: MAX_ALERT_COMMENT })),
  },
  { title: 'AlertBulkRequest', additionalProperties: false },
)
export type AlertBulkRequest = Static<typeof AlertBulkRequest>

export const AlertBulkResult = Type.Object(
  {
    alerts: Type.Array(Alert, { description: 'As they are now' }),
    failures: Type.Array(Type.Object({ id: Type.String(), message: Type.String() })),
  },
  { title: 'AlertBulkResult' },
)
export type AlertBulkResult = Static<typeof AlertBulkResult>

export const AlertsOfEvents = Type.Object(
  {
    alerts: Type.Record(
      Type.String(),
      Type.Object({
        id: Type.String(),
        state: Type.Enum(ALERT_STATES),
        assignee: nullable(Type.String()),
        snoozed_until: nullable(IsoInstant),
        comment_count: Type.Integer(),
      }),
      { description: 'By the id of the event; events without an alert are left out' },
    ),
  },
  { title: 'AlertsOfEvents' },
)
export type AlertsOfEvents = Static<typeof AlertsOfEvents>

const { get, post } = inArea('alerts')

export const listAlerts = get('/events/alerts', {
  id: 'alert_states.list',
  summary: 'A page of the alerts whose source streams the caller may all read, latest event first',
  access: signedIn,
  query: Type.Object({
    page: Type.Optional(int({ minimum: 1, description: 'From 1' })),
    per_page: Type.Optional(int({ minimum: 1, maximum: MAX_ALERTS_AT_ONCE, description: '50 if missing' })),
    state: Type.Optional(
      Type.String({ maxLength: MAX_ID, description: 'States, separated by commas; all if missing' }),
    ),
    definition: Type.Optional(Type.String({ maxLength: MAX_ID })),
    assignee: Type.Optional(Type.String({ maxLength: MAX_USERNAME, description: 'A user name; empty for no one' })),
    query: Type.Optional(
      Type.String({ maxLength: MAX_ALERT_QUERY, description: 'A part of title, message, key, group or assignee' }),
    ),
  }),
  answers: { 200: AlertPage, 400: ApiError },
})

export const alertsOfEvents = get('/events/alerts/of_events', {
  id: 'alert_states.of_events',
  summary: 'The alerts that events belong to, as far as the caller may read them',
  access: signedIn,
  query: Type.Object({
    ids: Type.String({ maxLength: MAX_ALERTS_AT_ONCE * 30, description: 'Ids of events, separated by commas' }),
  }),
  answers: { 200: AlertsOfEvents, 400: ApiError },
})

export const countOpenAlerts = get('/events/alerts/open_counts', {
  id: 'alert_states.open_counts',
  summary: 'How many alerts are open, as far as the caller may read them',
  access: signedIn,
  answers: { 200: OpenAlertCounts },
})

export const getAlert = get('/events/alerts/{alertId}', {
  id: 'alert_states.get',
  summary: 'One alert with its comments',
  access: ownerDecides('streams:read:<streamId>'),
  answers: { 200: AlertDetails, 404: ApiError },
})

export const changeAlerts = post('/events/alerts/bulk', {
  id: 'alert_states.bulk',
  summary: 'Change the state, assignee or snoozing of alerts that the caller may read, and comment on each',
  access: ownerDecides('streams:read:<streamId>'),
  audit: 'alert:change',
  body: AlertBulkRequest,
  answers: { 200: AlertBulkResult, 400: ApiError },
})

export const commentAlert = post('/events/alerts/{alertId}/comments', {
  id: 'alert_states.comment',
  summary: 'Comment on an alert',
  access: ownerDecides('streams:read:<streamId>'),
  audit: 'alert:comment',
  body: Type.Object(
    { text: Type.String({ minLength: 1, maxLength: MAX_ALERT_COMMENT }) },
    { title: 'AlertCommentDraft', additionalProperties: false },
  ),
  answers: { 200: AlertDetails, 400: ApiError, 404: ApiError },
})
