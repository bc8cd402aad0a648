// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
/** An alert that opens is explained, in a whole server: stored with it, and in the mail and the chat. */
import type { AlertExplanation } from '@logyard/contract/alerts/alert-evidence'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../event-notifications/testing/mail-server.ts'
import { startWebHook, type WebHook } from '../event-notifications/testing/web-hook.ts'
import {
  aDraft,
  countOver,
  type EventServer,
  MINUTE_MS,
  startEventServer,
} from '../events/testing/start-event-server.ts'

let hook: WebHook
let mail: MailServer
let server: EventServer
const PATIENCE = { timeout: 60_000, interval: 100 }
/** A version that somebody chose, to be read in a chat and in a mail. */
const HOSTILE = '9 <!channel> [x](https://evil.example) <b>'

beforeAll(async () => {
  hook = await startWebHook()
  mail = await startMailServer()
  server = await startEventServer({
    env: {
      LOGYARD_EMAIL_ENABLED: 'true',
      LOGYARD_EMAIL_HOSTNAME: '127.0.0.1',
      LOGYARD_EMAIL_PORT: String(mail.port),
      LOGYARD_EMAIL_USE_TLS: 'false',
      LOGYARD_EMAIL_FROM: 'logyard@example.org',
    },
  })
  const entries = [{ id: 'hook', title: 'hook', type: 'regex', value: `^${hook.url.replaceAll('.', '\\.')}/.*` }]
  await server.make('PUT', '/system/urlwhitelist', { entries, disabled: false })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
  await mail[Symbol.asyncDispose]()
})

const notify = async (config: object) =>
  String((await server.make('POST', '/events/notifications', { title: 'Tell', description: '', config })).id)

/** An hour with the same messages all the time, and a minute with others in it. */
async function sendFault(room: string, now: number): Promise<void> {
  for (const part of [0, 1, 2, 3])
    await server.send(
      Array.from({ length: 300 }, (_, place) => ({
        at: now - 62 * MINUTE_MS + (part * 300 + place) * 3000,
        fields: { room, version: `${place % 2}`, outcome: 'ok' },
      })),
    )
  await server.send(
    Array.from({ length: 60 }, (_, place) => ({
      at: now - 20_000 + place * 100,
      fields: { room, version: HOSTILE, outcome: 'failed' },
    })),
  )
}

async function define(room: string, stream: string, changes: object): Promise<string> {
  const config = countOver(20, {
    ...{ query: 'outcome:failed', streams: [stream] },
    ...{ search_within_ms: MINUTE_MS, execute_every_ms: 1000 },
  })
  const draft = aDraft({ title: `Failures in ${room}`, alert: true, ...changes, config })
  return String((await server.make('POST', '/events/definitions', draft)).id)
}

async function explainedAlert(definition: string): Promise<{ readonly id: string; readonly path: string }> {
  const alerts = async () => (await server.make('GET', `/events/alerts?definition=${definition}`)).alerts
  await expect.poll(alerts, PATIENCE).toHaveLength(1)
  const [{ id }] = await alerts()
  const path = `/events/alerts/${id}/explanation`
  await expect.poll(async () => (await server.make('GET', path)).state, PATIENCE).toBe('ready')
  return { id, path }
}

test('an alert is explained when it opens, in its mail and its chat too, and only for those who read its streams', async () => {
  const room = server.unique('room')
  const stream = await server.stream(room)
  const mailed = await notify({ type: 'email-notification-v1', email_recipients: ['ops@example.org'] })
  const html = await notify({
    ...{ type: 'email-notification-v1', email_recipients: ['html@example.org'] },
    ...{ body_template: '', html_body_template: '<pre>${explanation}</pre>' },
  })
  const text = { custom_message: 'Look: <https://logs.example.org|here>\n${explanation}' }
  const slack = await notify({ type: 'slack-notification-v1', webhook_url: `${hook.url}/slack`, ...text })
  const teams = await notify({ type: 'teams-notification-v1', webhook_url: `${hook.url}/teams`, ...text })
  await sendFault(room, Date.now())
  const definition = await define(room, stream, {
    notification_settings: { grace_period_ms: 3_600_000, backlog_size: 0 },
    notifications: [mailed, html, slack, teams].map((notification_id) => ({
      notification_id,
      notification_parameters: null,
    })),
  })
  const { id, path } = await explainedAlert(definition)
  const { explanation, explained_at }: AlertExplanation = await server.make('GET', path)
  expect(explained_at).not.toBeNull()
  const texts = explanation?.findings
    .slice(0, 1)
    .flatMap(({ same, ...first }) => [first.text, ...same.map((one) => one.text)])
  expect(texts).toContain('outcome: failed')
  expect(texts).toContain(`version: ${HOSTILE}`)

  await expect.poll(() => mail.mails.length, PATIENCE).toBe(2)
  const mailOf = (address: string) =>
    (mail.mails.find(({ to }) => to.includes(address))?.text ?? '').replace(/=\r\n/g, '').replaceAll('=3D', '=')
  expect(mailOf('ops@example.org')).toContain('--- [What differs]')
  expect(mailOf('ops@example.org')).toMatch(/- .* is new: 60 of \d+ messages, 0 of \d+ before \(so is .*version: 9/)
  expect(mailOf('html@example.org')).toContain('version: 9 &lt;!channel&gt;')
  expect(mailOf('html@example.org')).not.toContain('<b>')
  expect(mailOf('html@example.org')).toContain('is new: 60 of')
  await expect.poll(() => hook.requests.length, PATIENCE).toBe(2)
  const sent = (name: string) => hook.requests.find((request) => request.path === `/${name}`)?.body ?? ''
  expect(sent('slack')).toContain('<https://logs.example.org|here>')
  expect(sent('slack')).toContain('is new: 60 of')
  expect(sent('slack')).toContain('&lt;!channel&gt;')
  for (const hostile of ['<!channel>', '<b>']) expect(sent('slack')).not.toContain(hostile)
  expect(sent('teams')).toContain('is new: 60 of')
  expect(sent('teams')).toContain(String.raw`\\[x\\](https`)
  expect(sent('teams')).not.toMatch(/[^\\]\[x/)

  await server.make('PUT', `/events/definitions/${definition}/unschedule`)
  const other = await server.stream(server.unique('room'))
  // The alert is about one stream; the definition searches another one too.
  const reader = await server.user(server.unique('reader'), [`streams:read:${stream}`])
  const stranger = await server.user(server.unique('stranger'), [`streams:read:${other}`])
  expect(await server.make('GET', path, undefined, reader)).toMatchObject({ state: 'ready' })
  expect((await server.ask('GET', path, undefined, stranger)).status).toBe(404)
  const event_id = String((await server.make('GET', `/events/alerts/${id}`)).first_event_id)
  const preview = { template: '${explanation}', event_id }
  const shown = await server.make('POST', '/events/notifications/preview', preview)
  expect(shown.text).toContain('is new: 60 of')
})

test('an explanation of several streams is for those who may read all of them', async () => {
  const [room, empty] = [server.unique('room'), server.unique('room')]
  const [stream, other] = [await server.stream(room), await server.stream(empty)]
  await sendFault(room, Date.now())
  const config = countOver(20, {
    ...{ query: 'outcome:failed', streams: [stream, other] },
    ...{ search_within_ms: MINUTE_MS, execute_every_ms: 1000 },
  })
  const draft = aDraft({ title: 'Of two streams', alert: true, config })
  const definition = String((await server.make('POST', '/events/definitions', draft)).id)
  const { path } = await explainedAlert(definition)
  await server.make('PUT', `/events/definitions/${definition}/unschedule`)
  const reader = await server.user(server.unique('reader'), [`streams:read:${stream}`])
  expect(await server.make('GET', path, undefined, reader)).toEqual({
    ...{ state: 'none', explained_at: null, explanation: null },
  })
})

test('in a storm of alerts only a few are explained', async () => {
  const room = server.unique('room')
  const stream = await server.stream(room)
  const now = Date.now()
  await server.send(
    Array.from({ length: 40 }, (_, place) => ({ at: now - 5000, fields: { room, host: `host-${place}` } })),
  )
  const config = countOver(0, {
    ...{ streams: [stream], group_by: ['host'] },
    ...{ search_within_ms: MINUTE_MS, execute_every_ms: 1000 },
  })
  const draft = aDraft({ title: 'Storm', alert: true, config })
  const definition = String((await server.make('POST', '/events/definitions', draft)).id)
  const alerts = async (): Promise<readonly { readonly id: string }[]> =>
    (await server.make('GET', `/events/alerts?definition=${definition}&per_page=100`)).alerts
  await expect.poll(async () => (await alerts()).length, PATIENCE).toBe(40)
  const states = async () =>
    Promise.all(
      (await alerts()).map(async ({ id }) => (await server.make('GET', `/events/alerts/${id}/explanation`)).state),
    )
  await expect.poll(async () => (await states()).includes('waiting'), PATIENCE).toBe(false)
  await server.make('PUT', `/events/definitions/${definition}/unschedule`)
  expect((await states()).filter((state) => state === 'ready').length).toBe(5)
})
