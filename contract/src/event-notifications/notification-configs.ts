// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
/** What notifications are sent as, by type. Slack, Teams, PagerDuty and `http-notification-v2` are our own. */
import { type Static, Type } from 'typebox'
import { int, MAX_LIST } from '../http/bounds.ts'
import { byType } from '../http/by-type.ts'
import { nullable } from '../http/envelope.ts'
import { freeMap, mapOf } from '../http/open-parts.ts'

const closed = { additionalProperties: false } as const

export const MAX_NOTIFICATION_TEMPLATE = 50_000
const MAX_ADDRESS = 1000
const MAX_SUBJECT = 2000
const MAX_HEADERS = 50
const MAX_SECRET = 10_000
export const MAX_RETRIES = 20
export const MAX_NOTIFICATION_TIMEOUT_S = 60
export const MAX_RETRY_DELAY_S = 24 * 3600

const template = Type.String({ maxLength: MAX_NOTIFICATION_TEMPLATE })
const address = Type.String({ maxLength: MAX_ADDRESS })
const addresses = Type.Array(address, { maxItems: MAX_LIST })
const url = Type.String({ maxLength: 8000 })
const secret = Type.String({ maxLength: MAX_SECRET, description: 'Answered as a placeholder' })
const optional = Type.Optional

export const EmailNotificationConfig = Type.Object(
  {
    type: Type.Literal('email-notification-v1'),
    sender: optional(nullable(address)),
    subject: optional(nullable(Type.String({ maxLength: MAX_SUBJECT }))),
    body_template: optional(nullable(template)),
    user_recipients: optional(nullable(Type.Array(Type.String(), { maxItems: MAX_LIST, description: 'User names' }))),
    email_recipients: optional(nullable(addresses)),
    html_body_template: optional(nullable(template)),
    reply_to: optional(nullable(address)),
    cc_emails: optional(nullable(addresses)),
    bcc_emails: optional(nullable(addresses)),
    single_email: optional(nullable(Type.Boolean({ description: 'One mail to all, not one for each address' }))),
    time_zone: optional(
      nullable(Type.String({ maxLength: 100, description: 'Of the times in the mail; UTC if missing' })),
    ),
  },
  { title: 'EmailNotificationConfig', ...closed },
)
export type EmailNotificationConfig = Static<typeof EmailNotificationConfig>

export const HttpNotificationConfig = Type.Object(
  { type: Type.Literal('http-notification-v1'), url: optional(nullable(url)) },
  { title: 'HttpNotificationConfig', ...closed },
)
export type HttpNotificationConfig = Static<typeof HttpNotificationConfig>

export const HTTP_METHODS = ['POST', 'PUT', 'GET'] as const

export const CustomHttpNotificationConfig = Type.Object(
  {
    type: Type.Literal('http-notification-v2'),
    url: optional(nullable(url)),
    method: Type.Enum(HTTP_METHODS),
    content_type: Type.Enum(['application/json', 'text/plain', 'application/x-www-form-urlencoded']),
    headers: optional(nullable(mapOf(Type.String({ maxLength: MAX_SECRET }), { maxProperties: MAX_HEADERS }))),
    body_template: optional(nullable(template)),
    basic_auth_user: optional(nullable(Type.String({ maxLength: 1000 }))),
    basic_auth_password: optional(nullable(secret)),
    bearer_token: optional(nullable(secret)),
    timeout_seconds: optional(nullable(int({ minimum: 1, maximum: MAX_NOTIFICATION_TIMEOUT_S }))),
    retries: optional(
      nullable(int({ minimum: 0, maximum: MAX_RETRIES, description: 'After errors and 5xx; 0 by default' })),
    ),
    retry_delay_seconds: optional(
      nullable(int({ minimum: 1, maximum: MAX_RETRY_DELAY_S, description: 'Doubles with each retry' })),
    ),
  },
  { title: 'CustomHttpNotificationConfig', ...closed },
)
export type CustomHttpNotificationConfig = Static<typeof CustomHttpNotificationConfig>

export const SlackNotificationConfig = Type.Object(
  {
    type: Type.Literal('slack-notification-v1'),
    webhook_url: optional(nullable(secret)),
    channel: optional(nullable(Type.String({ maxLength: 200 }))),
    custom_message: optional(nullable(template)),
    color: optional(nullable(Type.String({ maxLength: 20 }))),
    user_name: optional(nullable(Type.String({ maxLength: 200 }))),
    icon_url: optional(nullable(url)),
    icon_emoji: optional(nullable(Type.String({ maxLength: 200 }))),
    notify_channel: optional(nullable(Type.Boolean())),
    link_names: optional(nullable(Type.Boolean())),
  },
  { title: 'SlackNotificationConfig', ...closed },
)
export type SlackNotificationConfig = Static<typeof SlackNotificationConfig>

export const TeamsNotificationConfig = Type.Object(
  {
    type: Type.Literal('teams-notification-v1'),
    webhook_url: optional(nullable(secret)),
    custom_message: optional(nullable(template)),
    color: optional(nullable(Type.String({ maxLength: 20 }))),
  },
  { title: 'TeamsNotificationConfig', ...closed },
)
export type TeamsNotificationConfig = Static<typeof TeamsNotificationConfig>

export const PagerDutyNotificationConfig = Type.Object(
  {
    type: Type.Literal('pagerduty-notification-v1'),
    routing_key: optional(nullable(secret)),
    client_name: optional(nullable(Type.String({ maxLength: 200 }))),
    client_url: optional(nullable(url)),
    key_prefix: optional(nullable(Type.String({ maxLength: 200 }))),
  },
  { title: 'PagerDutyNotificationConfig', ...closed },
)
export type PagerDutyNotificationConfig = Static<typeof PagerDutyNotificationConfig>

export const LegacyNotificationConfig = Type.Object(
  {
    type: Type.Literal('legacy-alarm-callback-notification-v1'),
    callback_type: optional(nullable(Type.String({ maxLength: 200 }))),
    configuration: optional(nullable(freeMap('By the type of the callback'))),
  },
  { title: 'LegacyNotificationConfig', ...closed },
)
export type LegacyNotificationConfig = Static<typeof LegacyNotificationConfig>

export type NotificationConfig =
  | EmailNotificationConfig
  | HttpNotificationConfig
  | CustomHttpNotificationConfig
  | SlackNotificationConfig
  | TeamsNotificationConfig
  | PagerDutyNotificationConfig
  | LegacyNotificationConfig

/** Another or a missing type is an error of validation, so the schema lets it pass. */
export const NotificationConfig = byType<NotificationConfig>(
  'NotificationConfig',
  {
    'email-notification-v1': EmailNotificationConfig,
    'http-notification-v1': HttpNotificationConfig,
    'http-notification-v2': CustomHttpNotificationConfig,
    'slack-notification-v1': SlackNotificationConfig,
    'teams-notification-v1': TeamsNotificationConfig,
    'pagerduty-notification-v1': PagerDutyNotificationConfig,
    'legacy-alarm-callback-notification-v1': LegacyNotificationConfig,
  },
  { isOpen: true, isTypeOptional: true, others: 'Of an unknown type: refused by validation' },
)

export const DEFAULT_EMAIL_SUBJECT = 'Logyard event notification: ${event_definition_title}'

/** Shows everything that an event has. */
export const DEFAULT_EMAIL_BODY = `\${if recovered}The condition of this alert has ended.

\${end}--- [Event Definition] ---------------------------
Title:       \${event_definition_title}
Description: \${event_definition_description}
Type:        \${event_definition_type}
--- [Event] --------------------------------------
Timestamp:            \${event.timestamp}
Message:              \${event.message}
Source:               \${event.source}
Key:                  \${event.key}
Priority:             \${event.priority}
Alert:                \${event.alert}
Timestamp Processing: \${event.timestamp_processing}
Timerange Start:      \${event.timerange_start}
Timerange End:        \${event.timerange_end}
Source Streams:       \${foreach event.source_streams stream , }\${stream}\${end}
Fields:
\${foreach event.fields field}  \${field.key}: \${field.value}
\${end}\${if explanation}--- [What differs] -------------------------------
\${explanation}
\${end}\${if event_url}
\${event_url}
\${end}\${if backlog}--- [Backlog] ------------------------------------
Last messages accounting for this alert:
\${foreach backlog message}
\${message.timestamp} \${message.source}: \${message.message}
\${end}\${end}`
