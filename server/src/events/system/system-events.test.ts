/** Notifications of the system as events of a whole server. */
import { createServer, type Server } from 'node:net'
import { EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../../testing/server-process.ts'

const TYPE = 'input_failed_to_start'
const ADMIN = `admin:${ADMIN_PASSWORD}`
const ALL = { type: 'relative', range: 0 }

let server: ServerProcess
let occupied: Server
let port: number

async function call(who: string, method: string, path: string, body?: object) {
  const credentials = who.includes(':') ? who : `${who}:${who}-password`
  const answer = await fetch(`${server.url}api${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(credentials)}`,
      accept: path.startsWith('/views/search/messages') ? 'text/csv' : 'application/json',
      'content-type': 'application/json',
      'x-requested-by': 'test',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, text, json: text.startsWith('{') ? Object(JSON.parse(text)) : {} }
}

async function make(path: string, body: object) {
  const { status, text, json } = await call(ADMIN, 'POST', path, body)
  expect(status, text).toBeLessThan(300)
  return json
}

const eventsOf = async (who: string, query = '') =>
  (await call(who, 'POST', '/events/search', { timerange: ALL, query })).json

/** Its port is in use. */
const failInput = () =>
  make('/system/inputs', {
    title: 'Occupied',
    type: 'org.graylog2.inputs.gelf.tcp.GELFTCPInput',
    global: true,
    configuration: { bind_address: '127.0.0.1', port },
  })

async function addUser(username: string, ...permissions: readonly string[]) {
  const user = { username, password: `${username}-password`, email: `${username}@example.org`, full_name: username }
  await make('/users', { ...user, permissions, roles: ['Reader'] })
}

beforeAll(async () => {
  server = await startServer()
  port = await freePort()
  occupied = createServer().listen(port, '127.0.0.1')
  await addUser('everything', 'streams:read:*', 'searches:relative')
  await addUser(
    'both',
    'searches:relative',
    `streams:read:${EVENTS_STREAM_ID}`,
    `streams:read:${SYSTEM_EVENTS_STREAM_ID}`,
  )
  await addUser('other', 'streams:read:*', 'searches:relative', 'notifications:read:generic')
  await addUser('permitted', 'streams:read:*', 'searches:relative', `notifications:read:${TYPE}`)
  await addUser('administrator', 'notifications:read')
  await failInput()
  await vi.waitFor(async () => expect((await eventsOf(ADMIN, `key:${TYPE}`)).total_events).toBe(1), { timeout: 60_000 })
})
afterAll(async () => {
  occupied.close()
  await server[Symbol.asyncDispose]()
})

test('a notification becomes an event with its type, its severity and its details', async () => {
  const found = await eventsOf(ADMIN, `key:${TYPE}`)
  const { notifications } = (await call(ADMIN, 'GET', '/system/notifications')).json
  const raised = Object(notifications).find(({ type }: { type: string }) => type === TYPE)
  expect(found.events[0]).toMatchObject({
    index_name: 'gl-system-events_0',
    event: {
      event_definition_type: 'system-notifications-v1',
      timestamp: raised.timestamp,
      streams: [SYSTEM_EVENTS_STREAM_ID],
      source_streams: [],
      message: 'An input could not start',
      key_tuple: [TYPE],
      priority: 2,
      alert: false,
      fields: { notification_type: TYPE, notification_severity: 'normal', reason: raised.details.reason },
    },
  })
  const { event_definition_id } = found.events[0].event
  expect(found.context.event_definitions).toEqual({
    [event_definition_id]: expect.objectContaining({ title: 'Notifications of the system' }),
  })
  expect(found.context.streams).toHaveProperty(SYSTEM_EVENTS_STREAM_ID)
  const replayed = await call(ADMIN, 'GET', `/events/replay/${found.events[0].event.id}`)
  expect(replayed).toMatchObject({ status: 404, text: expect.stringContaining('There is no search behind the event') })
})

test('there is one event for each time that the notification is raised, also after a restart', async () => {
  const before = (await eventsOf(ADMIN, `key:${TYPE}`)).total_events
  await failInput()
  expect((await call(ADMIN, 'DELETE', `/system/notifications/${TYPE}`)).status).toBe(204)
  await failInput()
  const total = () => eventsOf(ADMIN, `key:${TYPE}`).then(({ total_events }) => total_events)
  await expect.poll(total).toBe(before + 1)
  await server.end('SIGKILL')
  server = await startServer({ dataFolder: server.dataFolder })
  await expect.poll(total).toBe(before + 1)
})

const inStream = { type: 'stream', id: SYSTEM_EVENTS_STREAM_ID }
const query = { id: 'q', timerange: ALL, query: { type: 'elasticsearch', query_string: '*' }, filter: inStream }
const all = 'query=*&range=0'
const ofStream = `filter=streams:${SYSTEM_EVENTS_STREAM_ID}`
const search = (...search_types: readonly object[]) => ({ queries: [{ ...query, search_types }] })
const count = { id: 'a', type: 'pivot', series: [{ id: 's', type: 'count' }], rollup: true }
const column = { id: 'a', type: 'pivot', row_groups: [{ type: 'values', field: 'key', limit: 9 }], series: [] }
const reads: Readonly<Record<string, readonly [string, string, object?]>> = {
  'the events search': ['POST', '/events/search', { timerange: ALL }],
  'a message list': ['POST', '/views/search/sync', search({ id: 'a', type: 'messages' })],
  'a grouping': ['POST', '/views/search/sync', search({ ...column, rollup: true })],
  'a list of events': ['POST', '/views/search/sync', search({ id: 'a', type: 'events' })],
  'an export': [
    'POST',
    '/views/search/messages',
    { query_string: '*', timerange: ALL, streams: [SYSTEM_EVENTS_STREAM_ID], fields_in_order: ['message'] },
  ],
  'the universal search of the stream': ['GET', `/search/universal/relative?${all}&${ofStream}`],
  'the universal search of everything': ['GET', `/search/universal/relative?${all}`],
}

test.each(Object.entries(reads))(
  '%s shows it only with the permission for its type',
  async (_, [method, path, body]) => {
    const allowed = { isShown: true, who: ['permitted', ADMIN] }
    const denied = { isShown: false, who: ['everything', 'both', 'other'] }
    const isWithoutEvents = path.endsWith(all)
    for (const { isShown, who } of [allowed, denied]) {
      for (const user of who) {
        const { status, text } = await call(user, method, path, body)
        if (status === 403) expect(user, text).toBe('both')
        else expect(status, text).toBe(200)
        expect(text.includes('could not start') || text.includes(`"key":["${TYPE}"]`), `${user}: ${text}`).toBe(
          isShown && !isWithoutEvents,
        )
      }
    }
  },
)

test('counts do not tell that it exists', async () => {
  const counted = async (who: string) => {
    const { json, text } = await call(who, 'POST', '/views/search/sync', search(count))
    expect(json.results, text).toBeDefined()
    return json.results.q.search_types.a.total
  }
  expect(await counted('permitted')).toBeGreaterThan(0)
  for (const who of ['everything', 'both', 'other']) expect(await counted(who), who).toBe(0)
  const histogram = async (who: string) =>
    (await call(who, 'POST', '/events/histogram', { timerange: ALL })).json.buckets
  expect((await histogram('administrator')).length).toBeGreaterThan(0)
  for (const who of ['everything', 'both', 'other']) expect(await histogram(who), who).toEqual([])
})

test('its message is read by its id only with the permission', async () => {
  const { json } = await call(ADMIN, 'POST', '/views/search/sync', search({ id: 'a', type: 'messages' }))
  const [{ index, message }] = json.results.q.search_types.a.messages
  const status = async (who: string) => (await call(who, 'GET', `/messages/${index}/${message._id}`)).status
  expect(await status('permitted')).toBe(200)
  for (const who of ['everything', 'both', 'other']) expect([403, 404], who).toContain(await status(who))
  const around = (who: string) => call(who, 'POST', `/logyard/messages/${index}/${message._id}/context`, {})
  expect((await around('everything')).text).not.toContain('could not start')
})
