import { MAX_EXTRACTORS } from '@logyard/contract/extractors/extractors'
import { afterAll, expect, test } from 'vitest'
import { inputRoutes } from '../ingest/inputs/input-routes.ts'
import { startInputs } from '../ingest/inputs/testing/start-inputs.ts'
import { startHttp } from '../testing/start-http.ts'
import { extractorRoutes } from './extractor-routes.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NEVER_RAN = { time: null, rate: null, duration_unit: null, rate_unit: null }
const draft = {
  title: 'User id',
  cut_or_copy: 'copy',
  source_field: 'message',
  target_field: 'user_id',
  extractor_type: 'regex',
  extractor_config: { regex_value: 'id:(\\d+)' },
  converters: { numeric: {} },
  condition_type: 'none',
  condition_value: '',
  order: 2,
}

const world = await startInputs()
const http = await startHttp(async (api) => {
  inputRoutes(api, world.inputs, '/api')
  extractorRoutes(api, { extractors: world.extractors, requireInput: world.inputs.kind.get, apiUrl: '/api' })
})
afterAll(async () => {
  await http[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

/** The API of a new input. */
async function start() {
  const { id } = await world.launch('org.graylog2.inputs.raw.tcp.RawTCPInput')
  const path = `/system/inputs/${id}/extractors`
  const create = async (more: object = {}) => {
    const answer = await http.ask('POST', path, '*', { ...draft, ...more })
    expect(answer).toMatchObject({ status: 201, body: { extractor_id: expect.stringMatching(UUID) } })
    expect(answer.headers.get('location')).toBe(`/api/system/inputs/${id}`)
    return String(Object(answer.body).extractor_id)
  }
  const list = async () => Object((await http.ask('GET', path, '*')).body)
  return { id, path, create, list }
}

test('an extractor is created, read, replaced and deleted', async () => {
  const input = await start()
  const { path } = input
  const config = { regex_value: 'x', list: [1, null, { deep: true }], 'odd key': 0.5 }
  const id = await input.create({ extractor_config: config })
  const summary = {
    id,
    title: 'User id',
    type: 'regex',
    cursor_strategy: 'copy',
    source_field: 'message',
    target_field: 'user_id',
    extractor_config: config,
    creator_user_id: 'ada',
    converters: [{ type: 'numeric', config: {} }],
    condition_type: 'none',
    condition_value: '',
    order: 2,
    exceptions: 0,
    converter_exceptions: 0,
    metrics: {
      total: NEVER_RAN,
      condition: NEVER_RAN,
      execution: NEVER_RAN,
      converters: NEVER_RAN,
      condition_hits: 0,
      condition_misses: 0,
    },
  }
  expect((await http.ask('GET', `${path}/${id}`, '*')).body).toEqual(summary)
  expect(await input.list()).toEqual({ total: 1, extractors: [summary] })

  const change = {
    ...draft,
    title: 'Key',
    extractor_type: 'COPY_INPUT',
    cut_or_copy: 'Cut',
    extractor_config: {},
    converters: { Lowercase: {}, hash: {} },
    condition_type: 'STRING',
    condition_value: 'id',
    order: undefined,
  }
  const changed = {
    ...summary,
    title: 'Key',
    type: 'copy_input',
    cursor_strategy: 'cut',
    extractor_config: {},
    converters: [
      { type: 'lowercase', config: {} },
      { type: 'hash', config: {} },
    ],
    condition_type: 'string',
    condition_value: 'id',
    order: 0,
  }
  expect(await http.ask('PUT', `${path}/${id}`, '*', change)).toMatchObject({ status: 200, body: changed })
  expect((await input.list()).extractors).toEqual([changed])

  expect((await http.ask('DELETE', `${path}/${id}`, '*')).status).toBe(204)
  expect(await input.list()).toEqual({ total: 0, extractors: [] })
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect(await http.ask(method, `${path}/${id}`, '*', method === 'PUT' ? draft : undefined)).toMatchObject({
      status: 404,
      body: { message: `Couldn't find extractor <${id}>` },
    })
})

test('extractors are put in order; those that are not named keep their position', async () => {
  const input = await start()
  const ids = [await input.create(), await input.create(), await input.create({ order: 7 })]
  const [a = '', b = '', c = ''] = ids
  const order = { 0: b, 1: a, 5: 'unknown' }
  expect((await http.ask('POST', `${input.path}/order`, '*', { order })).status).toBe(204)
  const orders = (await input.list()).extractors.map((one: { id: string; order: number }) => [one.id, one.order])
  expect(orders).toEqual([
    [a, 1],
    [b, 0],
    [c, 7],
  ])
  expect((await http.ask('POST', `${input.path}/order`, '*', { order: { first: a } })).status).toBe(400)
})

test.each([
  { what: 'an empty title', more: { title: ' ' }, field: 'title' },
  { what: 'an empty source field', more: { source_field: '' }, field: 'source_field' },
  { what: 'a reserved target field', more: { target_field: '_id' }, field: 'target_field' },
  { what: 'an unknown type', more: { extractor_type: 'xml' }, field: 'extractor_type' },
  { what: 'an unknown strategy', more: { cut_or_copy: 'move' }, field: 'cut_or_copy' },
  { what: 'an unknown condition', more: { condition_type: 'maybe' }, field: 'condition_type' },
  { what: 'an unknown converter', more: { converters: { rot13: {} } }, field: 'converters.rot13' },
  { what: 'a converter in two spellings', more: { converters: { hash: {}, HASH: {} } }, field: 'converters.hash' },
  {
    what: 'an unknown lookup table',
    more: { extractor_type: 'lookup_table', extractor_config: { lookup_table_name: 'x' } },
    field: 'extractor_config.lookup_table_name',
  },
  {
    what: 'a lookup without a table',
    more: { converters: { lookup_table: {} } },
    field: 'converters.lookup_table.lookup_table_name',
  },
  { what: 'a large one', more: { extractor_config: { a: 'x'.repeat(33_000) } }, field: 'extractor_config' },
])('$what is refused with the name of the property', async ({ more, field }) => {
  const input = await start()
  const body = { ...draft, ...more }
  const answers = [
    await http.ask('POST', input.path, '*', body),
    await http.ask('PUT', `${input.path}/${await input.create()}`, '*', body),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 400,
      body: { type: 'ValidationApiError', validation_errors: { [field]: [{ error: expect.any(String) }] } },
    })
  expect((await input.list()).total).toBe(1)
})

test('a missing property or an unknown one is refused', async () => {
  const input = await start()
  const { converters, ...incomplete } = draft
  expect((await http.ask('POST', input.path, '*', incomplete)).status).toBe(400)
  expect((await http.ask('POST', input.path, '*', { ...draft, id: 'mine' })).status).toBe(400)
})

test('users who may only read the input see its extractors and change nothing', async () => {
  const input = await start()
  const id = await input.create()
  const reading = `inputs:read:${input.id}`
  const one = `${input.path}/${id}`
  expect((await http.ask('GET', input.path, reading)).status).toBe(200)
  expect((await http.ask('GET', one, reading)).status).toBe(200)
  expect((await http.ask('GET', one, 'inputs:read:other')).status).toBe(403)
  expect((await http.ask('POST', input.path, reading, draft)).status).toBe(403)
  expect((await http.ask('PUT', one, reading, draft)).status).toBe(403)
  expect((await http.ask('DELETE', one, `${reading},inputs:edit:other`)).status).toBe(403)
  expect((await http.ask('POST', `${input.path}/order`, reading, { order: {} })).status).toBe(403)
  expect((await http.ask('DELETE', one, `inputs:edit:${input.id}`)).status).toBe(204)
})

test('extractors are deleted with their input, and an unknown input has none', async () => {
  const input = await start()
  await input.create()
  expect((await http.ask('DELETE', `/system/inputs/${input.id}`, '*')).status).toBe(204)
  expect(await world.extractors.list(input.id)).toEqual([])
  expect(await http.ask('GET', input.path, '*')).toMatchObject({
    status: 404,
    body: { message: `Input <${input.id}> not found!` },
  })
  expect((await http.ask('POST', input.path, '*', draft)).status).toBe(404)
})

test('an input has a limited number of extractors', async () => {
  const input = await start()
  for (let count = 0; count < MAX_EXTRACTORS; count += 1) await input.create()
  expect(await http.ask('POST', input.path, '*', draft)).toMatchObject({
    status: 400,
    body: { message: `An input has at most ${MAX_EXTRACTORS} extractors.` },
  })
})
