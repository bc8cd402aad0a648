/** `HTTPAlarmCallback`: posts the alarm as JSON. */
import { configField } from '@logyard/contract/configured/config-field'
import { HTTP_ALARM_CALLBACK } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { isHttp } from '../../platform/outgoing/fetch-checked.ts'
import type { UrlWhitelist } from '../../url-whitelist/url-whitelist.ts'
import { alarmCallbackFailed, alarmCallbackRefused } from '../legacy-alert-errors.ts'
import type { Alarm } from './alarm.ts'
import { type AlarmCallbackType, type CallbackConfiguration, textIn } from './callback-type.ts'

const DEFAULT_URL = 'https://example.org/alerts'
const LIMIT_MS = 15_000
/** The response is only read for its status. */
const MAX_ANSWER_BYTES = 2000
const MAX_URL = 8000

export const createHttpCallback = (whitelist: Pick<UrlWhitelist, 'isAllowed' | 'fetch'>): AlarmCallbackType => ({
  type: HTTP_ALARM_CALLBACK,
  name: 'HTTP Alarm Callback [Deprecated]',
  fields: () => ({
    url: configField('text', 'URL', 'The address that alarms are posted to', DEFAULT_URL, { required: true }),
  }),
  async check(configuration) {
    const url = readUrl(configuration)
    const isListed = await whitelist.isAllowed(url.href)
    if (!isListed) throw alarmCallbackRefused(`URL <${url.href}> is not whitelisted.`)
  },
  async run(configuration, alarm, { signal }) {
    const url = readUrl(configuration)
    const { ok, status } = await whitelist.fetch({
      url,
      method: 'POST',
      headers: new Headers({ 'content-type': 'application/json', 'user-agent': 'Logyard' }),
      body: JSON.stringify(bodyOf(alarm)),
      limitMs: LIMIT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      cutsBody: true,
      signal,
    })
    if (!ok) throw alarmCallbackFailed(`Expected successful HTTP response [2xx] but got [${status}]. ${url.origin}`)
  },
})

function readUrl(configuration: CallbackConfiguration): URL {
  const text = textIn(configuration, 'url')
  if (text === '') throw alarmCallbackRefused('URL parameter is missing.')
  const url = URL.canParse(text) && text.length <= MAX_URL ? new URL(text) : undefined
  if (url === undefined || !isHttp(url)) throw alarmCallbackRefused(`Malformed URL: <${text}>`)
  return url
}

const bodyOf = ({ stream, condition, description, triggeredAt, messages }: Alarm) => ({
  stream,
  check_result: {
    triggered: true,
    result_description: description,
    triggered_condition: condition,
    triggered_at: triggeredAt,
    matching_messages: messages,
  },
})
