// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
/** Legacy alerts as users run them: a whole server, its input, a mail server and a web hook. */
import { EMAIL_ALARM_CALLBACK, HTTP_ALARM_CALLBACK } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../event-notifications/testing/mail-server.ts'
import { startWebHook, type WebHook } from '../event-notifications/testing/web-hook.ts'
import { INPUT, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'

let hook: WebHook
let mail: MailServer
let logyard: Receiver

beforeAll(async () => {
  hook = await startWebHook()
  mail = await startMailServer()
  logyard = await startReceiver({
    env: {
      LOGYARD_LEGACY_ALERTS: 'true',
      LOGYARD_ALERT_CHECK_SECONDS: '1',
      LOGYARD_EMAIL_ENABLED: 'true',
      LOGYARD_EMAIL_PORT: String(mail.port),
      LOGYARD_EMAIL_USE_TLS: 'false',
      LOGYARD_EMAIL_FROM: 'logyard@example.org',
      LOGYARD_EXTERNAL_URL: 'https://logs.example.org/',
    },
  })
  const entries = [{ id: 'hook', title: 'hook', type: 'literal', value: `${hook.url}/alarms` }]
  await call('PUT', '/system/urlwhitelist', { entries, disabled: false })
})
afterAll(async () => {
  await logyard[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

async function call(method: string, path: string, body?: unknown): Promise<ReturnType<typeof Object>> {
  const answer = await fetch(`${logyard.url}api${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`admin:${ADMIN_PASSWORD}`)}`,
      'content-type': 'application/json',
      'x-requested-by': 'test',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(answer.status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return Object(text === '' ? {} : JSON.parse(text))
}

async function startStream(): Promise<string> {
  const { index_sets } = await call('GET', '/system/indices/index_sets')
  const rules = [{ type: 1, field: 'room', value: 'orchard', inverted: false }]
  const draft = { title: 'Orchard', index_set_id: index_sets[0].id, rules }
  const { stream_id } = await call('POST', '/streams', draft)
  await call('POST', `/streams/${stream_id}/resume`)
  return String(stream_id)
}

test('a received message fires a condition, and its alert is sent by mail and to a web hook', async () => {
  const streamId = await startStream()
  const input = await logyard.launch(INPUT.gelfHttp)
  await call('POST', `/streams/${streamId}/alarmcallbacks`, {
    type: EMAIL_ALARM_CALLBACK,
    title: 'Mail',
    configuration: { subject: 'Alert: ${stream.title}', user_receivers: [], email_receivers: ['ada@example.org'] },
  })
  await call('POST', `/streams/${streamId}/alarmcallbacks`, {
    type: HTTP_ALARM_CALLBACK,
    title: 'Hook',
    configuration: { url: `${hook.url}/alarms` },
  })
  await call('POST', `/streams/${streamId}/alerts/conditions`, {
    type: 'field_content_value',
    title: 'Rotten apple',
    parameters: { field: 'apple', value: 'rotten', grace: 0, backlog: 3, repeat_notifications: false },
  })
  const message = { version: '1.1', host: 'tree', short_message: 'an apple fell', _room: 'orchard', _apple: 'rotten' }
  await fetch(`http://127.0.0.1:${input.port}/gelf`, { method: 'POST', body: JSON.stringify(message) })

  await expect.poll(() => [mail.mails.length, hook.requests.length]).toEqual([1, 1])
  expect(mail.mails[0]?.text).toContain('Subject: Alert: Orchard')
  expect(mail.mails[0]?.text).toContain('an apple fell')
  expect(hook.requests[0]?.json()).toMatchObject({
    stream: { id: streamId },
    check_result: {
      result_description: 'Stream received messages matching <apple:"rotten"> (Current grace time: 0 minutes)',
      matching_messages: [{ message: 'an apple fell', source: 'tree', fields: { apple: 'rotten' } }],
    },
  })

  const { alerts } = await call('GET', `/streams/${streamId}/alerts`)
  const alertId = String(alerts[0].id)
  const path = `/streams/${streamId}/alerts/${alertId}/history`
  await expect.poll(async () => (await call('GET', path)).total).toBe(2)
  const { histories } = await call('GET', path)
  expect(histories.map((run: { result: unknown }) => run.result)).toEqual([{ type: 'success' }, { type: 'success' }])
  const resolved = async () => (await call('GET', `/streams/alerts/${alertId}`)).resolved_at
  await expect.poll(resolved).not.toBeNull()
  const { alarm_stats } = await call('GET', '/system/cluster/stats')
  expect(alarm_stats).toEqual({
    alert_count: 1,
    alarmcallback_count_by_type: { [EMAIL_ALARM_CALLBACK]: 1, [HTTP_ALARM_CALLBACK]: 1 },
  })
})

test('a notification of an event runs an alarm callback', async () => {
  const { types } = await call('GET', '/events/notifications/legacy/types')
  expect(Object.keys(types)).toEqual([EMAIL_ALARM_CALLBACK, HTTP_ALARM_CALLBACK])
  expect(Object.keys(types[HTTP_ALARM_CALLBACK].configuration)).toEqual(['url'])
  const before = hook.requests.length
  await call('POST', '/events/notifications/test', {
    title: 'Legacy',
    description: '',
    config: {
      type: 'legacy-alarm-callback-notification-v1',
      callback_type: HTTP_ALARM_CALLBACK,
      configuration: { url: `${hook.url}/alarms` },
    },
  })
  expect(hook.requests.slice(before)[0]?.json()).toMatchObject({
    stream: { title: 'All streams' },
    check_result: {
      result_description: expect.stringContaining('Notification test message'),
      triggered_condition: { title: 'Event Definition Test Title' },
    },
  })
})
