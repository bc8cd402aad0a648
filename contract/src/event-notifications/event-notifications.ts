/** Notifications of events: who is told, and how. */
import { type Static, Type } from 'typebox'
import { ConfigRequest } from '../configured/configuration.ts'
import { TypeForm } from '../configured/field.ts'
import { EventDto } from '../events/events.ts'
import { int, MAX_LIST } from '../http/bounds.ts'
import { crud, perObject } from '../http/crud.ts'
import { ApiError, IsoInstant, nullable, refusedForm } from '../http/envelope.ts'
import { holds, inArea, NoBody, READS_ONLY, signedIn } from '../http/operation.ts'
import { MAX_NOTIFICATION_TEMPLATE, NotificationConfig } from './notification-configs.ts'

const closed = { additionalProperties: false } as const
const MAX_TITLE = 1000
const MAX_TEXT = 20_000

const facts = {
  title: Type.String({ maxLength: MAX_TITLE }),
  description: Type.String({ maxLength: MAX_TEXT }),
  config: NotificationConfig,
}

export const EventNotificationDraft = Type.Object(
  { id: Type.Optional(nullable(Type.String({ description: 'In a PUT, the one of the path' }))), ...facts },
  { title: 'EventNotificationDraft', ...closed },
)
export type EventNotificationDraft = Static<typeof EventNotificationDraft>

export const EventNotification = Type.Object({ id: Type.String(), ...facts }, { title: 'EventNotification' })
export type EventNotification = Static<typeof EventNotification>

export const EventNotificationList = Type.Object(
  {
    total: Type.Integer(),
    count: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
    query: Type.String(),
    grand_total: Type.Integer({ description: 'Of all notifications' }),
    notifications: Type.Array(EventNotification),
  },
  { title: 'EventNotificationList' },
)
export type EventNotificationList = Static<typeof EventNotificationList>

export const LegacyCallbackTypes = Type.Object(
  {
    types: Type.Record(Type.String(), Type.Object({ name: Type.String(), configuration: ConfigRequest })),
  },
  { title: 'LegacyCallbackTypes' },
)
export type LegacyCallbackTypes = Static<typeof LegacyCallbackTypes>

export const NotificationTypes = Type.Object(
  {
    types: Type.Array(Type.Object({ type: Type.String(), default_config: NotificationConfig, form: TypeForm }), {
      description: 'In the order in which they are offered',
    }),
  },
  { title: 'NotificationTypes' },
)
export type NotificationTypes = Static<typeof NotificationTypes>

export const MessageSummary = Type.Object(
  {
    index: Type.String(),
    id: Type.String(),
    message: Type.String(),
    source: Type.String(),
    timestamp: IsoInstant,
    stream_ids: Type.Array(Type.String()),
    fields: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'MessageSummary' },
)
export type MessageSummary = Static<typeof MessageSummary>

/** What templates know, and the body of HTTP notifications. */
export const NotificationModel = Type.Object(
  {
    event_definition_id: Type.String(),
    event_definition_type: Type.String(),
    event_definition_title: Type.String(),
    event_definition_description: Type.String(),
    job_definition_id: Type.String(),
    job_trigger_id: Type.String(),
    event: EventDto,
    backlog: Type.Array(MessageSummary),
  },
  { title: 'NotificationModel' },
)
export type NotificationModel = Static<typeof NotificationModel>

/** For templates: ours beside those of the Graylog 4.0 API. */
export interface TemplateModel extends NotificationModel {
  /** The condition of the alert has ended. */
  readonly recovered: boolean
  /** Address of the event in the console; empty if the address of the console is not set. */
  readonly event_url: string
  readonly remediation_steps: string
  /** What differed when the alert opened: a sentence, and a line for each of the first findings. May be empty. */
  readonly explanation: string
}

const listQuery = Type.Object({
  page: Type.Optional(int({ description: 'From 1' })),
  per_page: Type.Optional(int({ description: '50 by default, 0 for all' })),
  query: Type.Optional(Type.String()),
})
const area = 'events'
const { get, post, del } = inArea(area)

export const eventNotifications = crud({
  id: 'event_notifications',
  area,
  path: '/events/notifications',
  key: 'id',
  one: 'notification',
  access: { ...perObject('eventnotifications', 'id'), list: signedIn },
  audit: 'event-notification',
  entity: EventNotification,
  draft: EventNotificationDraft,
  refused: refusedForm,
  list: {
    summary: 'The notifications that the caller may read, by title',
    query: listQuery,
    answers: { 200: EventNotificationList, 400: ApiError },
  },
  get: {},
  create: {},
  update: { summary: 'Replace a notification' },
  delete: { summary: 'Delete a notification, and remove it from all definitions', answers: { 204: NoBody } },
})
export const {
  list: listEventNotifications,
  get: getEventNotification,
  create: createEventNotification,
  update: updateEventNotification,
  delete: deleteEventNotification,
} = eventNotifications

export const testNewEventNotification = post('/events/notifications/test', {
  id: 'event_notifications.test_new',
  summary: 'Send a notification of a test event with a config that is not stored',
  access: holds('eventnotifications:create'),
  audit: 'event-notification:test',
  isOutside: true,
  body: EventNotificationDraft,
  answers: { 200: NoBody, 400: refusedForm, 500: ApiError },
})

export const testEventNotification = post('/events/notifications/{id}/test', {
  id: 'event_notifications.test',
  summary: 'Send a notification of a test event',
  access: holds('eventnotifications:edit:<id>'),
  audit: 'event-notification:test',
  isOutside: true,
  answers: { 200: NoBody, 404: ApiError, 500: ApiError },
})

export const listNotificationTypes = get('/events/notifications/types', {
  id: 'event_notifications.types',
  summary: 'The types of notifications, with their forms and a config to begin with',
  access: signedIn,
  answers: { 200: NotificationTypes },
})

export const listLegacyCallbackTypes = get('/events/notifications/legacy/types', {
  id: 'event_notifications.legacy_types',
  summary: 'The types of alarm callbacks that notifications can run',
  access: signedIn,
  answers: { 200: LegacyCallbackTypes },
})

export const TemplatePreview = Type.Object(
  {
    text: Type.String({ description: 'The template with an event' }),
    problems: Type.Array(Type.Object({ message: Type.String(), at: Type.Integer() })),
    missing: Type.Array(Type.String(), { description: 'Names in it that have no value' }),
  },
  { title: 'TemplatePreview' },
)
export type TemplatePreview = Static<typeof TemplatePreview>

export const previewNotificationTemplate = post('/events/notifications/preview', {
  id: 'event_notifications.preview',
  summary: 'Show a template with a stored event that the caller may see, or with a test event',
  access: holds('eventnotifications:create'),
  audit: READS_ONLY,
  body: Type.Object(
    {
      template: Type.String({ maxLength: MAX_NOTIFICATION_TEMPLATE }),
      event_id: Type.Optional(nullable(Type.String())),
      is_html: Type.Optional(
        Type.Boolean({ description: 'Values of the event are escaped, as in the HTML of a mail' }),
      ),
    },
    { title: 'TemplatePreviewRequest', ...closed },
  ),
  answers: { 200: TemplatePreview, 404: ApiError },
})

export const QueuedNotification = Type.Object(
  {
    id: Type.String(),
    notification_id: Type.String(),
    notification_title: Type.String(),
    event_definition_id: Type.String(),
    event_id: Type.String(),
    event_message: Type.String(),
    queued_at: IsoInstant,
    next_time: IsoInstant,
    status: Type.String(),
    problem: nullable(Type.String({ description: 'Why it was not sent yet, or not at all' })),
  },
  { title: 'QueuedNotification' },
)
export type QueuedNotification = Static<typeof QueuedNotification>

const QueueFilter = Type.Object({
  notification_id: Type.Optional(Type.String()),
  event_definition_id: Type.Optional(Type.String()),
})

const NotificationPause = Type.Object(
  {
    notification_id: Type.String(),
    paused_until: IsoInstant,
    failures: Type.Integer({ description: 'Attempts without a response, one after another' }),
    reason: Type.String(),
  },
  { title: 'NotificationPause' },
)
export type NotificationPause = Static<typeof NotificationPause>

const DroppedNotifications = Type.Object(
  { notification_id: Type.String(), count: Type.Integer(), last_at: IsoInstant },
  { title: 'DroppedNotifications' },
)
export type DroppedNotifications = Static<typeof DroppedNotifications>

export const listQueuedNotifications = get('/events/notifications/queue', {
  id: 'event_notifications.queue',
  summary: 'The notifications that wait to be sent or failed within a day, as far as the caller may read them',
  access: signedIn,
  query: QueueFilter,
  answers: {
    200: Type.Object(
      {
        total: Type.Integer(),
        queued: Type.Array(QueuedNotification, { description: 'The oldest 1,000' }),
        pauses: Type.Array(NotificationPause, { description: 'Of notifications whose other side does not respond' }),
        dropped: Type.Array(DroppedNotifications, { description: 'In the last days, because too many waited' }),
      },
      { title: 'NotificationQueue' },
    ),
  },
})

export const retryQueuedNotifications = post('/events/notifications/{id}/queue/retry', {
  id: 'event_notifications.retry',
  summary: 'End the pause of a notification whose other side did not respond, and try it again',
  access: holds('eventnotifications:edit:<id>'),
  audit: 'event-notification:retry',
  isOutside: true,
  answers: { 204: NoBody, 404: ApiError },
})

export const clearQueuedNotifications = del('/events/notifications/{id}/queue', {
  id: 'event_notifications.clear_queue',
  summary: 'Drop what waits to be sent by a notification',
  access: holds('eventnotifications:edit:<id>'),
  audit: 'event-notification:clear-queue',
  query: Type.Object({ event_definition_id: Type.Optional(Type.String()) }),
  answers: { 200: Type.Object({ cleared: Type.Integer() }, { title: 'ClearedQueue' }), 404: ApiError },
})

export const MAX_QUEUE_LISTED = MAX_LIST
