import type { MessageId } from '../base/text/catalogues.ts'
import { useText } from '../base/text/text.tsx'

const LABELS: Readonly<Record<string, MessageId>> = {
  title: 'eventNotifications.title',
  description: 'eventNotifications.description',
  config: 'eventNotifications.type',
  sender: 'eventNotifications.email.sender',
  subject: 'eventNotifications.email.subject',
  body_template: 'eventNotifications.body',
  html_body_template: 'eventNotifications.email.html',
  recipients: 'eventNotifications.email.recipients',
  time_zone: 'ui.timeZone',
  url: 'eventNotifications.url',
  headers: 'eventNotifications.http.headers',
  webhook_url: 'eventNotifications.webhook',
  custom_message: 'eventNotifications.customMessage',
  routing_key: 'eventNotifications.pagerduty.routingKey',
  callback_type: 'eventNotifications.legacy.type',
}

/** The labels of the fields, by the names that the server gives their errors. */
export function useFieldLabels(): Readonly<Record<string, string>> {
  const t = useText()
  return Object.fromEntries(Object.entries(LABELS).map(([name, label]) => [name, t(label)]))
}
