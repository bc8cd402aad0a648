// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
import { EMAIL_ALARM_CALLBACK, HTTP_ALARM_CALLBACK } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { type LegacyAlertsUnderTest, startLegacyAlerts } from './testing/start-legacy-alerts.ts'

let engine: EngineUnderTest
let logyard: LegacyAlertsUnderTest

beforeAll(async () => {
  engine = await startTestEngine()
})
afterAll(() => engine[Symbol.asyncDispose]())
beforeEach(async () => {
  logyard = await startLegacyAlerts({ engine: engine.engine, isEnabled: false })
})
afterEach(() => logyard[Symbol.asyncDispose]())

const mailDraft = (configuration: object) => ({ type: EMAIL_ALARM_CALLBACK, title: 'Mail', configuration })
const hookDraft = (url: unknown) => ({ type: HTTP_ALARM_CALLBACK, title: 'Hook', configuration: { url } })
const RECEIVERS = { email_receivers: ['ada@example.org'] }

test('a callback is created, read, changed with its type as it was, and deleted', async () => {
  const { call, stream, hookCallback, hook } = logyard
  const streamId = await stream()
  const id = await hookCallback(streamId, `${hook.url}/one`)
  const path = `/streams/${streamId}/alarmcallbacks/${id}`
  const shown = {
    id,
    stream_id: streamId,
    type: HTTP_ALARM_CALLBACK,
    title: 'Hook',
    configuration: { url: `${hook.url}/one` },
    created_at: '2026-03-02T09:00:00.000+0000',
    creator_user_id: 'admin',
  }
  expect((await call('GET', path)).body).toEqual(shown)
  const list = { total: 1, alarmcallbacks: [shown] }
  expect((await call('GET', `/streams/${streamId}/alarmcallbacks`)).body).toEqual(list)
  expect((await call('GET', '/alerts/callbacks')).body).toEqual(list)
  const change = { ...hookDraft(`${hook.url}/two`), type: EMAIL_ALARM_CALLBACK, title: 'Changed' }
  expect((await call('PUT', path, { body: change })).status).toBe(204)
  expect((await call('GET', path)).body).toEqual({
    ...shown,
    title: 'Changed',
    configuration: { url: `${hook.url}/two` },
  })
  expect((await call('DELETE', path)).status).toBe(204)
  const again = await call('DELETE', path)
  expect([again.status, Object(again.body).message]).toEqual([404, `Alarm callback <${id}> not found`])
})

test.each([
  ['of an unknown type', { type: 'org.example.Siren', title: '', configuration: {} }, 'Invalid alarm callback type.'],
  ['with an unknown key', mailDraft({ subject: 'x', colour: 'red' }), 'Invalid configuration map'],
  ['without a subject', mailDraft({ sender: 'a@example.org' }), 'Sender or subject are missing or invalid.'],
  ['without a URL', hookDraft(''), 'URL parameter is missing.'],
  ['with a malformed URL', hookDraft('somewhere'), 'Malformed URL: <somewhere>'],
  ['with a file', hookDraft('file:///etc/passwd'), 'Malformed URL: <file:///etc/passwd>'],
  ['with another URL', hookDraft('https://example.org/alerts'), 'URL <https://example.org/alerts> is not whitelisted.'],
])('a callback %s is refused', async (_, body, message) => {
  const path = `/streams/${await logyard.stream()}/alarmcallbacks`
  const answer = await logyard.call('POST', path, { body })
  expect([answer.status, answer.body]).toEqual([400, { type: 'ApiError', message }])
})

test('a mail needs a sender: its own, or that of the server', async () => {
  await using silent = await startLegacyAlerts({ engine: engine.engine, from: '' })
  const path = `/streams/${await silent.stream()}/alarmcallbacks`
  const create = (configuration: object) => silent.call('POST', path, { body: mailDraft(configuration) })
  expect((await create({ subject: 'x' })).status).toBe(400)
  expect((await create({ subject: 'x', sender: 'own@example.org' })).status).toBe(201)
})

test('the types of callbacks describe their forms, with users only for callers who may list them', async () => {
  const { call, stream, addUser } = logyard
  const streamId = await stream()
  await addUser('reader', { permissions: [`streams:read:${streamId}`] })
  const { types } = Object((await call('GET', '/alerts/callbacks/types')).body)
  expect((await call('GET', `/streams/${streamId}/alarmcallbacks/available`)).body).toEqual({ types })
  expect(Object.keys(types)).toEqual([EMAIL_ALARM_CALLBACK, HTTP_ALARM_CALLBACK])
  const mail = types[EMAIL_ALARM_CALLBACK]
  expect(mail.name).toBe('Email Alarm Callback [Deprecated]')
  const fields = ['sender', 'subject', 'body', 'user_receivers', 'email_receivers']
  expect(Object.keys(mail.requested_configuration)).toEqual(fields)
  expect(mail.requested_configuration.email_receivers.attributes).toEqual(['allow_create'])
  const { url } = types[HTTP_ALARM_CALLBACK].requested_configuration
  expect(url).toMatchObject({ default_value: 'https://example.org/alerts', is_optional: false })
})

test('a test runs a callback with a made-up result, and tells why it fails', async () => {
  const { call, stream, hookCallback, mailCallback, hook, mail } = logyard
  const streamId = await stream('Orchard')
  const [works, fails] = [
    await hookCallback(streamId, `${hook.url}/works`),
    await hookCallback(streamId, `${hook.url}/status/503`),
  ]
  const mails = await mailCallback(streamId, { subject: 'Of ${stream.title}\r\nBcc: x@y.z', ...RECEIVERS })
  const run = (id: string) => call('POST', `/alerts/callbacks/${id}/test`)
  const [worked, failed, mailed] = [await run(works), await run(fails), await run(mails)]
  expect([worked.status, worked.text]).toEqual([200, ''])
  expect([failed.status, Object(failed.body).message]).toEqual([
    500,
    `Expected successful HTTP response [2xx] but got [503]. ${hook.url}`,
  ])
  expect(mailed.status).toBe(200)
  expect(mail.mails[0]?.to).toEqual(['ada@example.org'])
  expect(mail.mails[0]?.text).toMatch(/^Subject: Of Orchard Bcc: x@y.z\r$/m)
  expect(hook.requests[0]?.json()).toMatchObject({
    stream: { id: streamId },
    check_result: { triggered: true, triggered_condition: { title: 'Test Alert' }, matching_messages: [] },
  })
  expect((await run('5f00000000000000000000ff')).status).toBe(404)
})

test('a test of a stream runs all of its callbacks, and fails with the first reason', async () => {
  const { call, stream, hookCallback, hook } = logyard
  const streamId = await stream()
  const testAll = () => call('POST', `/streams/${streamId}/alerts/sendDummyAlert`)
  const without = await testAll()
  expect([without.status, Object(without.body).message]).toEqual([
    400,
    'Stream has no alarm callbacks, cannot send test alert.',
  ])
  await hookCallback(streamId, `${hook.url}/one`)
  expect((await testAll()).status).toBe(204)
  await hookCallback(streamId, `${hook.url}/status/500`)
  await hookCallback(streamId, `${hook.url}/three`)
  expect((await testAll()).status).toBe(500)
  expect(hook.requests.map(({ path }) => path).sort()).toEqual(['/one', '/one', '/status/500', '/three'])
})

test('a mail goes to addresses and users, once to each; others get theirs although one is refused', async () => {
  const { call, stream, mailCallback, mail, addUser } = logyard
  const streamId = await stream()
  await addUser('ada', { email: 'ada@example.org, ada.l@example.org' })
  mail.refused.add('nobody@example.org')
  const id = await mailCallback(streamId, {
    subject: 'Alert',
    user_receivers: ['ada', 'unknown'],
    email_receivers: ['nobody@example.org', 'ada@example.org', ' grace@example.org '],
  })
  const answer = await call('POST', `/alerts/callbacks/${id}/test`)
  expect([answer.status, Object(answer.body).message]).toEqual([500, expect.stringContaining('nobody@example.org')])
  expect(mail.mails.flatMap(({ to }) => to).sort()).toEqual([
    'ada.l@example.org',
    'ada@example.org',
    'grace@example.org',
  ])
})

test('a callback without receivers, and one without a mail server, says so', async () => {
  const { call, stream, mailCallback } = logyard
  const id = await mailCallback(await stream(), { subject: 'Alert' })
  const empty = await call('POST', `/alerts/callbacks/${id}/test`)
  expect([empty.status, Object(empty.body).message]).toEqual([500, 'Cannot send emails: empty recipient list.'])
  await using off = await startLegacyAlerts({ engine: engine.engine, isMailEnabled: false })
  const other = await off.mailCallback(await off.stream(), { subject: 'Alert', ...RECEIVERS })
  const disabled = await off.call('POST', `/alerts/callbacks/${other}/test`)
  expect([disabled.status, Object(disabled.body).message]).toEqual([
    500,
    'Email transport is not enabled in server configuration file!',
  ])
})

test('receivers are added to the email callbacks of a stream, and removed from them', async () => {
  const { call, stream, mailCallback, hookCallback, hook } = logyard
  const streamId = await stream()
  const change = (method: string, query: string) => call(method, `/streams/${streamId}/alerts/receivers?${query}`)
  await hookCallback(streamId, `${hook.url}/x`)
  const without = await change('POST', 'entity=ada&type=users')
  expect([without.status, Object(without.body).message]).toEqual([400, 'Stream has no email alarm callback.'])
  await mailCallback(streamId, { subject: 'Alert' })
  expect((await change('POST', 'entity=ada&type=users')).status).toBe(201)
  expect((await change('POST', 'entity=ada&type=users')).status).toBe(201)
  expect((await change('POST', 'entity=grace@example.org&type=emails')).status).toBe(201)
  const receivers = async () => Object((await call('GET', `/streams/${streamId}`)).body).alert_receivers
  expect(await receivers()).toEqual({ users: ['ada'], emails: ['grace@example.org'] })
  expect((await change('DELETE', 'entity=ada&type=users')).status).toBe(204)
  expect(await receivers()).toEqual({ users: [], emails: ['grace@example.org'] })
  const unknown = await change('POST', 'entity=ada&type=pigeons')
  expect([unknown.status, Object(unknown.body).message]).toEqual([400, 'No such type: [pigeons]'])
})

test('a reader of one stream sees its callbacks and no others, and changes, runs and tests none', async () => {
  const { call, stream, hookCallback, mailCallback, addUser, hook } = logyard
  const [own, other] = [await stream('Own'), await stream('Other')]
  const [ownId, otherId] = [await hookCallback(own, `${hook.url}/a`), await hookCallback(other, `${hook.url}/b`)]
  await mailCallback(own, { subject: 'Alert' })
  await addUser('reader', { permissions: [`streams:read:${own}`] })
  await addUser('editor', { permissions: [`streams:read:${own}`, `streams:edit:${own}`] })
  await addUser('blind', { permissions: [`streams:edit:${own}`] })
  const as = (name: string) => ({ as: `${name}:${name}-password` })
  const all = Object((await call('GET', '/alerts/callbacks', as('reader'))).body)
  expect(all.alarmcallbacks.map(({ stream_id }: { stream_id: string }) => stream_id)).toEqual([own, own])
  const refused: readonly [string, string, string, object?][] = [
    ['reader', 'GET', `/streams/${other}/alarmcallbacks`],
    ['reader', 'GET', `/streams/${other}/alarmcallbacks/${otherId}`],
    ['reader', 'POST', `/streams/${own}/alarmcallbacks`, hookDraft(`${hook.url}/c`)],
    ['reader', 'PUT', `/streams/${own}/alarmcallbacks/${ownId}`, hookDraft(`${hook.url}/c`)],
    ['reader', 'DELETE', `/streams/${own}/alarmcallbacks/${ownId}`],
    ['reader', 'POST', `/alerts/callbacks/${ownId}/test`],
    ['reader', 'POST', `/streams/${own}/alerts/receivers?entity=reader&type=users`],
    ['editor', 'POST', `/alerts/callbacks/${otherId}/test`],
    ['editor', 'POST', `/streams/${other}/alarmcallbacks`, hookDraft(`${hook.url}/c`)],
    ['blind', 'POST', `/streams/${own}/alarmcallbacks`, hookDraft(`${hook.url}/c`)],
    ['blind', 'POST', `/streams/${own}/alerts/receivers?entity=blind&type=users`],
    ['blind', 'POST', `/alerts/callbacks/${ownId}/test`],
  ]
  for (const [name, method, path, body] of refused) {
    const answer = await call(method, path, { ...as(name), ...(body === undefined ? {} : { body }) })
    expect([answer.status, name, method, path]).toEqual([403, name, method, path])
  }
  expect((await call('GET', `/streams/${own}/alarmcallbacks/${otherId}`, as('reader'))).status).toBe(404)
  expect(
    (
      await call('PUT', `/streams/${own}/alarmcallbacks/${otherId}`, {
        ...as('editor'),
        body: hookDraft(`${hook.url}/c`),
      })
    ).status,
  ).toBe(404)
  expect((await call('DELETE', `/streams/${own}/alarmcallbacks/${otherId}`, as('editor'))).status).toBe(404)
  expect((await call('POST', `/alerts/callbacks/${ownId}/test`, as('editor'))).status).toBe(200)
})

test('a stream has at most 100 callbacks', async () => {
  const { call, stream, hookCallback, hook } = logyard
  const streamId = await stream()
  for (let made = 0; made < 100; made += 1) await hookCallback(streamId, `${hook.url}/x`)
  const answer = await call('POST', `/streams/${streamId}/alarmcallbacks`, { body: hookDraft(`${hook.url}/x`) })
  expect([answer.status, Object(answer.body).message]).toEqual([
    400,
    'The stream has 100 alarm callbacks, which is the limit',
  ])
})
