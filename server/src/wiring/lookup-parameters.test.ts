/** Parameters whose values come from lookup tables, in searches, exports and event definitions of a whole server. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NO_DEFAULTS } from '../lookup/testing/start-lookups.ts'
import { INPUT, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'

const ADMIN = `admin:${ADMIN_PASSWORD}`
const USERS = ['ada', 'bob', 'eve "x"', 'zoe']
const START_LIMIT_MS = 40_000

let receiver: Receiver

async function call(who: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${receiver.url}api${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(who)}`,
      accept: path.startsWith('/views/search/messages') ? 'text/csv' : 'application/json',
      'content-type': 'application/json',
      'x-requested-by': 'test',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, text, json: text.startsWith('{') ? Object(JSON.parse(text)) : {} }
}

async function make(path: string, body: object, method = 'POST') {
  const { status, text, json } = await call(ADMIN, method, path, body)
  expect(status, text).toBeLessThan(300)
  return json
}

/** How many messages the list of an execution finds, once it has ended. */
async function totalOf(searchId: string, state: object): Promise<number> {
  const { id } = await make(`/views/search/${searchId}/execute`, state)
  const job = async () => (await call(ADMIN, 'GET', `/views/search/status/${id}`)).json
  await expect.poll(async () => (await job()).execution.done).toBe(true)
  return (await job()).results.q.search_types.list.total_results
}

async function makeTable(name: string, config: object): Promise<string> {
  const named = { title: name, description: '', name }
  const cache = await make('/system/lookup/caches', { ...named, config: { type: 'none' } })
  const adapter = await make('/system/lookup/adapters', { ...named, config })
  const parts = { cache_id: cache.id, data_adapter_id: adapter.id }
  return (await make('/system/lookup/tables', { ...named, ...NO_DEFAULTS, ...parts })).id
}

beforeAll(async () => {
  receiver = await startReceiver()
  const table = await makeTable('people', {
    type: 'logyard-values',
    time_to_live: 0,
    time_to_live_unit: 'SECONDS',
    case_insensitive_lookup: false,
  })
  // Its URL is not on the whitelist, so that each lookup fails.
  const closed = { url: `http://127.0.0.1:1/\${key}`, single_value_jsonpath: '$.value', user_agent: 'Tests' }
  await makeTable('broken', { type: 'httpjsonpath', ...closed })
  const values = '/logyard/lookup/adapters/people/values'
  await make(values, { key: 'team', value: ['ada', 'bob'] }, 'PUT')
  const crowd = [...Array.from({ length: 998 }, (_, number) => `u${number}`), 'ada', 'bob']
  await make(values, { key: 'crowd', value: crowd }, 'PUT')
  await make(values, { key: 'guest', value: 'eve "x"' }, 'PUT')
  const reader = { email: 'r@example.org', full_name: 'R', roles: ['Reader'], password: 'a long password' }
  const streams = 'streams:read:000000000000000000000001'
  await make('/users', { ...reader, username: 'blind', permissions: [streams] })
  await make('/users', { ...reader, username: 'seeing', permissions: [streams, `lookuptables:read:${table}`] })
}, START_LIMIT_MS)
afterAll(() => receiver[Symbol.asyncDispose]())

let sent: Promise<void> | undefined
beforeEach(() => (sent ??= send()), START_LIMIT_MS)

async function send() {
  const input = await receiver.launch(INPUT.gelfHttp, { enable_bulk_receiving: true })
  const lines = USERS.map((user) => JSON.stringify({ version: '1.1', host: 'h', short_message: 'm', _user: user }))
  await fetch(`http://127.0.0.1:${input.port}/gelf`, { method: 'POST', body: lines.join('\n') })
  await receiver.stored(input, USERS.length)
}

const lookup = (key: string, more: object = {}) => ({
  type: 'lut-parameter-v1',
  name: 'who',
  lookup_table: 'people',
  key,
  ...more,
})
const LIST = { id: 'list', type: 'messages', sort: [{ field: 'user', order: 'ASC' }] }
const searchOf = (query_string: string, parameter: object, searchType: object = LIST) => ({
  parameters: [parameter],
  queries: [
    {
      id: 'q',
      timerange: { type: 'relative', range: 0 },
      query: { type: 'elasticsearch', query_string },
      search_types: [searchType],
    },
  ],
})

/** The users of the found messages. */
async function find(query: string, parameter: object, who = ADMIN, searchType: object = LIST) {
  const { json, text } = await call(who, 'POST', '/views/search/sync', searchOf(query, parameter, searchType))
  const found = json.results?.q?.search_types?.list?.messages
  expect(found, text).toBeDefined()
  return Object(found).map(({ message }: { message: { user: string } }) => message.user)
}

test.each([
  ['user:$who$', lookup('team'), ['ada', 'bob']],
  ['user:$who$', lookup('guest'), ['eve "x"']],
  ['user:"$who$"', lookup('guest'), ['eve "x"']],
  ['user:/$who$/', lookup('team'), ['ada', 'bob']],
  ['NOT user:$who$', lookup('team'), ['eve "x"', 'zoe']],
  ['user:$who$', lookup('nobody'), []],
  ['NOT user:$who$', lookup('nobody'), []],
  ['user:zoe OR user:$who$', lookup('nobody'), []],
  ['user:$who$', lookup('nobody', { default_value: 'zoe' }), ['zoe']],
  ['user:$who$', lookup('team', { default_value: 'zoe' }), ['ada', 'bob']],
  ['user:$who$', lookup('team', { lookup_table: 'missing' }), []],
  ['user:$who$ AND message:m', lookup('crowd'), ['ada', 'bob']],
  ['user:zoe', lookup('nobody'), ['zoe']],
])('%s with %j finds the messages of %j', async (query, parameter, users) => {
  expect(await find(query, parameter)).toEqual(users)
})

test('a list with a query of its own, and an override, use the values too', async () => {
  const own = { ...LIST, query: { type: 'elasticsearch', query_string: 'user:$who$' } }
  expect(await find('*', lookup('team'), ADMIN, own)).toEqual(['ada', 'bob'])
  const { id } = await make('/views/search', searchOf('*', lookup('team')))
  const override = { query: { type: 'elasticsearch', query_string: 'user:$who$' } }
  for (const state of [{ global_override: override }, { queries: { q: override } }]) {
    expect(await totalOf(id, state)).toBe(2)
  }
})

test('values are looked up at each execution, in the name of the caller', async () => {
  expect(await find('user:$who$', lookup('team'), 'seeing:a long password')).toEqual(['ada', 'bob'])
  expect(await find('user:$who$', lookup('team'), 'blind:a long password')).toEqual([])
  await make('/logyard/lookup/adapters/people/values', { key: 'new', value: 'ada' }, 'PUT')
  const { id } = await make('/views/search', searchOf('user:$who$', lookup('new')))
  expect(await totalOf(id, {})).toBe(1)
  await make('/logyard/lookup/adapters/people/values', { key: 'new', value: ['ada', 'bob', 'zoe'] }, 'PUT')
  expect(await totalOf(id, {})).toBe(3)
})

test('an export has the messages of the values', async () => {
  const { id } = await make('/views/search', searchOf('user:$who$', lookup('team')))
  for (const path of [`/views/search/messages/${id}`, `/views/search/messages/${id}/list`]) {
    const { status, text } = await call(ADMIN, 'POST', path, { fields_in_order: ['user'] })
    expect(status, text).toBe(200)
    expect(text.trim().split('\n').slice(1).toSorted()).toEqual(['"ada"', '"bob"'])
  }
})

test('a lookup that fails fails the query, and says which', async () => {
  const body = searchOf('user:$who$', lookup('team', { lookup_table: 'broken' }))
  const { json } = await call(ADMIN, 'POST', '/views/search/sync', body)
  expect(json.results.q).toMatchObject({ state: 'FAILED' })
  expect(json.errors[0].description).toBe('The value of the parameter who could not be looked up in the table broken.')
})

test('a query with such a parameter is valid without a binding', async () => {
  const parameters = [lookup('team')]
  const body = { query_string: 'user:$who$', parameters }
  expect(await make('/logyard/search/validate', body)).toMatchObject({ status: 'OK' })
})

/** The events of a definition that runs over the last hour. */
async function eventsOf(config: object, count: number) {
  const definition = await make('/events/definitions?schedule=false', {
    title: 'The team was here',
    description: '',
    priority: 2,
    alert: false,
    config: {
      type: 'aggregation-v1',
      query: 'user:$who$',
      query_parameters: [lookup('team')],
      streams: [],
      group_by: [],
      series: [],
      conditions: null,
      search_within_ms: 3_600_000,
      execute_every_ms: 3_600_000,
      ...config,
    },
    field_spec: {},
    key_spec: [],
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
    notifications: [],
  })
  const timerange = { type: 'relative', range: 3600 }
  await make(`/events/definitions/${definition.id}/execute`, { type: 'aggregation-v1', timerange })
  const find = () => make('/events/search', { timerange, query: `event_definition_id:${definition.id}` })
  await expect.poll(async () => (await find()).total_events).toBe(count)
  return (await find()).events
}

test('an event definition finds the messages of the values', () => eventsOf({}, 2))

test('the search behind an event has the values of its parameters', async () => {
  const left = { expr: 'number-ref', ref: 'n' }
  const expression = { expr: '==', left, right: { expr: 'number', value: 2 } }
  const [{ event }] = await eventsOf({ series: [{ id: 'n', function: 'count' }], conditions: { expression } }, 1)
  const { json } = await call(ADMIN, 'GET', `/events/replay/${event.id}`)
  expect(json).toMatchObject({ kind: 'search', query: 'user:("ada" OR "bob")' })
})
