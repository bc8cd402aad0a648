import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
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
  logyard = await startLegacyAlerts({ engine: engine.engine, isEnabled: false })
})
afterEach(() => logyard[Symbol.asyncDispose]())

const fieldCondition = (parameters: object = {}) => ({
  type: 'field_value',
  title: 'Slow',
  parameters: {
    field: 'took_ms',
    time: 5,
    threshold_type: 'HIGHER',
    threshold: 10,
    type: 'MAX',
    grace: 0,
    backlog: 0,
    ...parameters,
  },
})

async function tested(streamId: string, condition: object) {
  const { status, body } = await logyard.call('POST', `/streams/${streamId}/alerts/conditions/test`, {
    body: condition,
  })
  expect(status).toBe(200)
  return Object(body)
}

test('a condition is created with its parameters, read, changed by merging, and deleted twice without an error', async () => {
  const { call, stream, condition } = logyard
  const streamId = await stream()
  const id = await condition(streamId, countCondition({ threshold_type: 'more', threshold: '7', unknown: 'x' }))
  const path = `/streams/${streamId}/alerts/conditions/${id}`
  const shown = {
    id,
    type: 'message_count',
    title: 'Many',
    creator_user_id: 'admin',
    created_at: '2026-03-02T09:00:00.000+0000',
    parameters: {
      time: 5,
      threshold_type: 'MORE',
      threshold: 7,
      grace: 0,
      backlog: 0,
      repeat_notifications: false,
      query: '*',
    },
  }
  expect((await call('GET', path)).body).toEqual({ ...shown, in_grace: false, stream_id: streamId })
  expect(Object((await call('GET', `/streams/${streamId}`)).body).alert_conditions).toEqual([shown])
  const change = { type: 'field_value', title: null, parameters: { threshold: 9 } }
  expect((await call('PUT', path, { body: change })).status).toBe(204)
  const changed = { ...shown, title: null, parameters: { ...shown.parameters, threshold: 9 } }
  expect((await call('GET', path)).body).toEqual({ ...changed, in_grace: false, stream_id: streamId })
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('DELETE', path)).status).toBe(204)
  const gone = await call('GET', path)
  expect([gone.status, gone.body]).toEqual([
    404,
    { type: 'ApiError', message: `Alert condition <${id}> for stream <${streamId}> not found` },
  ])
})

test.each([
  ['an unknown type', { ...countCondition(), type: 'weather' }, 'Unable to load alert condition of type weather'],
  ['a missing time', { ...countCondition({ time: null }) }, 'Invalid alert condition parameters'],
  ['a time of nothing', countCondition({ time: 0 }), 'Invalid alert condition parameters'],
  ['an unknown comparison', countCondition({ threshold_type: 'EQUAL' }), 'Invalid alert condition parameters'],
  ['a threshold that is no number', countCondition({ threshold: 'many' }), 'Invalid alert condition parameters'],
  ['a missing field', fieldCondition({ field: '' }), 'Invalid alert condition parameters'],
])('a condition with %s is refused', async (_, draft, message) => {
  const path = `/streams/${await logyard.stream()}/alerts/conditions`
  const answer = await logyard.call('POST', path, { body: draft })
  expect([answer.status, answer.body]).toEqual([400, { type: 'ApiError', message }])
})

test('a condition belongs to its stream', async () => {
  const { call, stream, condition } = logyard
  const [own, other] = [await stream('One'), await stream('Other')]
  const id = await condition(own, countCondition())
  expect((await call('GET', `/streams/${other}/alerts/conditions/${id}`)).status).toBe(404)
  expect((await call('PUT', `/streams/${other}/alerts/conditions/${id}`, { body: countCondition() })).status).toBe(404)
  expect((await call('DELETE', `/streams/${other}/alerts/conditions/${id}`)).status).toBe(204)
  expect((await call('POST', `/streams/${other}/alerts/conditions/${id}/test`)).status).toBe(404)
  expect((await call('GET', `/streams/${own}/alerts/conditions/${id}`)).status).toBe(200)
  expect((await call('GET', '/streams/5f00000000000000000000ff/alerts/conditions')).status).toBe(404)
})

test('a count is compared strictly, of the messages of the stream in the time range that match the query', async () => {
  const { stream, messages } = logyard
  const [streamId, other] = [await stream('One'), await stream('Other')]
  const old = new Date(logyard.clock.now().getTime() - 5 * MINUTE_MS - 1).toISOString()
  await messages(streamId, { message: 'apple' }, { message: 'apple pie' }, { message: 'pear' }, { at: old })
  await messages(other, { message: 'apple' })
  const count = async (parameters: object) => (await tested(streamId, countCondition({ ...parameters }))).triggered
  expect(await count({ threshold: 2 })).toBe(true)
  expect(await count({ threshold: 3 })).toBe(false)
  expect(await count({ threshold_type: 'LESS', threshold: 4 })).toBe(true)
  expect(await count({ threshold_type: 'LESS', threshold: 3 })).toBe(false)
  expect(await count({ query: 'apple', threshold: 1 })).toBe(true)
  expect(await count({ query: 'apple', threshold: 2 })).toBe(false)
  expect(await tested(streamId, countCondition({ threshold: 2, grace: 3 }))).toEqual({
    triggered: true,
    description:
      'Stream had 3 messages in the last 5 minutes with trigger condition more than 2 messages. (Current grace time: 3 minutes)',
    error: false,
    error_messages: [],
  })
})

test('a query cannot leave its stream', async () => {
  const { stream, messages } = logyard
  const [streamId, other] = [await stream('One'), await stream('Other')]
  await messages(other, { message: 'secret' }, { message: 'secret' })
  const result = await tested(streamId, countCondition({ query: `* OR streams:${other}`, threshold: 0 }))
  expect(result.triggered).toBe(false)
  const content = { field: 'message', value: 'x" OR streams:*', query: 'a) OR (streams:*', grace: 0, backlog: 0 }
  const escaped = { type: 'field_content_value', title: null, parameters: content }
  expect((await tested(streamId, escaped)).triggered).toBe(false)
})

test.each([
  ['MAX', 'HIGHER', 12, true, '12.5'],
  ['MAX', 'HIGHER', 12.5, false, ''],
  ['MIN', 'LOWER', 3, true, '2'],
  ['MEAN', 'HIGHER', 7, true, '7.25'],
  ['SUM', 'HIGHER', 14, true, '14.5'],
  ['STDDEV', 'LOWER', 6, true, '5.25'],
])('the %s of a field is compared: %s than %d', async (type, threshold_type, threshold, isMet, value) => {
  const { stream, messages } = logyard
  const streamId = await stream()
  await messages(streamId, { fields: { took_ms: 12.5 } }, { fields: { took_ms: 2 } }, { message: 'without it' })
  const result = await tested(
    streamId,
    fieldCondition({ type, threshold_type: threshold_type.toLowerCase(), threshold }),
  )
  const description = `Field took_ms had a ${type} of ${value} in the last 5 minutes with trigger condition ${threshold_type} than ${threshold}. (Current grace time: 0 minutes)`
  expect(result).toEqual({
    triggered: isMet,
    description: isMet ? description : null,
    error: false,
    error_messages: [],
  })
})

test('a field without numbers triggers nothing: no messages, another type, an unknown field', async () => {
  const { stream, messages } = logyard
  const streamId = await stream()
  const low = { threshold_type: 'LOWER', threshold: 1 }
  for (const type of ['SUM', 'MIN', 'MEAN']) {
    expect(await tested(streamId, fieldCondition({ ...low, type }))).toMatchObject({ triggered: false, error: false })
  }
  await messages(streamId, { fields: { user: 'ada' } })
  for (const field of ['user', 'nothing', 'message']) {
    expect(await tested(streamId, fieldCondition({ ...low, field, type: 'SUM' }))).toMatchObject({
      triggered: false,
      error: false,
    })
  }
})

test('a field value is found in the messages of the last minute', async () => {
  const { stream, messages, clock } = logyard
  const streamId = await stream()
  const at = new Date(clock.now().getTime() - 2 * MINUTE_MS).toISOString()
  const parameters = { field: 'user name', value: 'ada "l" \\', grace: 4, backlog: 0 }
  const draft = { type: 'field_content_value', title: null, parameters }
  await messages(streamId, { at, fields: { 'user name': 'ada "l" \\' } }, { fields: { 'user name': 'grace' } })
  expect((await tested(streamId, draft)).triggered).toBe(false)
  await messages(streamId, { fields: { 'user name': 'ada "l" \\' } })
  expect(await tested(streamId, draft)).toMatchObject({
    triggered: true,
    description: 'Stream received messages matching <user name:"ada "l" \\"> (Current grace time: 4 minutes)',
  })
})

test('a test of a stored condition that fails has status 400, one of a draft 200; both say why', async () => {
  const { call, stream, condition } = logyard
  const streamId = await stream()
  const broken = countCondition({ query: '(' })
  const result = await tested(streamId, broken)
  expect(result).toMatchObject({ triggered: false, description: null, error: true })
  expect(result.error_messages).toEqual([{ type: 'query-text-refused', message: expect.stringContaining('(') }])
  expect(await tested(streamId, fieldCondition({ field: '' }))).toEqual({
    triggered: false,
    description: null,
    error: true,
    error_messages: [{ type: 'alert-condition-refused', message: 'Invalid alert condition parameters' }],
  })
  const id = await condition(streamId, broken)
  const stored = await call('POST', `/streams/${streamId}/alerts/conditions/${id}/test`)
  expect([stored.status, stored.body]).toEqual([400, result])
})

test('all conditions of a stream are checked at once, and again only after 30 seconds', async () => {
  const { call, stream, condition, messages, clock } = logyard
  const streamId = await stream()
  await condition(streamId, countCondition({ threshold: 0 }, 'Any'))
  await condition(streamId, countCondition({ query: '(' }, 'Broken'))
  const check = async () => {
    const { body } = await call('GET', `/streams/${streamId}/alerts/check`)
    const { results, calculated_at, total_triggered } = Object(body)
    const named = results.map((one: ReturnType<typeof Object>) => [one.condition.title, one.triggered])
    return { named: Object.fromEntries(named), calculated_at, total_triggered }
  }
  const first = await check()
  expect(first).toMatchObject({ named: { Any: false, Broken: false }, total_triggered: 0 })
  await messages(streamId, { message: 'one' })
  expect(await check()).toEqual(first)
  clock.advance(30_000)
  expect(await check()).toMatchObject({ named: { Any: true, Broken: false }, total_triggered: 1 })
})

test('a stream has at most 100 conditions', async () => {
  const { call, stream, condition } = logyard
  const streamId = await stream()
  for (let made = 0; made < 100; made += 1) await condition(streamId, countCondition())
  const answer = await call('POST', `/streams/${streamId}/alerts/conditions`, { body: countCondition() })
  expect([answer.status, Object(answer.body).message]).toEqual([
    400,
    'The stream has 100 alert conditions, which is the limit',
  ])
})

test('the types of conditions describe their forms', async () => {
  const types = Object((await logyard.call('GET', '/alerts/conditions/types')).body)
  const common = ['query', 'grace', 'backlog', 'repeat_notifications']
  const fieldsOf = (type: string) => Object.keys(types[type].requested_configuration)
  expect(Object.keys(types)).toEqual(['message_count', 'field_value', 'field_content_value'])
  expect(fieldsOf('message_count')).toEqual(['time', 'threshold_type', 'threshold', ...common])
  expect(fieldsOf('field_value')).toEqual(['field', 'time', 'threshold_type', 'threshold', 'type', ...common])
  expect(fieldsOf('field_content_value')).toEqual(['field', 'value', ...common])
  expect(types.message_count).toMatchObject({ type: 'message_count', name: 'Message Count Alert Condition' })
  const choices = types.field_value.requested_configuration.type.additional_info.values
  expect(choices).toMatchObject({ MEAN: 'mean value', STDDEV: 'standard deviation' })
})

test('a clone of a stream has its conditions and callbacks; a deleted stream takes its own along', async () => {
  const { call, stream, condition, mailCallback } = logyard
  const source = await stream('Source')
  const id = await condition(source, countCondition())
  const receivers = { user_receivers: ['ada'], email_receivers: ['grace@example.org'] }
  const callbackId = await mailCallback(source, { subject: 'Alert', ...receivers })
  const draft = {
    title: 'Clone',
    description: '',
    remove_matches_from_default_stream: false,
    index_set_id: 'default',
  }
  const clone = Object((await call('POST', `/streams/${source}/clone`, { body: draft })).body).stream_id
  const shown = Object((await call('GET', `/streams/${clone}`)).body)
  expect(shown.alert_receivers).toEqual({ emails: ['grace@example.org'], users: ['ada'] })
  expect(shown.alert_conditions).toMatchObject([{ title: 'Many', type: 'message_count' }])
  expect(shown.alert_conditions[0].id).not.toBe(id)
  const page = Object((await call('GET', '/streams/paginated?query=Clone')).body)
  expect(page.streams[0].alert_conditions).toEqual(shown.alert_conditions)
  expect(Object((await call('GET', '/alerts/conditions')).body).total).toBe(2)
  await call('DELETE', `/streams/${source}`)
  const conditions = Object((await call('GET', '/alerts/conditions')).body).conditions
  expect(conditions.map((one: { stream_id: string }) => one.stream_id)).toEqual([clone])
  expect((await call('POST', `/alerts/callbacks/${callbackId}/test`)).status).toBe(404)
})

test('a reader of one stream sees its conditions and no others, and changes and tests none', async () => {
  const { call, stream, condition, addUser } = logyard
  const [own, other] = [await stream('Own'), await stream('Other')]
  const [ownId, otherId] = [await condition(own, countCondition()), await condition(other, countCondition())]
  await addUser('reader', { permissions: [`streams:read:${own}`] })
  await addUser('editor', { permissions: [`streams:edit:${own}`] })
  const reader = { as: 'reader:reader-password' }
  const editor = { as: 'editor:editor-password' }
  const all = Object((await call('GET', '/alerts/conditions', reader)).body)
  expect(all.conditions.map(({ id }: { id: string }) => id)).toEqual([ownId])
  expect((await call('GET', `/streams/${own}/alerts/conditions/${ownId}`, reader)).status).toBe(200)
  const conditions = (id: string) => `/streams/${id}/alerts/conditions`
  const refused: readonly [string, string, object?][] = [
    ['GET', `${conditions(other)}`],
    ['GET', `${conditions(other)}/${otherId}`],
    ['GET', `/streams/${other}/alerts`],
    ['GET', `/streams/${other}/alerts/paginated`],
    ['GET', `/streams/${other}/alerts/check`],
    ['POST', `${conditions(own)}`, countCondition()],
    ['PUT', `${conditions(own)}/${ownId}`, countCondition()],
    ['DELETE', `${conditions(own)}/${ownId}`],
    ['POST', `${conditions(own)}/test`, countCondition()],
    ['POST', `${conditions(own)}/${ownId}/test`],
    ['POST', `/streams/${own}/alerts/sendDummyAlert`],
  ]
  for (const [method, path, body] of refused) {
    const answer = await call(method, path, { ...reader, ...(body === undefined ? {} : { body }) })
    expect([answer.status, method, path]).toEqual([403, method, path])
  }
  // A test tells of messages, and a callback sends them.
  expect((await call('POST', `${conditions(own)}/test`, { ...editor, body: countCondition() })).status).toBe(403)
  expect((await call('POST', conditions(own), { ...editor, body: countCondition() })).status).toBe(403)
  expect((await call('GET', `${conditions(other)}/${ownId}`)).status).toBe(404)
})
