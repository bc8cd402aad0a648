/** Extractors as users see them: created over the API, run on messages from sockets, read from the store. */
import type { ExtractorSummary } from '@logyard/contract/extractors/extractors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import recorded from './extraction/testing/recorded-extractors.json' with { type: 'json' }

const START_LIMIT_MS = 60_000
const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
const headers = { authorization, 'content-type': 'application/json', 'x-requested-by': 'test' }

const folder = await temporaryFolder()
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver({ dataFolder: folder.path })
}, START_LIMIT_MS)
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const regex = (expression: string, more: object = {}) => ({
  title: expression,
  cut_or_copy: 'copy',
  source_field: 'message',
  target_field: 'found',
  extractor_type: 'regex',
  extractor_config: { regex_value: expression },
  converters: {},
  condition_type: 'none',
  condition_value: '',
  ...more,
})
const split = (by: string, index: number, more: object = {}) =>
  regex('', {
    title: `Part ${index}`,
    extractor_type: 'split_and_index',
    extractor_config: { split_by: by, index },
    ...more,
  })

async function ask(method: string, path: string, body?: object) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`${receiver.url}api${path}`, { method, headers, ...sent })
  const text = await answer.text()
  expect(answer.ok, `${method} ${path}: ${text}`).toBe(true)
  return text === '' ? undefined : JSON.parse(text)
}

const pathOf = ({ id }: LaunchedInput) => `/system/inputs/${id}/extractors`
const add = async (input: LaunchedInput, draft: object): Promise<string> =>
  (await ask('POST', pathOf(input), draft)).extractor_id
const list = async (input: LaunchedInput): Promise<readonly ExtractorSummary[]> =>
  (await ask('GET', pathOf(input))).extractors
const launch = () => receiver.launch(INPUT.gelfHttp, { enable_bulk_receiving: true })

/** One request, whose messages go through processing together. */
async function send({ port }: LaunchedInput, ...messages: readonly object[]): Promise<void> {
  const lines = messages.map((message) => JSON.stringify({ version: '1.1', host: 'h', short_message: 'm', ...message }))
  const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: lines.join('\n') })
  expect(answer.status).toBe(202)
}
const fieldsOf = async (input: LaunchedInput, count: number): Promise<readonly unknown[]> =>
  (await receiver.stored(input, count)).map(({ fields }) => fields)

test('a new or changed extractor runs on the next message of its input only, and counts what it did', async () => {
  const [input, other] = [await launch(), await launch()]
  const draft = regex('id:(\\d+)', { target_field: 'uid', converters: { numeric: {} }, condition_type: 'string' })
  const id = await add(input, { ...draft, condition_value: 'user' })
  const message = { short_message: 'user id:9001' }
  await send(input, message, { short_message: 'USER id:1' }, message)
  await send(other, message)
  expect(await fieldsOf(input, 3)).toEqual([{ uid: 9001 }, {}, { uid: 9001 }])
  expect(await fieldsOf(other, 1)).toEqual([{}])

  expect((await list(input))[0]?.metrics).toMatchObject({
    total: { rate: { total: 3 }, duration_unit: 'microseconds', rate_unit: 'events/second' },
    condition: { rate: { total: 3 } },
    execution: { rate: { total: 2 } },
    converters: { rate: { total: 2 } },
    condition_hits: 2,
    condition_misses: 1,
  })
  const metric = `org.graylog2.inputs.extractors.RegexExtractor.regex.${id}.conditionHits`
  expect(await ask('GET', `/system/metrics/${metric}`)).toEqual({ count: 2 })

  const changed = await ask('PUT', `${pathOf(input)}/${id}`, { ...draft, condition_value: 'USER' })
  expect(changed).toMatchObject({ metrics: { total: { time: null, rate: null }, condition_hits: 0 } })
  await send(input, message, { short_message: 'USER id:2' })
  expect((await fieldsOf(input, 5)).slice(3)).toEqual([{}, { uid: 2 }])
})

test('extractors run by their order, before static fields and the routing into streams', async () => {
  const input = await launch()
  const a = await add(input, split(' ', 1, { source_field: 'rest', target_field: 'first', cut_or_copy: 'cut' }))
  const b = await add(input, split(' ', 2, { source_field: 'rest', target_field: 'second' }))
  const c = await add(input, regex('(.*)', { source_field: 'env', target_field: 'seen' }))
  await ask('POST', `/system/inputs/${input.id}/staticfields`, { key: 'env', value: 'prod' })
  const [indexSet] = (await ask('GET', '/system/indices/index_sets')).index_sets
  const rules = [{ type: 1, field: 'second', value: 'two', inverted: false }]
  const stream = { title: 'Second is two', index_set_id: indexSet.id, rules }
  const { stream_id } = await ask('POST', '/streams', stream)
  await ask('POST', `/streams/${stream_id}/resume`)

  await send(input, { _rest: 'one two three' })
  expect(await fieldsOf(input, 1)).toEqual([{ env: 'prod', first: 'one', second: 'three', rest: 'two three' }])
  await ask('POST', `${pathOf(input)}/order`, { order: { 0: b, 1: a } })
  expect((await list(input)).map(({ id, order }) => [id, order])).toEqual([
    [a, 1],
    [b, 0],
    [c, 0],
  ])
  await send(input, { _rest: 'one two three' })
  expect((await fieldsOf(input, 2))[1]).toEqual({ env: 'prod', first: 'one', second: 'two', rest: 'two three' })
  const search = `/search/universal/relative?query=*&range=0&filter=streams:${stream_id}`
  await expect.poll(async () => (await ask('GET', search)).total_results).toBe(1)
})

test('extractors of the reference server give the same values over the whole way', async () => {
  const input = await launch()
  const cases = recorded.cases.filter(
    ({ fields, converters }) =>
      Object.keys(fields).join() === 'target' && !('date' in converters || 'flexdate' in converters),
  )
  const tried = cases.slice(0, 60)
  for (const [at, { extractor_type, extractor_config, cut_or_copy, converters }] of tried.entries()) {
    const rules = { extractor_type, extractor_config, cut_or_copy, converters }
    await add(input, regex('', { ...rules, title: 'Recorded', source_field: `s${at}`, target_field: `t${at}` }))
  }
  await send(input, Object.fromEntries(tried.map(({ source }, at) => [`_s${at}`, source])))
  const [stored] = await fieldsOf(input, 1)
  const rounded = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value)
  expect(tried.map((_case, at) => rounded(Object(stored)[`t${at}`]))).toEqual(
    tried.map(({ fields }) => Object(fields).target),
  )
})

test('a changed grok pattern acts on the next message; without it an extractor fails and stays in the list', async () => {
  const input = await launch()
  const pattern = { name: 'DOOR', pattern: '[a-z]+' }
  const { id } = await ask('POST', '/system/grok', pattern)
  await add(
    input,
    regex('', {
      title: 'Doors',
      extractor_type: 'grok',
      extractor_config: { grok_pattern: '%{DOOR:door}', named_captures_only: true },
    }),
  )
  await send(input, { short_message: '42 green' })
  expect(await fieldsOf(input, 1)).toEqual([{ door: 'green' }])
  await ask('PUT', `/system/grok/${id}`, { ...pattern, pattern: '[0-9]+' })
  await send(input, { short_message: '42 green' })
  expect((await fieldsOf(input, 2))[1]).toEqual({ door: '42' })
  await ask('DELETE', `/system/grok/${id}`)
  await send(input, { short_message: '42 green' })
  expect((await fieldsOf(input, 3))[2]).toEqual({})
  expect(await list(input)).toMatchObject([
    { title: 'Doors', exceptions: 1, metrics: { total: { rate: { total: 3 } } } },
  ])
})

test('an extractor that runs away is skipped: no message is lost, it is counted and named', async () => {
  const input = await launch()
  const runaway = await add(input, regex('(a+)+$', { title: 'Runaway' }))
  const fast = await add(input, regex('(b)', { target_field: 'b' }))
  const slow = { short_message: `b${'a'.repeat(40)}!` }
  await send(input, { short_message: 'b aaa' })
  expect(await fieldsOf(input, 1)).toEqual([{ found: 'aaa', b: 'b' }])
  await send(input, slow, slow, slow, slow, { short_message: 'b aaa' })
  expect((await fieldsOf(input, 6)).slice(1)).toEqual(Array(5).fill({ b: 'b' }))
  expect((await list(input)).map(({ id, exceptions }) => [id, exceptions])).toEqual([
    [runaway, 3],
    [fast, 0],
  ])
  const named = { type: 'extractor_processing_disabled', details: { extractor_title: 'Runaway', input_id: input.id } }
  const notifications = async () => (await ask('GET', '/system/notifications')).notifications
  await expect
    .poll(notifications)
    .toContainEqual(expect.objectContaining({ ...named, details: expect.objectContaining(named.details) }))

  await ask('PUT', `${pathOf(input)}/${runaway}`, regex('(a+)', { title: 'Runaway' }))
  await expect.poll(notifications).not.toContainEqual(expect.objectContaining({ type: named.type }))
  await send(input, slow)
  expect((await fieldsOf(input, 7))[6]).toEqual({ found: 'a'.repeat(40), b: 'b' })
})

const tried = (input: LaunchedInput, extractor: object, on: object, as = authorization) =>
  fetch(`${receiver.url}api/logyard/inputs/${input.id}/extractors/try`, {
    method: 'POST',
    headers: { ...headers, authorization: as },
    body: JSON.stringify({ extractor, ...on }),
  })
const tryIt = async (...args: Parameters<typeof tried>) => {
  const answer = await tried(...args)
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

test('an extractor is tried on an example before it is saved', async () => {
  const input = await launch()
  const { title, ...draft } = regex('id:(\\d+)', { source_field: 'rest', target_field: 'uid', cut_or_copy: 'cut' })
  const numeric = { ...draft, converters: { numeric: {} } }
  const answer = await tried(input, numeric, { example: ' user id:9007199254740993 x' })
  expect(await answer.text()).toMatch(/"uid":9007199254740993[,}]/)
  expect((await tryIt(input, numeric, { example: ' user id:42 x' })).body).toEqual({
    example: {
      condition: 'none',
      extracted: true,
      range: { start: 9, end: 11 },
      fields: { uid: 42, rest: 'user id: x' },
      source: 'user id: x',
      converter_failures: [],
      exception: null,
    },
    sample: null,
  })
  const missed = { ...draft, condition_type: 'string', condition_value: 'user' }
  expect((await tryIt(input, missed, { example: { rest: 'id:1', other: null } })).body.example).toMatchObject({
    condition: 'miss',
    extracted: false,
    fields: {},
    source: 'id:1',
  })
  expect((await tryIt(input, draft, { example: { message: 'id:1' } })).body.example).toMatchObject({
    condition: 'no_text',
    source: null,
  })
  expect((await tryIt(input, regex('('), { example: 'x' })).body).toMatchObject({
    type: 'ValidationApiError',
    validation_errors: { 'extractor_config.regex_value': [{ error: expect.any(String) }] },
  })
  expect(await list(input)).toEqual([])
})

test('an extractor is tried on the newest messages of its input that the user may read', async () => {
  const [input, other] = [await launch(), await launch()]
  const { stream, user } = await streamWithReader(input)
  await send(other, { short_message: 'id:0' })
  await send(input, ...[1, 2, 3, 4].map((n) => ({ short_message: `id:${n}` })), {
    short_message: 'none',
    _kind: 'open',
  })
  await receiver.stored(input, 5)
  await send(input, { short_message: 'id:5', _kind: 'open' })
  await receiver.stored(input, 6)
  await receiver.stored(other, 1)
  const draft = regex('id:(\\d+)', { converters: { numeric: {} } })
  const sampleFor = async (as: string, sample = 1000) => (await tryIt(input, draft, { sample }, as)).body.sample
  const all = await sampleFor(authorization)
  expect(all).toMatchObject({ checked: 6, matched: 5, missed: 1, without_source: 0, failed: 0 })
  expect(all.matches).toHaveLength(3)
  expect(all.matches[0]).toEqual({
    index: 'graylog_0',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    text: 'id:5',
    range: { start: 3, end: 4 },
    fields: { found: 5 },
  })
  expect(all.misses).toMatchObject([{ text: 'none', range: null, fields: {} }])
  expect(await sampleFor(authorization, 1)).toMatchObject({ checked: 1, matched: 1 })
  expect(await sampleFor(user)).toMatchObject({ checked: 2, matched: 1, missed: 1 })

  await ask('DELETE', `/streams/${stream}`)
  expect(await sampleFor(user)).toMatchObject({ checked: 0 })
  expect((await tried(other, draft, { sample: 1 }, user)).status).toBe(403)
})

/** A stream of the messages whose `kind` is `open`, and a user who may read it and edit the input. */
async function streamWithReader(input: LaunchedInput) {
  const [indexSet] = (await ask('GET', '/system/indices/index_sets')).index_sets
  const rules = [{ type: 1, field: 'kind', value: 'open', inverted: false }]
  const { stream_id } = await ask('POST', '/streams', { title: 'Open', index_set_id: indexSet.id, rules })
  await ask('POST', `/streams/${stream_id}/resume`)
  const permissions = [`inputs:edit:${input.id}`, `streams:read:${stream_id}`]
  const user = { username: 'editor', password: 'a long password', email: 'e@example.org', full_name: 'Editor' }
  await ask('POST', '/users', { ...user, permissions, roles: [] })
  const credentials = Buffer.from(`${user.username}:${user.password}`).toString('base64')
  return { stream: String(stream_id), user: `Basic ${credentials}` }
}

test('a pattern that runs away when it is tried is stopped, and the next one runs', async () => {
  const input = await launch()
  const example = `${'a'.repeat(40)}!`
  expect(await tryIt(input, regex('(a+)+$'), { example })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('was stopped after 2 seconds') },
  })
  expect((await tryIt(input, regex('(a+)'), { example })).body.example).toMatchObject({ range: { start: 0, end: 40 } })
})

test(
  'extractors survive the death of the server',
  async () => {
    const input = await launch()
    await add(input, regex('(\\w+)'))
    await add(input, split(',', 2, { converters: { uppercase: {}, hash: {} }, order: 4 }))
    const before = await list(input)
    await receiver.server.end('SIGKILL')
    await receiver[Symbol.asyncDispose]()
    receiver = await startReceiver({ dataFolder: folder.path })
    expect(await list(input)).toEqual(before)
  },
  START_LIMIT_MS,
)
