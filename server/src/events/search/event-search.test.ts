// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
/** Events as they are searched, counted and traced back to the messages that they are about. */
import type { EventsSearchResult } from '@logyard/contract/events/events'
import { EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN, aDraft, countOver, type EventServer, startEventServer } from '../testing/start-event-server.ts'

const MINUTE_MS = 60_000
const EVER = { type: 'relative', range: 0 }

let server: EventServer
let streams: Readonly<Record<'lab' | 'vault', string>>
let readers: Readonly<Record<'lab' | 'both' | 'none', string>>
/** Id of the definition that finds messages of both streams. */
let both: string
/** Finds one alert. */
let alerting: string
let nowMs = 0

beforeAll(async () => {
  server = await startEventServer()
  streams = { lab: await server.stream('lab'), vault: await server.stream('vault') }
  const may = (...ids: readonly string[]) => ids.map((id) => `streams:read:${id}`)
  readers = {
    lab: await server.user('ada', may(streams.lab)),
    both: await server.user('bea', may(streams.lab, streams.vault)),
    none: await server.user('cyd'),
  }
  nowMs = Date.now()
  await server.send(
    Array.from({ length: 10 }, (_, n) => ({
      at: nowMs - (10 - n) * 1000,
      fields: { room: n < 6 ? 'lab' : 'vault', user: n % 2 === 0 ? 'bob' : 'eve', number: n },
    })),
  )
  const user = {
    data_type: 'string',
    providers: [{ type: 'template-v1', template: '${source.user}', require_values: true }],
  }
  const config = { streams: [streams.lab, streams.vault] }
  both = await execute({ ...aDraft({ title: 'Seen', config }), priority: 1, field_spec: { user }, key_spec: ['user'] })
  alerting = await execute({
    ...aDraft({ title: 'Many', config: { ...config, ...countOver(5) } }),
    priority: 3,
    alert: true,
  })
  await server.until(async () => (await found({ timerange: EVER })).total_events === 11)
})
afterAll(() => server[Symbol.asyncDispose]())

/** Runs the definition once, over the last minute, and answers its id. */
async function execute(draft: object): Promise<string> {
  const { id } = await server.make('POST', '/events/definitions?schedule=false', draft)
  const timerange = {
    type: 'absolute',
    from: new Date(nowMs - MINUTE_MS + 1).toISOString(),
    to: new Date(nowMs).toISOString(),
  }
  await server.make('POST', `/events/definitions/${id}/execute`, { type: 'aggregation-v1', timerange })
  return id
}

const found = (parameters: object, as = ADMIN): Promise<EventsSearchResult> =>
  server.make('POST', '/events/search', parameters, as)
const idsOf = ({ events }: EventsSearchResult) => events.map(({ event }) => event.id)

test('without parameters the first ten events of the last hour are answered, the newest first', async () => {
  const answer = await found({})
  expect(answer.parameters).toEqual({
    query: '',
    page: 1,
    per_page: 10,
    timerange: { type: 'relative', range: 3600 },
    filter: { alerts: 'include', event_definitions: [] },
    sort_by: 'timestamp',
    sort_direction: 'desc',
  })
  expect(answer.total_events).toBe(11)
  expect(answer.events.length).toBe(10)
  const times = answer.events.map(({ event }) => event.timestamp)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(answer.events[0]).toMatchObject({
    index_name: expect.stringMatching(/^gl-events_\d+$/),
    index_type: 'message',
  })
  expect(answer.used_indices.some((name) => name.startsWith('gl-events_'))).toBe(true)
  expect(answer.context).toEqual({
    event_definitions: {
      [both]: { id: both, title: 'Seen', description: '' },
      [alerting]: { id: alerting, title: 'Many', description: '' },
    },
    streams: { [EVENTS_STREAM_ID]: expect.objectContaining({ id: EVENTS_STREAM_ID, title: 'All events' }) },
  })
  expect((await found({ page: 2 })).events.length).toBe(1)
})

test('an event is seen only by those who may read all of its streams, and counted only for them', async () => {
  expect((await found({ per_page: 100 }, readers.both)).total_events).toBe(11)
  const ofLab = await found({ per_page: 100 }, readers.lab)
  expect(ofLab.total_events).toBe(6)
  for (const { event } of ofLab.events) expect(event.source_streams).toEqual([streams.lab])
  expect(await found({}, readers.none)).toMatchObject({ events: [], total_events: 0 })
  const histogram = await server.make('POST', '/events/histogram', { timerange: EVER }, readers.lab)
  const counted = histogram.buckets.reduce(
    (sum: number, { alerts, events }: { alerts: number; events: number }) => sum + alerts + events,
    0,
  )
  expect(counted).toBe(6)
  expect(await server.ask('POST', '/events/search', {}, '')).toMatchObject({ status: 401 })
})

test('alerts, other events and both are told apart, and definitions filter', async () => {
  const total = async (filter: object) => (await found({ filter })).total_events
  expect([
    await total({ alerts: 'only' }),
    await total({ alerts: 'exclude' }),
    await total({ alerts: 'include' }),
  ]).toEqual([1, 10, 11])
  expect([await total({ event_definitions: [both] }), await total({ event_definitions: [alerting, both] })]).toEqual([
    10, 11,
  ])
  expect(await total({ event_definitions: ['5f0000000000000000000000'] })).toBe(0)
  expect([
    await total({ priority: [1] }),
    await total({ priority: [3], alerts: 'exclude' }),
    await total({ key: ['bob'] }),
  ]).toEqual([10, 0, 5])
})

test.each([
  ['', 11],
  ['*', 11],
  ['key:bob', 5],
  ['fields.user:eve', 5],
  ['priority:3', 1],
  ['alert:true', 1],
  ['message:Many', 1],
  ['source_streams:$lab', 7],
  ['source_streams:$vault AND NOT alert:true', 4],
  ['event_definition_id:$alerting', 1],
])('the query "%s" finds %d events', async (query, count) => {
  const filled = query.replace('$lab', streams.lab).replace('$vault', streams.vault).replace('$alerting', alerting)
  expect((await found({ query: filled })).total_events).toBe(count)
})

test('events are sorted by what the caller names, in both directions', async () => {
  const sorted = async (sort_by: string, sort_direction: string) =>
    (await found({ sort_by, sort_direction, per_page: 100 })).events.map(({ event }) => event)
  const keys = (await sorted('key', 'asc')).flatMap(({ key }) => (key === '' || key === null ? [] : [key]))
  expect(keys).toEqual([...Array(5).fill('bob'), ...Array(5).fill('eve')])
  expect((await sorted('priority', 'desc'))[0]?.priority).toBe(3)
  const times = (await sorted('timestamp', 'asc')).map(({ timestamp }) => timestamp)
  expect(times).toEqual(times.toSorted())
  expect((await sorted('nothing', 'desc')).length).toBe(11)
})

test('pages follow each other without a gap, also among events of the same time', async () => {
  const all = idsOf(await found({ per_page: 100, sort_by: 'priority' }))
  const pages: string[] = []
  for (let page = 1; page <= 4; page += 1) pages.push(...idsOf(await found({ per_page: 3, page, sort_by: 'priority' })))
  expect(pages).toEqual(all)
})

test('a time range limits the events, and a bad one is refused', async () => {
  const until = {
    type: 'absolute',
    from: new Date(nowMs - MINUTE_MS).toISOString(),
    to: new Date(nowMs - 6000).toISOString(),
  }
  expect((await found({ timerange: until })).total_events).toBe(5)
  expect((await found({ timerange: { type: 'keyword', keyword: 'last 5 minutes' } })).total_events).toBe(11)
  const backwards = { type: 'absolute', from: 'yesterday', to: 'today' }
  expect((await server.ask('POST', '/events/search', { timerange: backwards })).status).toBe(400)
  expect((await server.ask('POST', '/events/search', { unknown: 1 })).status).toBe(400)
})

test('a query that cannot be parsed is refused with its place', async () => {
  const { status, body } = await server.ask('POST', '/events/search', { query: 'key:bob AND\n (' })
  expect(status).toBe(400)
  expect(body).toMatchObject({ type: 'QueryParseError', line: 2, details: [expect.any(String)] })
  expect(body.message).toContain('key:bob AND')
})

test('events beyond the window of results are refused in the shape of the events search', async () => {
  const { status, body } = await server.ask('POST', '/events/search', { page: 1001, per_page: 10 })
  expect([status, body.type]).toEqual([500, 'SearchError'])
})

test('the search behind an event is answered to those who may see the event and its definition', async () => {
  const [alert] = (await found({ filter: { alerts: 'only' } })).events
  const [plain] = (await found({ filter: { alerts: 'exclude' }, query: `source_streams:${streams.lab}` })).events
  const replay = (id = '', as = ADMIN) => server.ask('GET', `/events/replay/${id}`, undefined, as)
  const { body } = await replay(alert?.event.id)
  expect(body).toMatchObject({ kind: 'search', query: '', streams: [streams.lab, streams.vault], index: null })
  expect(Date.parse(body.to) - Date.parse(body.from)).toBe(MINUTE_MS)
  const message = (await replay(plain?.event.id)).body
  expect(message).toMatchObject({ kind: 'message', index: expect.any(String), message_id: expect.any(String) })
  expect((await server.ask('GET', `/messages/${message.index}/${message.message_id}`)).status).toBe(200)
  expect((await replay(alert?.event.id, readers.lab)).status).toBe(404)
  expect((await replay(alert?.event.id, readers.both)).status).toBe(403)
  expect((await replay(plain?.event.id, readers.lab)).status).toBe(200)
  expect((await replay('01ARZ3NDEKTSV4RRFFQ69G5FAV')).status).toBe(404)
})

test('events of a deleted definition stay, and the context no longer names it', async () => {
  const { id } = await server.make(
    'POST',
    '/events/definitions?schedule=false',
    aDraft({ config: { streams: [streams.lab], query: 'number:1' } }),
  )
  const timerange = { type: 'relative', range: 300 }
  await server.make('POST', `/events/definitions/${id}/execute`, { type: 'aggregation-v1', timerange })
  const filter = { event_definitions: [id] }
  await expect.poll(async () => (await found({ filter })).total_events).toBe(1)
  await server.make('DELETE', `/events/definitions/${id}`)
  const { events, context } = await found({ filter })
  expect(events.map(({ event }) => event.event_definition_id)).toEqual([id])
  expect(context.event_definitions).toEqual({})
})
