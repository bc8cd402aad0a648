/** From a message to a notification, in a whole server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type MailServer, startMailServer } from '../event-notifications/testing/mail-server.ts'
import { startWebHook, type WebHook } from '../event-notifications/testing/web-hook.ts'
import { INPUT, type LaunchedInput } from '../senders/testing/receiver.ts'
import { freePort } from '../testing/free-port.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../testing/server-process.ts'

let hook: WebHook
let mail: MailServer
let folder: string
let server: ServerProcess
let input: LaunchedInput

const start = () =>
  startServer({
    dataFolder: folder,
    env: {
      LOGYARD_EMAIL_ENABLED: 'true',
      LOGYARD_EMAIL_HOSTNAME: '127.0.0.1',
      LOGYARD_EMAIL_PORT: String(mail.port),
      LOGYARD_EMAIL_USE_TLS: 'false',
      LOGYARD_EMAIL_FROM: 'logyard@example.org',
      LOGYARD_EXTERNAL_URL: 'https://logs.example.org/',
    },
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logyard-'))
  hook = await startWebHook()
  mail = await startMailServer()
  server = await start()
  input = await launchInput()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}api${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
      'x-requested-by': 'test',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(answer.status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

async function launchInput(): Promise<LaunchedInput> {
  const port = await freePort()
  const configuration = { bind_address: '127.0.0.1', port, recv_buffer_size: 65_536 }
  const { id } = await call('POST', '/system/inputs', {
    title: 'input',
    type: INPUT.gelfHttp,
    global: true,
    configuration,
  })
  await untilListening(port)
  return { id: String(id), type: INPUT.gelfHttp, port }
}

/** Resolves once the input listens: after a start of the server, inputs start later than the API. */
const untilListening = (port: number) =>
  vi.waitFor(async () => expect((await post(port, 'the input listens')).status).toBe(202), { timeout: 60_000 })

const post = (port: number, short_message: string) =>
  fetch(`http://127.0.0.1:${port}/gelf`, {
    method: 'POST',
    body: JSON.stringify({ version: '1.1', host: 'web-1', short_message, _user: 'ann' }),
  })

async function send(...texts: string[]): Promise<void> {
  for (const text of texts) expect((await post(input.port, text)).status).toBe(202)
}

const whitelist = (isOpen: boolean) =>
  call('PUT', '/system/urlwhitelist', {
    entries: [{ id: 'hook', title: 'hook', type: 'literal', value: isOpen ? `${hook.url}/hook` : 'http://nowhere/' }],
    disabled: false,
  })

async function notify(config: object): Promise<string> {
  return String((await call('POST', '/events/notifications', { title: 'Tell', description: '', config }))['id'])
}

const hits = {
  series: [{ id: 'count', function: 'count', field: null }],
  conditions: {
    expression: { expr: '>=', left: { expr: 'number-ref', ref: 'count' }, right: { expr: 'number', value: 3 } },
  },
}

async function define(query: string, notification: string, condition: object, backlog_size: number): Promise<string> {
  const definition = await call('POST', '/events/definitions', {
    title: `Watch ${query}`,
    description: '',
    priority: 3,
    alert: true,
    config: {
      type: 'aggregation-v1',
      query,
      query_parameters: [],
      streams: [],
      group_by: [],
      series: [],
      conditions: null,
      search_within_ms: 1000,
      execute_every_ms: 1000,
      ...condition,
    },
    field_spec: {},
    key_spec: [],
    notification_settings: { grace_period_ms: 0, backlog_size },
    notifications: [{ notification_id: notification, notification_parameters: null }],
  })
  return String(definition['id'])
}

/** The id of the alert of a definition. */
async function alertOf(definition: string): Promise<string> {
  const { alerts } = await call('GET', `/events/alerts?definition=${definition}`)
  return (alerts as { id: string }[])[0]?.id ?? ''
}

const bodies = () => hook.requests.map((request) => request.json())

test('a message that matches is notified of by mail and by web hook, with the messages behind the event', async () => {
  await whitelist(true)
  const http = await notify({ type: 'http-notification-v1', url: `${hook.url}/hook` })
  const email = await notify({ type: 'email-notification-v1', email_recipients: ['ops@example.org'] })
  const ids = [
    await define('"zebra"', http, {}, 5),
    await define('"camel"', http, { ...hits, search_within_ms: 60_000 }, 2),
    await define('"zebra"', email, {}, 1),
  ]
  await send('a zebra runs', 'camel 1', 'camel 2', 'camel 3')
  await expect.poll(() => bodies().length).toBeGreaterThanOrEqual(2)
  await expect.poll(() => mail.mails.length).toBe(1)
  for (const id of ids) await call('PUT', `/events/definitions/${id}/unschedule`)
  const zebra = bodies().find((body) => body['event_definition_title'] === 'Watch "zebra"')
  expect(zebra).toMatchObject({
    event_definition_id: ids[0],
    job_definition_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    event: { priority: 3, alert: true },
    backlog: [{ message: 'a zebra runs', source: 'web-1', fields: { user: 'ann' } }],
  })
  const camel = bodies().find((body) => body['event_definition_title'] === 'Watch "camel"')
  expect(camel).toMatchObject({ backlog: [{ message: 'camel 1' }, { message: 'camel 2' }] })
  const alert = await alertOf(ids[1] ?? '')
  const { deliveries } = await call('GET', `/events/alerts/${alert}/deliveries`)
  // Several runs may have found the messages.
  const sent = { title: 'Tell', kind: 'event', result: 'sent', attempts: 1, reason: null }
  expect(deliveries).toContainEqual(expect.objectContaining(sent))
  const { points, ...figure } = await call('GET', `/events/alerts/${alert}/figures`)
  expect(figure).toEqual({ series: 'count()', comparison: '>=', limit: 3, window_ms: 60_000 })
  const values = (points as { value: number }[]).map(({ value }) => value)
  expect([values[0], Math.max(...values)]).toEqual([0, 3])
  const { runs, last_fired_at } = await call('GET', `/events/definitions/${ids[1]}/runs`)
  expect(runs).toContainEqual(
    expect.objectContaining({ at: last_fired_at, result: 'fired', events: 1, figure: 3, reason: null }),
  )
  const [first] = mail.mails
  expect(first).toMatchObject({ from: 'logyard@example.org', to: ['ops@example.org'] })
  const text = (first?.text ?? '').replace(/=\r\n/g, '').replaceAll('=3D', '=')
  expect(text).toContain('Title:       Watch "zebra"')
  expect(text).toContain('a zebra runs')
  // The link leads to the event alone.
  const link = new URLSearchParams(/logs\.example\.org\/alerts\?(\S+)/.exec(text)?.[1])
  const timerange = { type: 'absolute', from: link.get('from'), to: link.get('to') }
  const found = await call('POST', '/events/search', { query: link.get('query'), timerange })
  expect(found).toMatchObject({ total_events: 1, events: [{ event: { event_definition_id: ids[2] } }] })
})

test('a notification that waits survives a kill, and is sent once', async () => {
  await whitelist(false)
  const settings = '/system/cluster_config/org.graylog.events.configuration.EventsConfiguration'
  const config = await call('GET', settings)
  await call('PUT', settings, { ...config, events_notification_retry_period: 1000 })
  const http = await notify({ type: 'http-notification-v1', url: `${hook.url}/hook` })
  const definition = await define('"heron"', http, {}, 0)
  await send('a heron stands')
  const queue = async () => {
    const found = await call('GET', `/events/notifications/queue?notification_id=${http}`)
    return found['queued'] as { event_message: string; problem: string | null }[]
  }
  await expect.poll(async () => (await queue())[0]?.problem).toContain('is not whitelisted')
  await call('PUT', `/events/definitions/${definition}/unschedule`)
  const deliveries = `/events/alerts/${await alertOf(definition)}/deliveries`
  expect(await call('GET', deliveries)).toMatchObject({
    deliveries: [{ result: 'retrying', reason: expect.stringContaining('is not whitelisted') }],
  })
  const before = hook.requests.length
  await server.end('SIGKILL')
  server = await start()
  await untilListening(input.port)
  expect(await queue()).toHaveLength(1)
  await whitelist(true)
  await expect.poll(queue, { timeout: 40_000 }).toEqual([])
  // Notifications of the tests before may have waited, too.
  const sent = bodies()
    .slice(before)
    .filter((body) => body['event_definition_id'] === definition)
  expect(sent).toHaveLength(1)
  expect(await call('GET', deliveries)).toMatchObject({ deliveries: [{ result: 'sent', reason: null }] })
})

test('what waits can be dropped', async () => {
  await whitelist(false)
  const http = await notify({ type: 'http-notification-v1', url: `${hook.url}/hook` })
  const definition = await define('"ibis"', http, {}, 0)
  await send('an ibis lands')
  const path = `/events/notifications/queue?notification_id=${http}`
  await expect.poll(async () => (await call('GET', path))['total']).toBe(1)
  await call('PUT', `/events/definitions/${definition}/unschedule`)
  await expect.poll(async () => (await call('DELETE', `/events/notifications/${http}/queue`))['cleared']).toBe(1)
  expect((await call('GET', path))['total']).toBe(0)
})
