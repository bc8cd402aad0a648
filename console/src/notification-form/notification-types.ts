/** The types of notifications: their names, and the config that a new one begins with. */
import {
  DEFAULT_EMAIL_BODY,
  DEFAULT_EMAIL_SUBJECT,
  type NotificationConfig,
} from '@logyard/contract/event-notifications/notification-configs'
import {
  IconAlertTriangle,
  IconApi,
  IconBellRinging,
  IconBrandSlack,
  IconBrandTeams,
  IconMail,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import type { MessageId } from '../base/text/catalogues.ts'

export type NotificationTypeName = NotificationConfig['type']

interface NotificationTypeInfo {
  readonly label: MessageId
  readonly help: MessageId
  readonly icon: TablerIcon
  readonly create: () => NotificationConfig
}

/** In the order of the form. */
export const NOTIFICATION_TYPES: Readonly<Record<NotificationTypeName, NotificationTypeInfo>> = {
  'email-notification-v1': {
    label: 'eventNotifications.type.email',
    help: 'eventNotifications.type.email.help',
    icon: IconMail,
    create: () => ({
      type: 'email-notification-v1',
      sender: null,
      subject: DEFAULT_EMAIL_SUBJECT,
      body_template: DEFAULT_EMAIL_BODY,
      user_recipients: [],
      email_recipients: [],
    }),
  },
  'http-notification-v1': {
    label: 'eventNotifications.type.http',
    help: 'eventNotifications.type.http.help',
    icon: IconWebhook,
    create: () => ({ type: 'http-notification-v1', url: '' }),
  },
  'http-notification-v2': {
    label: 'eventNotifications.type.customHttp',
    help: 'eventNotifications.type.customHttp.help',
    icon: IconApi,
    create: () => ({
      type: 'http-notification-v2',
      url: '',
      method: 'POST',
      content_type: 'application/json',
      headers: {},
      body_template: '',
      retries: 0,
    }),
  },
  'slack-notification-v1': {
    label: 'eventNotifications.type.slack',
    help: 'eventNotifications.type.slack.help',
    icon: IconBrandSlack,
    create: () => ({ type: 'slack-notification-v1', webhook_url: '', custom_message: '' }),
  },
  'teams-notification-v1': {
    label: 'eventNotifications.type.teams',
    help: 'eventNotifications.type.teams.help',
    icon: IconBrandTeams,
    create: () => ({ type: 'teams-notification-v1', webhook_url: '', custom_message: '' }),
  },
  'pagerduty-notification-v1': {
    label: 'eventNotifications.type.pagerduty',
    help: 'eventNotifications.type.pagerduty.help',
    icon: IconAlertTriangle,
    create: () => ({ type: 'pagerduty-notification-v1', routing_key: '', client_name: '', client_url: '' }),
  },
  'legacy-alarm-callback-notification-v1': {
    label: 'eventNotifications.type.legacy',
    help: 'eventNotifications.type.legacy.help',
    icon: IconBellRinging,
    create: () => ({ type: 'legacy-alarm-callback-notification-v1', callback_type: '', configuration: {} }),
  },
}

/** A stored config may be of a type that this console does not know. */
export const isKnownType = (type: string): type is NotificationTypeName => Object.hasOwn(NOTIFICATION_TYPES, type)
