/** `http-notification-v1`: posts the event as JSON. */
import type { HttpNotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { bodyModel } from '../notification-model.ts'
import type { NotificationType } from '../notification-type.ts'
import type { SendOver } from './post-json.ts'

export const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, */*',
  'user-agent': 'Logyard',
}

export const httpUrlProblems = (url: string | null | undefined): Readonly<Record<string, readonly string[]>> =>
  (url ?? '').trim() === '' ? { url: ['HTTP Notification url cannot be empty.'] } : {}

export const createHttpType = (sendOver: SendOver): NotificationType<HttpNotificationConfig> => ({
  type: 'http-notification-v1',
  defaultConfig: { type: 'http-notification-v1', url: '' },
  form: {
    title: 'HTTP notification',
    help: 'The event as JSON, posted to a URL',
    fields: [{ kind: 'url', name: 'url', label: 'URL', help: 'Gets the event as JSON in a POST request.' }],
  },
  secrets: [],
  secretsFor: () => '',
  normalise: (config) => ({ type: config.type, url: config.url ?? '' }),
  problems: ({ url }) => httpUrlProblems(url),
  send: ({ url }, { model, signal }) =>
    sendOver({ url: url ?? '', headers: new Headers(JSON_HEADERS), body: JSON.stringify(bodyModel(model)), signal }),
})
