// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearMessages } from '../search/testing/start-search.ts'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import {
  countCondition,
  type LegacyAlertsUnderTest,
  MINUTE_MS,
  startLegacyAlerts,
} from './testing/start-legacy-alerts.ts'

let engine: EngineUnderTest
let logyard: LegacyAlertsUnderTest

beforeAll(async () => {
  engine = await startTestEngine()
})
afterAll(() => engine[Symbol.asyncDispose]())
beforeEach(async () => {
  logyard = await startLegacyAlerts({ engine: engine.engine })
})
afterEach(async () => {
  await logyard[Symbol.asyncDispose]()
  await clearMessages(engine.engine)
})

const FIRST_MS = 10_000
const SECOND_MS = 1000

/** Lets the next scan run, and waits until `isDone`. */
async function scanUntil(isDone: () => Promise<boolean>, afterMs = MINUTE_MS): Promise<void> {
  logyard.clock.advance(afterMs)
  await expect.poll(isDone).toBe(true)
}

const alertCount = (streamId: string, count: number) => async () => (await logyard.alerts(streamId)).length === count
const isResolved = (streamId: string) => async () => (await logyard.alerts(streamId))[0]?.resolved_at !== null

test('an alert is made once while its condition lasts, resolved when it ends, and made again', async () => {
  const { stream, condition, messages, alerts, call, clock } = logyard
  const streamId = await stream()
  const id = await condition(streamId, countCondition({ time: 3, threshold: 0 }))
  await messages(streamId, { message: 'one' })
  await scanUntil(alertCount(streamId, 1), FIRST_MS)
  const [alert] = await alerts(streamId)
  expect(alert).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    condition_id: id,
    stream_id: streamId,
    description:
      'Stream had 1 messages in the last 3 minutes with trigger condition more than 0 messages. (Current grace time: 0 minutes)',
    condition_parameters: expect.objectContaining({ time: 3, threshold: 0 }),
    triggered_at: '2026-03-02T09:00:10.000Z',
    resolved_at: null,
    is_interval: true,
  })
  expect((await call('GET', `/streams/alerts/${alert?.id}`)).body).toEqual(alert)
  clock.advance(MINUTE_MS)
  await scanUntil(isResolved(streamId), 2 * MINUTE_MS)
  const [resolved, ...others] = await alerts(streamId)
  expect(others).toEqual([])
  expect(resolved).toEqual({ ...alert, resolved_at: expect.any(String) })
  await messages(streamId, { message: 'another' })
  await scanUntil(alertCount(streamId, 2))
  const [newest] = await alerts(streamId)
  expect(newest).toMatchObject({ resolved_at: null, condition_id: id })
})

test('lists of alerts are filtered by state, time and readable streams, newest first', async () => {
  const { stream, condition, messages, call, addUser, alerts } = logyard
  const [one, two] = [await stream('One'), await stream('Two')]
  await condition(one, countCondition({ threshold: 0, time: 2 }))
  const lasting = await condition(two, countCondition({ threshold: 0, time: 60 }))
  await messages(one, { message: 'one' })
  await messages(two, { message: 'two' })
  await scanUntil(async () => (await alerts(one)).length + (await alerts(two)).length === 2, FIRST_MS)
  await scanUntil(isResolved(one), 2 * MINUTE_MS)
  const list = async (path: string, as?: string) =>
    Object((await call('GET', path, as === undefined ? {} : { as })).body)
  const paged = (query: string) => list(`/streams/alerts/paginated?${query}`)
  expect(await paged('state=resolved')).toMatchObject({ total: 1, alerts: [{ stream_id: one }] })
  expect(await paged('state=UNRESOLVED')).toMatchObject({ total: 1, alerts: [{ stream_id: two }] })
  expect(await paged('state=foo')).toEqual(await paged('state=any'))
  expect(await paged('')).toMatchObject({ total: 2 })
  const second = await paged('skip=1&limit=1')
  expect([second.total, second.alerts]).toEqual([2, [(await paged('')).alerts[1]]])
  expect((await list('/streams/alerts?limit=1')).total).toBe(1)
  const triggeredS = Date.parse('2026-03-02T09:00:10.000Z') / 1000
  expect((await list(`/streams/alerts?since=${triggeredS}`)).total).toBe(2)
  expect((await list(`/streams/alerts?since=${triggeredS + 1}`)).total).toBe(0)
  expect(await list(`/streams/${one}/alerts?since=${triggeredS + 1}`)).toEqual({ total: 1, alerts: [] })
  expect((await list(`/streams/${two}/alerts/paginated?state=resolved`)).total).toBe(0)

  await addUser('reader', { permissions: [`streams:read:${one}`] })
  const as = 'reader:reader-password'
  expect((await list('/streams/alerts', as)).alerts).toMatchObject([{ stream_id: one }])
  expect(await list('/streams/alerts/paginated?state=unresolved', as)).toEqual({ total: 0, alerts: [] })
  const [hidden] = await alerts(two)
  expect((await call('GET', `/streams/alerts/${hidden?.id}`, { as })).status).toBe(403)
  expect((await call('GET', `/streams/${one}/alerts/${hidden?.id}/history`, { as })).status).toBe(404)
  expect((await call('GET', '/streams/alerts/5f00000000000000000000ff')).status).toBe(404)

  await call('DELETE', `/streams/${two}/alerts/conditions/${lasting}`)
  expect((await paged('state=unresolved')).total).toBe(0)
})

test('a changed condition resolves its alert', async () => {
  const { stream, condition, messages, call } = logyard
  const streamId = await stream()
  const id = await condition(streamId, countCondition({ threshold: 0 }))
  await messages(streamId, { message: 'one' })
  await scanUntil(alertCount(streamId, 1), FIRST_MS)
  const change = countCondition({ threshold: 100 })
  expect((await call('PUT', `/streams/${streamId}/alerts/conditions/${id}`, { body: change })).status).toBe(204)
  expect(await isResolved(streamId)()).toBe(true)
})

test('each callback runs once for an alert and leaves a history, with the reason if it fails', async () => {
  const { stream, condition, messages, hook, mail, hookCallback, mailCallback, histories, alerts } = logyard
  const streamId = await stream('Orchard')
  await condition(streamId, countCondition({ threshold: 1, backlog: 1, grace: 2 }))
  const works = await hookCallback(streamId, `${hook.url}/alarms`, 'Works')
  const fails = await hookCallback(streamId, `${hook.url}/status/500`, 'Fails')
  const mails = await mailCallback(streamId, {
    subject: 'Alert of ${stream.title}',
    body: '${check_result.resultDescription} ${stream_url} ${backlog_size} ${foreach backlog m}${m.message}${end}',
    email_receivers: ['ada@example.org'],
  })
  await messages(streamId, { message: 'first', fields: { user: 'ada' } }, { message: 'second' })
  await scanUntil(alertCount(streamId, 1), FIRST_MS)
  const [alert] = await alerts(streamId)
  await expect.poll(async () => (await histories(streamId, String(alert?.id))).length).toBe(3)
  const runs = await histories(streamId, String(alert?.id))
  const resultOf = (id: string) => runs.find((run) => run.alarmcallbackconfiguration.id === id)
  expect(resultOf(works)).toMatchObject({
    alert_id: alert?.id,
    alertcondition_id: alert?.condition_id,
    alarmcallbackconfiguration: { title: 'Works', stream_id: streamId, configuration: { url: `${hook.url}/alarms` } },
    result: { type: 'success' },
  })
  expect(resultOf(fails)?.result).toEqual({
    type: 'error',
    error: `Expected successful HTTP response [2xx] but got [500]. ${hook.url}`,
  })
  expect(resultOf(mails)?.result).toEqual({ type: 'success' })

  const posted = hook.requests.find(({ path }) => path === '/alarms')
  const description = String(alert?.description)
  expect(posted?.json()).toMatchObject({
    stream: { id: streamId, title: 'Orchard', rules: [], alert_conditions: [{ type: 'message_count' }] },
    check_result: {
      triggered: true,
      result_description: description,
      triggered_condition: { type: 'message_count', title: 'Many', parameters: { backlog: 1 } },
      triggered_at: alert?.triggered_at,
      matching_messages: [{ index: 'graylog_0', source: 'web-1', stream_ids: [streamId] }],
    },
  })
  expect(posted?.json()['stream']).not.toHaveProperty('outputs')
  expect(mail.mails.map(({ from, to }) => [from, to])).toEqual([['logyard@example.org', ['ada@example.org']]])
  const text = String(mail.mails[0]?.text).replaceAll('=\r\n', '')
  expect(text).toContain('Subject: Alert of Orchard')
  expect(text).toContain(description)
  expect(text).toContain(`https://logs.example.org/streams/${streamId}/search 1 `)
})

test('callbacks run again only for repeating conditions: at each check, or after each grace period', async () => {
  const { stream, condition, messages, hook, hookCallback, alerts, histories, clock } = logyard
  const [once, always, slowly] = [await stream('Once'), await stream('Always'), await stream('Slowly')]
  const lasting = { threshold: 0, time: 60 }
  await condition(once, countCondition(lasting))
  await condition(always, countCondition({ ...lasting, repeat_notifications: true }))
  await condition(slowly, countCondition({ ...lasting, grace: 2, repeat_notifications: true }))
  for (const [id, name] of [
    [once, 'once'],
    [always, 'always'],
    [slowly, 'slowly'],
  ] as const) {
    await hookCallback(id, `${hook.url}/${name}`)
    await messages(id, { message: name })
  }
  const postsTo = (path: string) => hook.requests.filter((request) => request.path === path).length
  /** Runs that have ended: those of a run under way are repeated when the clock jumps over its lease. */
  const sent = async () => {
    const counts = [once, always, slowly].map(async (id) => {
      const [alert] = await alerts(id)
      return alert === undefined ? 0 : (await histories(id, String(alert.id))).length
    })
    return (await Promise.all(counts)).join(' ')
  }
  clock.advance(FIRST_MS)
  await expect.poll(sent).toBe('1 1 1')
  clock.advance(MINUTE_MS)
  await expect.poll(sent).toBe('1 2 1')
  clock.advance(MINUTE_MS)
  await expect.poll(sent).toBe('1 3 2')
  for (const id of [once, always, slowly]) expect(await alerts(id)).toHaveLength(1)
  expect(['/once', '/always', '/slowly'].map(postsTo)).toEqual([1, 3, 2])
})

test('a condition is not checked in its grace period after an alert', async () => {
  const { stream, condition, messages, alerts, call } = logyard
  const streamId = await stream()
  const id = await condition(streamId, countCondition({ threshold: 0, time: 1, grace: 3 }))
  const inGrace = async () => Object((await call('GET', `/streams/${streamId}/alerts/conditions/${id}`)).body).in_grace
  expect(await inGrace()).toBe(false)
  await messages(streamId, { message: 'one' })
  await scanUntil(alertCount(streamId, 1), FIRST_MS)
  expect(await inGrace()).toBe(false)
  await scanUntil(isResolved(streamId))
  expect(await inGrace()).toBe(true)

  // Another condition shows that a scan has ended.
  const witness = await stream('Witness')
  await condition(witness, countCondition({ threshold: 0, time: 60 }))
  await messages(witness, { message: 'seen' })
  await messages(streamId, { message: 'two', at: new Date(logyard.clock.now().getTime() + 59_000).toISOString() })
  await scanUntil(alertCount(witness, 1))
  expect(await alerts(streamId)).toHaveLength(1)
  // One step to the end of the grace period: a step in between could end while a scan is still running, which skips one.
  await messages(streamId, { message: 'three', at: new Date(logyard.clock.now().getTime() + 119_000).toISOString() })
  await scanUntil(alertCount(streamId, 2), 2 * MINUTE_MS)
  expect(await inGrace()).toBe(false)
})

test('conditions of a paused stream are not checked, and its alert stays as it is', async () => {
  const { stream, condition, messages, alerts, call } = logyard
  const [streamId, witness] = [await stream(), await stream('Witness')]
  await condition(streamId, countCondition({ threshold: 0, time: 1 }))
  await messages(streamId, { message: 'one' })
  await scanUntil(alertCount(streamId, 1), FIRST_MS)
  await call('POST', `/streams/${streamId}/pause`)
  await condition(witness, countCondition({ threshold: 0, time: 60 }))
  await messages(witness, { message: 'seen' })
  await scanUntil(alertCount(witness, 1), 2 * MINUTE_MS)
  expect((await alerts(streamId))[0]?.resolved_at).toBeNull()
})

test('a field value is found in every message, also in those that came between two checks', async () => {
  const { stream, condition, messages, alerts, clock } = logyard
  const [streamId, witness] = [await stream(), await stream('Witness')]
  const parameters = { field: 'user', value: 'ada', grace: 0, backlog: 0 }
  await condition(witness, countCondition({ threshold: 0, time: 60 }))
  await messages(witness, { message: 'seen' })
  await scanUntil(alertCount(witness, 1), FIRST_MS)
  await condition(streamId, { type: 'field_content_value', title: 'Ada', parameters })
  await messages(streamId, { fields: { user: 'ada' }, at: new Date(clock.now().getTime() + SECOND_MS).toISOString() })
  // The next check is late: the message is older than its interval.
  await scanUntil(alertCount(streamId, 1), 10 * MINUTE_MS)
  expect((await alerts(streamId))[0]?.description).toContain('<user:"ada">')
})

test('a condition that cannot be checked leaves its alert, and the others are checked', async () => {
  const { stream, condition, messages, logged } = logyard
  const streamId = await stream()
  await condition(streamId, countCondition({ query: '(' }, 'Broken'))
  await condition(streamId, countCondition({ threshold: 0 }, 'Works'))
  await messages(streamId, { message: 'one' })
  await scanUntil(alertCount(streamId, 1), FIRST_MS)
  expect(logged()).toContain('an alert condition could not be checked')
})

test('more conditions than one run checks are all checked', async () => {
  const { stream, condition, messages } = logyard
  const streams = [await stream('One'), await stream('Two')]
  for (const streamId of streams) {
    await messages(streamId, { message: 'one' })
    for (let made = 0; made < 40; made += 1) await condition(streamId, countCondition({ threshold: 0 }))
  }
  const all = async () => Promise.all(streams.map(async (id) => (await logyard.alerts(id)).length))
  logyard.clock.advance(FIRST_MS)
  await expect.poll(all).toEqual([40, 40])
})

test('without the setting nothing is checked and nothing is queued; a start without it drops what waits', async () => {
  await using folder = await temporaryFolder()
  const options = { engine: engine.engine, folder: folder.path }
  const jobTypes = async ({ call }: LegacyAlertsUnderTest) => {
    const { job_definitions } = Object((await call('GET', '/scheduler/jobs?per_page=0')).body)
    return job_definitions.map((job: { config: { type: string } }) => job.config.type)
  }
  {
    await using enabled = await startLegacyAlerts(options)
    expect(await jobTypes(enabled)).toEqual(['legacy-alert-check-v1', 'legacy-alarm-callback-v1'])
    const status = await enabled.call('GET', '/logyard/legacy-alerts')
    expect(status.body).toEqual({ is_enabled: true, setting: 'LOGYARD_LEGACY_ALERTS', check_interval_seconds: 60 })
  }
  await using disabled = await startLegacyAlerts({ ...options, isEnabled: false })
  expect(await jobTypes(disabled)).toEqual([])
  expect(Object((await disabled.call('GET', '/logyard/legacy-alerts')).body).is_enabled).toBe(false)
})
