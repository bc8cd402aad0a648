import type { BackTest } from '@logyard/contract/events/back-test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDraft, comparison, countOver, type EventServer, startEventServer } from '../testing/start-event-server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MESSAGES = 300

let server: EventServer
let stream: string
let alice: string

beforeAll(async () => {
  server = await startEventServer()
  stream = await server.stream('lab')
  alice = await server.user('alice', ['eventdefinitions:create', `streams:read:${stream}`])
  const nowMs = Date.now()
  await server.send(
    Array.from({ length: MESSAGES }, (_, n) => ({
      at: nowMs - 2 * HOUR_MS - ((n * 577_777) % (2 * DAY_MS)),
      fields: {
        room: n % 10 === 0 ? 'other' : 'lab',
        user: ['ann', 'bob', 'cyd'][n % 3],
        ...(n % 4 === 0 ? {} : { took: (n * 37) % 100 }),
      },
    })),
  )
})
afterAll(() => server[Symbol.asyncDispose]())

async function backTest(draft: object, { days = 3, as = alice } = {}): Promise<BackTest> {
  return server.make('POST', '/events/definitions/back_test', { definition: draft, days }, as)
}

/** Executes the definition over each window of the back-test, and returns the times and groups of the events. */
async function evaluated(draft: ReturnType<typeof aDraft>, { window_ms, window_ends, event_count }: BackTest) {
  const { id } = await server.make('POST', '/events/definitions?schedule=false', draft)
  for (const end of window_ends) {
    const [from, to] = [end - window_ms + 1, end].map((ms) => new Date(ms).toISOString())
    const timerange = { type: 'absolute', from, to }
    await server.make('POST', `/events/definitions/${id}/execute`, { type: 'aggregation-v1', timerange })
  }
  // Stored a moment after they were found.
  await expect.poll(async () => (await server.eventsOf(id)).length).toBe(event_count)
  return server.eventsOf(id)
}

const CONDITIONS = [
  ['a count', countOver(16)],
  ['a count of groups', countOver(5, { group_by: ['user'] })],
  ['a count that stays low', { ...countOver(0), conditions: { expression: comparison('<', 'count-', 20) } }],
  [
    'several figures',
    {
      group_by: ['user'],
      series: [
        { id: 'a', function: 'avg', field: 'took' },
        { id: 'b', function: 'max', field: 'took' },
        { id: 'c', function: 'card', field: 'took' },
        { id: 'd', function: 'stddev', field: 'took' },
      ],
      conditions: {
        expression: {
          expr: '||',
          left: { expr: '&&', left: comparison('>', 'a', 50), right: comparison('>=', 'c', 4) },
          right: { expr: '&&', left: comparison('<', 'd', 25), right: comparison('<', 'b', 80) },
        },
      },
    },
  ],
] as const

const TIMINGS = [
  { search_within_ms: 4 * HOUR_MS, execute_every_ms: 4 * HOUR_MS },
  { search_within_ms: 10 * HOUR_MS, execute_every_ms: 4 * HOUR_MS },
  { search_within_ms: 3 * HOUR_MS, execute_every_ms: 5 * HOUR_MS },
]

test.each(CONDITIONS.flatMap(([title, condition]) => TIMINGS.map((timing) => ({ title, condition, timing }))))(
  'a back-test fires in the windows in which evaluation finds events: $title, $timing',
  async ({ condition, timing }) => {
    const draft = aDraft({ config: { streams: [stream], ...condition, ...timing } })
    const tested = await backTest(draft)
    const events = await evaluated(draft, tested)
    expect(tested.event_count).toBeGreaterThan(0)
    const firedAt = tested.firings.flatMap(({ group, from, to, windows }) => {
      const inside = tested.window_ends.filter(
        (end) => end <= Date.parse(to) && end >= Date.parse(from) + tested.window_ms - 1,
      )
      expect(inside.length).toBe(windows)
      return inside.map((end) => `${new Date(end).toISOString()} ${group.join('|')}`)
    })
    // An event has the time just after its window, and names its group in its message.
    const foundAt = events.map(({ timestamp, message }) => {
      const group = !('group_by' in condition) ? '' : (/: (\w+) - /.exec(message)?.[1] ?? '')
      return `${new Date(Date.parse(timestamp) - 1).toISOString()} ${group}`
    })
    expect(firedAt.toSorted()).toEqual(foundAt.toSorted())
  },
  30_000,
)

test('without figures each matching message is an event, up to the limit of a run', async () => {
  const config = { streams: [stream], query: 'user:ann', search_within_ms: DAY_MS, execute_every_ms: DAY_MS }
  const tested = await backTest(aDraft({ config }))
  expect(tested).toMatchObject({ mode: 'messages', event_count: 90, firing_count: 1, is_shortened: false })
  expect(tested.firings[0]).toMatchObject({ windows: 3, events: 90, lasted: '3 days' })
  expect(tested.summary).toBe('In the last 3 days 90 messages matched, in 1 period.')
  const limited = await backTest(aDraft({ config: { ...config, event_limit: 10 } }))
  expect(limited.event_count).toBe(
    tested.groups[0]?.values['count-']?.reduce<number>((sum, n) => sum + Math.min(n ?? 0, 10), 0),
  )
})

test('matching messages without the field of the groups are counted, and the summary says so', async () => {
  const config = { streams: [stream], search_within_ms: HOUR_MS, execute_every_ms: HOUR_MS }
  const none = await backTest(aDraft({ config: { ...config, ...countOver(0, { group_by: ['service'] }) } }))
  expect(none).toMatchObject({ groups: [], event_count: 0, ungrouped_messages: 270 })
  expect(none.summary).toBe('In the last 3 days 270 messages matched, but none has service.')
  const some = await backTest(aDraft({ config: { ...config, ...countOver(0, { group_by: ['user'] }) } }))
  expect(some.ungrouped_messages).toBe(0)
})

test('the notifications that would have been sent are counted, with grace period and limit', async () => {
  const config = { streams: [stream], ...countOver(0), search_within_ms: HOUR_MS, execute_every_ms: HOUR_MS }
  const notifications = [{ notification_id: 'mail' }, { notification_id: 'chat' }]
  const { event_count, notifications: all } = await backTest(aDraft({ config, notifications }))
  expect(all).toEqual({
    sent: event_count,
    total: 2 * event_count,
    in_grace_period: 0,
    over_limit: 0,
    is_estimate: false,
  })
  const notification_settings = { grace_period_ms: 3 * HOUR_MS }
  const graced = await backTest(aDraft({ config, notifications, notification_settings }))
  expect(graced.notifications.sent).toBeLessThanOrEqual(Math.ceil(event_count / 3) + 1)
  expect(graced.notifications.sent + graced.notifications.in_grace_period).toBe(event_count)
  expect(graced.summary).toContain(`${graced.notifications.total} notifications would have been sent, and none for`)
  const once = await backTest(
    aDraft({
      // Some hours have more messages than others.
      config: { ...config, ...countOver(5) },
      notifications,
      notification_settings: { grace_period_ms: 10 * DAY_MS },
      recovery: { notify: true, after_ms: 0 },
    }),
  )
  expect(once.firing_count).toBeGreaterThan(1)
  expect(once.notifications.sent).toBe(once.firing_count)
  const notification_limit = { count: 2, per_ms: DAY_MS }
  const limited = await backTest(aDraft({ config, notifications, notification_limit }))
  expect(limited.notifications.sent).toBeLessThanOrEqual(6)
  expect(limited.notifications.sent + limited.notifications.over_limit).toBe(event_count)
})

test('a back-test reads only what its caller may read, and needs the permission to create definitions', async () => {
  const config = { ...countOver(0), search_within_ms: DAY_MS, execute_every_ms: DAY_MS }
  const ask = (as: string, streams: readonly string[]) =>
    server.ask(
      'POST',
      '/events/definitions/back_test',
      { definition: aDraft({ config: { ...config, streams } }), days: 3 },
      as,
    )
  const [stranger, creator] = [
    await server.user('stranger', [`streams:read:${stream}`]),
    await server.user('creator', ['eventdefinitions:create']),
  ]
  expect((await ask(stranger, [stream])).status).toBe(403)
  expect((await ask(creator, [stream])).status).toBe(403)
  expect((await ask(creator, [])).status).toBe(403)
  expect((await ask(alice, [])).status).toBe(403)
  expect((await ask(alice, [stream])).status).toBe(200)
})

test('a condition that cannot be tested is refused with the reasons', async () => {
  const refused = async (config: object, days = 1) => {
    const answer = await server.ask('POST', '/events/definitions/back_test', {
      definition: aDraft({ config: { ...config } }),
      days,
    })
    expect(answer.status).toBe(400)
    return answer.body
  }
  expect((await refused({ search_within_ms: 0 })).errors).toHaveProperty('search_within_ms')
  expect((await refused({ type: 'unknown' })).errors).toHaveProperty('config')
  const absence = {
    type: 'absence-v1',
    query: '',
    streams: [stream],
    group_by: [],
    silence_ms: 60_000,
    remember_ms: 60_000,
  }
  const unsupported = aDraft()
  Object.assign(unsupported, { config: { ...absence, execute_every_ms: 60_000 } })
  const answer = await server.ask('POST', '/events/definitions/back_test', { definition: unsupported, days: 1 })
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('absence-v1') } })
  const oddCron = { use_cron_scheduling: true, cron_expression: '0 0 9 * * *', search_within_ms: 60_001 }
  expect((await refused({ ...countOver(1), ...oddCron }, 30)).message).toContain('whole minutes')
  const unknownSeries = { ...countOver(1), conditions: { expression: comparison('>', 'nothing', 1) } }
  expect((await refused(unknownSeries)).errors.conditions[0]).toContain('"nothing"')
  expect((await refused({ query: 'a AND (' })).message).toContain('a AND (')
})

test('a rhythm of seconds covers less of the past, and a cron expression its own times', async () => {
  const often = { ...countOver(0), streams: [stream], search_within_ms: 1000, execute_every_ms: 1000 }
  const tested = await backTest(aDraft({ config: often }), { days: 1 })
  expect(tested).toMatchObject({ is_shortened: true })
  expect(tested.window_ends.length).toBe(50_000)
  expect(tested.summary).toContain('a longer past cannot be tested')

  const daily = { ...countOver(0), streams: [stream], search_within_ms: 2 * HOUR_MS, execute_every_ms: 1000 }
  const cron = { use_cron_scheduling: true, cron_expression: '0 0 9 * * *', cron_timezone: 'Europe/Berlin' }
  const { window_ends, is_shortened } = await backTest(aDraft({ config: { ...daily, ...cron } }))
  expect([window_ends.length, is_shortened]).toEqual([3, false])
  const hours = window_ends.map((ms) => new Date(ms).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' }))
  expect(hours).toEqual(['09:00:00', '09:00:00', '09:00:00'])
})

test('parameters take their values from lookup tables that the caller may read', async () => {
  const named = (name: string) => ({ title: name, description: '', name })
  const cache = await server.make('POST', '/system/lookup/caches', { ...named('c'), config: { type: 'none' } })
  const values = { type: 'logyard-values', time_to_live: 0 }
  const adapter = await server.make('POST', '/system/lookup/adapters', { ...named('a'), config: values })
  await server.make('PUT', `/logyard/lookup/adapters/${adapter.id}/values`, { key: 'watched', value: 'ann' })
  const defaults = {
    default_single_value: '',
    default_single_value_type: 'NULL',
    default_multi_value: '',
    default_multi_value_type: 'NULL',
  }
  await server.make('POST', '/system/lookup/tables', {
    ...named('t'),
    cache_id: cache.id,
    data_adapter_id: adapter.id,
    ...defaults,
  })
  const parameter = { type: 'lut-parameter-v1', name: 'who', data_type: 'any', lookup_table: 't', key: 'watched' }
  const config = {
    streams: [stream],
    query: 'user:$who$',
    query_parameters: [parameter],
    search_within_ms: DAY_MS,
    execute_every_ms: DAY_MS,
  }
  const reader = await server.user('looker', ['eventdefinitions:create', `streams:read:${stream}`, 'lookuptables:read'])
  await expect.poll(async () => (await backTest(aDraft({ config }), { as: reader })).event_count).toBe(90)
  expect((await backTest(aDraft({ config }))).event_count).toBe(0)
})

test('back-tests of one user run one after another', async () => {
  const config = { ...countOver(0), streams: [stream], search_within_ms: 1000, execute_every_ms: 1000 }
  const answers = await Promise.all(Array.from({ length: 3 }, () => backTest(aDraft({ config }), { days: 1 })))
  expect(answers.map(({ window_ends }) => window_ends.length)).toEqual([50_000, 50_000, 50_000])
})
