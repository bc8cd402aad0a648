/** The types of notifications, as the server describes them. */
import {
  listNotificationTypes,
  type NotificationTypes,
} from '@logyard/contract/event-notifications/event-notifications'
import {
  IconAlertTriangle,
  IconApi,
  IconBell,
  IconBellRinging,
  IconBrandSlack,
  IconBrandTeams,
  IconMail,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EVENT_NOTIFICATIONS_KEY } from '../alerting/alerting-keys.ts'
import type { Call } from '../api/api-client.ts'
import { pickQuery } from '../api/call-query.ts'
import { useCall } from '../base/services/services.tsx'

export type NotificationType = NotificationTypes['types'][number]

const ICONS: Readonly<Record<string, TablerIcon>> = {
  'email-notification-v1': IconMail,
  'http-notification-v1': IconWebhook,
  'http-notification-v2': IconApi,
  'slack-notification-v1': IconBrandSlack,
  'teams-notification-v1': IconBrandTeams,
  'pagerduty-notification-v1': IconAlertTriangle,
  'legacy-alarm-callback-notification-v1': IconBellRinging,
}

export const iconOf = (type: string): TablerIcon => ICONS[type] ?? IconBell

const notificationTypesQuery = (call: Call) => ({
  ...pickQuery(call, [...EVENT_NOTIFICATIONS_KEY, 'types'], ({ types }) => types, listNotificationTypes),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The types, in the order in which the form offers them. */
export const useNotificationTypes = () => useQuery(notificationTypesQuery(useCall()))

/** The type with this name; undefined until the types are loaded, and for a type that the server does not have. */
export const useNotificationType = (type: string): NotificationType | undefined =>
  useNotificationTypes().data?.find((known) => known.type === type)

/** The name of a type of notifications, in the words of the server. */
export const NotificationTypeName = ({ type }: { readonly type: string }) => (
  <span translate="no">{useNotificationType(type)?.form.title ?? type}</span>
)
