// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
import type {
  EventNotification,
  EventNotificationList,
} from '@logyard/contract/event-notifications/event-notifications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../testing/server-process.ts'
import { type MailServer, startMailServer } from './testing/mail-server.ts'
import { startWebHook, type WebHook } from './testing/web-hook.ts'

let hook: WebHook
let mail: MailServer
let server: ServerProcess

beforeAll(async () => {
  hook = await startWebHook()
  mail = await startMailServer()
  server = await startServer({
    env: {
      LOGYARD_EMAIL_ENABLED: 'true',
      LOGYARD_EMAIL_HOSTNAME: '127.0.0.1',
      LOGYARD_EMAIL_PORT: String(mail.port),
      LOGYARD_EMAIL_USE_TLS: 'false',
      LOGYARD_EMAIL_FROM: 'logyard@example.org',
      LOGYARD_EXTERNAL_URL: 'https://logs.example.org/',
    },
  })
  await whitelist(hook.url)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

interface Answer {
  readonly status: number
  readonly text: string
  json<T = Record<string, unknown>>(): T
}

async function call(method: string, path: string, body?: unknown, as = `admin:${ADMIN_PASSWORD}`): Promise<Answer> {
  const answer = await fetch(`${server.url}api${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(as).toString('base64')}`,
      'x-requested-by': 'test',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, text, json: <T>() => JSON.parse(text) as T }
}

async function whitelist(prefix: string): Promise<void> {
  const entries = [{ id: 'hook', title: 'hook', type: 'regex', value: `^${prefix.replaceAll('.', '\\.')}/.*` }]
  const answer = await call('PUT', '/system/urlwhitelist', { entries, disabled: false })
  expect(answer.status, answer.text).toBe(204)
}

const draftOf = (config: object, title = 'A notification') => ({ title, description: '', config })
const post = (path: string) => ({ type: 'http-notification-v1', url: `${hook.url}${path}` })

async function create(config: object, title?: string): Promise<EventNotification> {
  const answer = await call('POST', '/events/notifications', draftOf(config, title))
  expect(answer.status, answer.text).toBe(200)
  return answer.json<EventNotification>()
}

async function addUser(username: string, permissions: readonly string[], roles = ['Reader']): Promise<string> {
  const password = `${username}-password`
  const user = {
    username,
    password,
    email: `${username}@example.com`,
    full_name: username,
    permissions,
    roles,
  }
  expect((await call('POST', '/users', user)).status).toBe(201)
  return `${username}:${password}`
}

test('a notification is created, listed, changed and deleted, twice without an error', async () => {
  const made = await create(post('/first'), 'Zebra')
  expect(made).toMatchObject({ title: 'Zebra', config: { type: 'http-notification-v1', url: `${hook.url}/first` } })
  expect((await call('GET', `/events/notifications/${made.id}`)).json()).toEqual(made)
  const list = (await call('GET', '/events/notifications?query=zebra&per_page=0')).json<EventNotificationList>()
  expect(list).toMatchObject({ total: 1, count: 1, page: 1, per_page: 0, query: 'zebra', notifications: [made] })
  const path = `/events/notifications/${made.id}`
  const changed = await call('PUT', path, { ...draftOf(post('/second'), 'Yak'), id: made.id })
  expect(changed.json()).toMatchObject({ id: made.id, title: 'Yak', config: { url: `${hook.url}/second` } })
  const other = await call('PUT', path, { ...draftOf(post('/x')), id: 'other' })
  expect([other.status, other.json()]).toEqual([400, { type: 'ApiError', message: "Notification IDs don't match" }])
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('DELETE', path)).status).toBe(204)
  const gone = await call('GET', path)
  expect([gone.status, gone.json()['message']]).toEqual([404, `Notification <${made.id}> doesn't exist`])
  expect((await call('PUT', path, draftOf(post('/x')))).status).toBe(404)
})

test('deleting a notification removes it from every definition', async () => {
  const made = await create(post('/used'))
  const definition = await call('POST', '/events/definitions?schedule=false', {
    title: 'Uses it',
    description: '',
    priority: 2,
    alert: true,
    config: {
      type: 'aggregation-v1',
      query: '',
      streams: [],
      group_by: [],
      series: [],
      search_within_ms: 60_000,
      execute_every_ms: 60_000,
    },
    field_spec: {},
    key_spec: [],
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
    notifications: [{ notification_id: made.id, notification_parameters: null }],
  })
  expect(definition.status, definition.text).toBe(200)
  await call('DELETE', `/events/notifications/${made.id}`)
  const left = await call('GET', `/events/definitions/${definition.json()['id']}`)
  expect(left.json()).toMatchObject({ notifications: [], alert: true })
})

test.each([
  [draftOf({ type: 'http-notification-v1', url: '' }, ' '), ['title', 'url']],
  [draftOf({}), ['config']],
  [draftOf({ type: 'script-notification-v1' }), ['config']],
  [
    draftOf({ type: 'email-notification-v1', sender: '', subject: '', body_template: '' }),
    ['sender', 'subject', 'body_template', 'recipients'],
  ],
  [draftOf({ type: 'legacy-alarm-callback-notification-v1' }), ['callback_type']],
  [draftOf({ type: 'slack-notification-v1', custom_message: '${if x}' }), ['webhook_url', 'custom_message']],
  [
    draftOf({
      type: 'http-notification-v2',
      url: 'http://a',
      method: 'POST',
      content_type: 'text/plain',
      headers: { Host: 'elsewhere', 'a b': 'c', d: 'e\r\nf' },
    }),
    ['headers'],
  ],
])('a notification with mistakes is refused by field: %j', async (draft, fields) => {
  const refused = await call('POST', '/events/notifications', draft)
  expect([refused.status, Object.keys(refused.json<{ errors: object }>().errors).sort()]).toEqual([
    400,
    [...fields].sort(),
  ])
  expect(refused.json()).toMatchObject({ failed: true, error_context: {} })
})

test('an email gets its defaults', async () => {
  const { config } = await create({ type: 'email-notification-v1', email_recipients: ['ann@example.org'] })
  expect(config).toMatchObject({
    sender: 'logyard@example.org',
    subject: 'Logyard event notification: ${event_definition_title}',
    user_recipients: [],
    email_recipients: ['ann@example.org'],
  })
})

test('secrets are never answered, and stay with the address that they were entered for', async () => {
  const config = {
    type: 'http-notification-v2',
    url: `${hook.url}/secret`,
    method: 'PUT',
    content_type: 'application/json',
    bearer_token: 'the token',
    headers: { 'x-key': 'the key' },
  }
  const made = await create(config)
  const path = `/events/notifications/${made.id}`
  expect(JSON.stringify([made, (await call('GET', '/events/notifications')).text])).not.toMatch(/the token|the key/)
  const kept = await call('PUT', path, { ...draftOf(made.config), title: 'Kept' })
  expect(kept.text).not.toMatch(/the token|the key/)
  expect((await call('POST', `${path}/test`)).status).toBe(200)
  expect(hook.requests.at(-1)).toMatchObject({
    method: 'PUT',
    headers: { authorization: 'Bearer the token', 'x-key': 'the key', 'content-type': 'application/json' },
  })
  // The test of a changed draft takes the stored secrets only to the stored address.
  const draft = { ...draftOf({ ...made.config, url: `${hook.url}/other` }), id: made.id }
  expect((await call('POST', '/events/notifications/test', draft)).status).toBe(200)
  expect(hook.requests.at(-1)?.headers['authorization']).toBe('Bearer the token')
  await using foreign = await startWebHook()
  await whitelist('http://127.0.0.1:[0-9]+')
  const stolen = { ...draftOf({ ...made.config, url: `${foreign.url}/take` }), id: made.id }
  await call('POST', '/events/notifications/test', stolen)
  expect(JSON.stringify(foreign.requests)).not.toMatch(/the token|the key/)
  const creator = await addUser('creator', ['eventnotifications:create', `eventnotifications:read:${made.id}`])
  await call('POST', '/events/notifications/test', { ...draftOf(made.config), id: made.id }, creator)
  expect(JSON.stringify(hook.requests.at(-1))).not.toMatch(/the token|the key/)
})

test('a test tells what the other side answered', async () => {
  const test = async (config: object) => {
    const answer = await call('POST', '/events/notifications/test', draftOf(config))
    return [answer.status, answer.text === '' ? '' : String(answer.json()['message'])]
  }
  expect(await test(post('/ok'))).toEqual([200, ''])
  expect(hook.requests.at(-1)?.json()).toMatchObject({
    event_definition_id: 'NotificationTestId',
    event_definition_type: 'test-dummy-v1',
    event_definition_title: 'Event Definition Test Title',
    job_definition_id: '<unknown>',
    event: {
      id: 'TEST_NOTIFICATION_ID',
      event_definition_type: 'notification-test-v1',
      message: 'Notification test message triggered from user <admin>',
      streams: ['000000000000000000000002'],
      key: 'testkey',
      fields: { field1: 'value1', field2: 'value2' },
    },
    backlog: [],
  })
  const [status, text] = await test(post('/status/500'))
  expect([status, text]).toEqual([500, expect.stringContaining('[500]')])
  expect(text).toContain('answer of /status/500')
  expect(await test(post('/redirect'))).toEqual([200, ''])
  expect(hook.requests.at(-1)).toMatchObject({ method: 'POST', path: '/elsewhere' })
  expect(await test(post('/long'))).toEqual([200, ''])
  expect(await test({ type: 'http-notification-v1', url: 'http://example.org/x' })).toEqual([
    500,
    'URL <http://example.org/x> is not whitelisted.',
  ])
  const secret = await test({ type: 'slack-notification-v1', webhook_url: 'https://hooks.example.org/T0/secret' })
  expect(secret).toEqual([500, 'URL <https://hooks.example.org/...> is not whitelisted.'])
})

test('a hook that hangs is given up after the time of the notification', async () => {
  const config = {
    type: 'http-notification-v2',
    url: `${hook.url}/hang`,
    method: 'POST',
    content_type: 'application/json',
    timeout_seconds: 1,
  }
  const answer = await call('POST', '/events/notifications/test', draftOf(config))
  expect(answer.status).toBe(500)
})

test('a hook that nobody answers for is told with the reason', async () => {
  const gone = await startWebHook()
  await gone[Symbol.asyncDispose]()
  await whitelist('http://127.0.0.1:[0-9]+')
  const answer = await call(
    'POST',
    '/events/notifications/test',
    draftOf({ type: 'http-notification-v1', url: `${gone.url}/` }),
  )
  await whitelist(hook.url)
  expect(answer.status).toBe(500)
  expect(answer.text).toContain('Nothing answers at 127.0.0.1:')
})

test('an email goes to each address once, or to all at once, with texts of templates', async () => {
  await addUser('ann', [])
  const config = {
    type: 'email-notification-v1',
    sender: 'alerts@example.org',
    subject: 'About ${event.fields.field1}\nBcc: evil@example.org',
    body_template: 'Say ${event.message}${if backlog} with messages${end}',
    html_body_template: '<p>${event.message}</p>',
    user_recipients: ['ann', 'nobody'],
    email_recipients: ['bob@example.org', 'ann@example.com'],
    reply_to: 'reply@example.org',
  }
  const before = mail.mails.length
  expect((await call('POST', '/events/notifications/test', draftOf(config))).status).toBe(200)
  const sent = mail.mails.slice(before)
  expect(sent.map(({ to }) => to).sort()).toEqual([['ann@example.com'], ['bob@example.org']])
  const text = (sent[0]?.text ?? '').replace(/=\r\n/g, '')
  expect(text).toMatch(/^Subject: About value1 Bcc: evil@example.org\r$/m)
  expect(text).toMatch(/^Reply-To: reply@example.org\r$/m)
  expect(text).not.toMatch(/^Bcc:/m)
  expect(text).toContain('Say Notification test message triggered from user <admin>')
  expect(text).toContain('<p>Notification test message triggered from user &lt;admin&gt;</p>')
  await call('POST', '/events/notifications/test', draftOf({ ...config, single_email: true }))
  expect(mail.mails.at(-1)?.to.toSorted()).toEqual(['ann@example.com', 'bob@example.org'])
  mail.refused.add('bob@example.org')
  const refused = await call('POST', '/events/notifications/test', draftOf(config))
  expect([refused.status, refused.json()['message']]).toEqual([500, expect.stringContaining('not known here')])
})

test('one user runs a few tests at a time', async () => {
  const hanging = draftOf({
    ...post('/hang'),
    type: 'http-notification-v2',
    method: 'POST',
    content_type: 'text/plain',
    timeout_seconds: 2,
  })
  const tests = Array.from({ length: 3 }, () => call('POST', '/events/notifications/test', hanging))
  const statuses = (await Promise.all(tests)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([429, 500, 500])
})

test('the mail transport is told without its password, and tried', async () => {
  expect((await call('GET', '/system/mail')).json()).toEqual({
    is_enabled: true,
    hostname: '127.0.0.1',
    port: mail.port,
    from: 'logyard@example.org',
    problem: null,
  })
  expect((await call('POST', '/system/mail/test', { to: 'eve@example.org' })).status).toBe(204)
  expect(mail.mails.at(-1)?.to).toEqual(['eve@example.org'])
})

test('every user can read the forms of notifications, but the sender of the mail settings only who may read these', async () => {
  const reader = await addUser('form-reader', ['streams:read:one'], [])
  const forms = await call('GET', '/events/notifications/types')
  const seen = await call('GET', '/events/notifications/types', undefined, reader)
  expect(forms.text).toContain('"placeholder":"logyard@example.org"')
  expect(seen.status).toBe(200)
  expect(seen.text).not.toContain('logyard@example.org')
  expect(seen.text).toBe(forms.text.replace(/"placeholder":"logyard@example.org",?/, ''))
})

test('only who may see a notification sees it, and only who may edit it tries it', async () => {
  const one = await create(post('/one'), 'One')
  const two = await create(post('/two'), 'Two')
  const reader = await addUser('reader', [`eventnotifications:read:${one.id}`])
  const list = (await call('GET', '/events/notifications', undefined, reader)).json<EventNotificationList>()
  expect(list.notifications.map(({ id }) => id)).toEqual([one.id])
  expect((await call('GET', `/events/notifications/${two.id}`, undefined, reader)).status).toBe(403)
  expect((await call('POST', `/events/notifications/${one.id}/test`, undefined, reader)).status).toBe(403)
  expect((await call('POST', '/events/notifications', draftOf(post('/three')), reader)).status).toBe(403)
  const queue = await call('GET', '/events/notifications/queue', undefined, reader)
  expect(queue.json()).toEqual({ total: 0, queued: [], pauses: [], dropped: [] })
})

test('a template is shown with a test event, with its mistakes and the names without a value', async () => {
  const template = '${event.key}: ${event.fields.field1} ${nothing} ${if open}'
  const answer = await call('POST', '/events/notifications/preview', { template })
  expect(answer.json()).toMatchObject({ text: 'testkey: value1  ', missing: ['nothing'] })
  expect(answer.json<{ problems: unknown[] }>().problems).toHaveLength(1)
  expect((await call('POST', '/events/notifications/preview', { template, event_id: 'unknown' })).status).toBe(404)
  const html = { template: '<b>${event.message}</b>', is_html: true }
  expect((await call('POST', '/events/notifications/preview', html)).json()).toMatchObject({
    text: '<b>Notification test message triggered from user &lt;admin&gt;</b>',
  })
})
