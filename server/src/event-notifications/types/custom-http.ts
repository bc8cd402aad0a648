/** `http-notification-v2`: a request with a method, headers, a body template and credentials. */
import type { TypeFormOf } from '@logyard/contract/configured/field'
import {
  type CustomHttpNotificationConfig,
  HTTP_METHODS,
  MAX_NOTIFICATION_TIMEOUT_S,
  MAX_RETRIES,
  MAX_RETRY_DELAY_S,
} from '@logyard/contract/event-notifications/notification-configs'
import { bodyModel } from '../notification-model.ts'
import { type NotificationContext, NotificationPutOff, type NotificationType } from '../notification-type.ts'
import { templateProblems } from '../template-problems.ts'
import { httpUrlProblems } from './http.ts'
import { type SendOver, UnacceptedNotification } from './post-json.ts'

const DEFAULT_TIMEOUT_S = 15
const DEFAULT_RETRY_DELAY_S = 30
const MAX_RETRY_DELAY_MS = MAX_RETRY_DELAY_S * 1000
/** Headers that have a meaning for the request itself. */
const FORBIDDEN_HEADERS = /^(?:host|content-length|transfer-encoding|connection|content-type)$/i
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** A request without a body. */
const GET = { name: 'method', values: ['GET'] }
const named = (value: string) => ({ value, label: value })
const CREDENTIALS = { section: 'Credentials', is_optional: true } as const
const RETRIES = { section: 'Timeout and retries', is_narrow: true, is_optional: true } as const

const FORM: TypeFormOf<CustomHttpNotificationConfig> = {
  title: 'Custom HTTP notification',
  help: 'With your own method, headers, body and credentials',
  fields: [
    { kind: 'url', name: 'url', label: 'URL' },
    { kind: 'choice', name: 'method', label: 'Method', options: HTTP_METHODS.map(named), is_narrow: true },
    {
      kind: 'choice',
      name: 'content_type',
      label: 'Content type',
      options: ['application/json', 'text/plain', 'application/x-www-form-urlencoded'].map(named),
      is_narrow: true,
      hidden_while: GET,
    },
    { kind: 'headers', name: 'headers', label: 'Headers' },
    {
      kind: 'template',
      name: 'body_template',
      label: 'Body template',
      help: 'Empty: the event and its backlog as JSON. Type ${ for names.',
      is_optional: true,
      hidden_while: GET,
    },
    { kind: 'preview', name: 'preview', label: 'Preview', templates: ['body_template'], hidden_while: GET },
    { kind: 'text', name: 'basic_auth_user', label: 'User name', is_narrow: true, ...CREDENTIALS },
    { kind: 'secret', name: 'basic_auth_password', label: 'Password', is_narrow: true, ...CREDENTIALS },
    {
      kind: 'secret',
      name: 'bearer_token',
      label: 'Bearer token',
      help: 'Replaces user name and password.',
      ...CREDENTIALS,
    },
    {
      kind: 'number',
      name: 'timeout_seconds',
      label: 'Timeout in seconds',
      placeholder: String(DEFAULT_TIMEOUT_S),
      min: 1,
      max: MAX_NOTIFICATION_TIMEOUT_S,
      ...RETRIES,
    },
    {
      kind: 'number',
      name: 'retries',
      label: 'Retries',
      help: 'After connection errors, 429 and 5xx.',
      min: 0,
      max: MAX_RETRIES,
      ...RETRIES,
    },
    {
      kind: 'number',
      name: 'retry_delay_seconds',
      label: 'Retry delay in seconds',
      help: 'Doubles with each retry.',
      placeholder: String(DEFAULT_RETRY_DELAY_S),
      min: 1,
      max: MAX_RETRY_DELAY_S,
      disabled_while: { name: 'retries', values: [0, null] },
      ...RETRIES,
    },
  ],
}

export const createCustomHttpType = (sendOver: SendOver): NotificationType<CustomHttpNotificationConfig> => ({
  type: 'http-notification-v2',
  defaultConfig: {
    type: 'http-notification-v2',
    url: '',
    method: 'POST',
    content_type: 'application/json',
    headers: {},
    body_template: '',
    retries: 0,
  },
  form: FORM,
  secrets: ['basic_auth_password', 'bearer_token', 'headers'],
  secretsFor: ({ url }) => originOf(url ?? ''),
  normalise: (config) => config,
  problems: (config) => ({
    ...httpUrlProblems(config.url),
    ...headerProblems(config),
    ...templateProblems('body_template', config.body_template),
  }),
  async send(config, context) {
    try {
      await sendOver(await requestOf(config, context))
    } catch (error) {
      throw retried(error, config, context)
    }
  },
})

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url)

async function requestOf(config: CustomHttpNotificationConfig, { model, render, signal }: NotificationContext) {
  const headers = new Headers({ 'user-agent': 'Logyard', ...config.headers })
  if (config.basic_auth_user) {
    const credentials = `${config.basic_auth_user}:${config.basic_auth_password ?? ''}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
  if (config.bearer_token) headers.set('authorization', `Bearer ${config.bearer_token}`)
  const { url, method, body_template: template } = config
  const limitMs = (config.timeout_seconds ?? DEFAULT_TIMEOUT_S) * 1000
  if (method === 'GET') return { url: url ?? '', method, headers, body: undefined, limitMs, signal }
  headers.set('content-type', config.content_type)
  const isDefault = (template ?? '').trim() === ''
  const [rendered = ''] = isDefault ? [] : await render([{ template: template ?? '', kind: 'text' }])
  const body = isDefault ? JSON.stringify(bodyModel(model)) : rendered
  return { url: url ?? '', method, headers, body, limitMs, signal }
}

/** An answer that the other side refuses the notification is final, unless it has a fault itself. */
function retried(error: unknown, config: CustomHttpNotificationConfig, { attempt, isTest }: NotificationContext) {
  if (error instanceof NotificationPutOff || isTest || attempt >= (config.retries ?? 0)) return error
  if (error instanceof UnacceptedNotification && error.status < 500 && error.status !== 429) return error
  const delayMs = (config.retry_delay_seconds ?? DEFAULT_RETRY_DELAY_S) * 1000 * 2 ** attempt
  const message = error instanceof Error ? error.message : String(error)
  return new NotificationPutOff(message, { cause: error, delayMs: Math.min(delayMs, MAX_RETRY_DELAY_MS) })
}

function headerProblems({ headers }: CustomHttpNotificationConfig): Readonly<Record<string, readonly string[]>> {
  const problems = Object.entries(headers ?? {}).flatMap(([name, value]) => {
    if (!HEADER_NAME.test(name)) return [`"${name}" is not a valid name of a header.`]
    if (FORBIDDEN_HEADERS.test(name)) return [`The header ${name} cannot be set.`]
    return HEADER_VALUE.test(value) ? [] : [`The value of the header ${name} has characters that are not allowed.`]
  })
  return problems.length === 0 ? {} : { headers: problems }
}
