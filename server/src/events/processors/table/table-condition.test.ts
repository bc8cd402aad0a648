// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
/** Conditions on rows of steps and of SQL: evaluated over real messages, and defined, tried and tested over the API. */
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../../../testing/start-index-sets.ts'
import { OTHER_STREAM, READER_ID, STREAM, startEvaluation } from '../../testing/start-evaluation.ts'
import { aDraft, type EventServer, startEventServer } from '../../testing/start-event-server.ts'
import { MAX_CONDITION_ROWS } from './table-rows.ts'

const START = '2026-03-02T12:00:00.000Z'
const MINUTE_MS = 60_000
const at = (minutes: number) => new Date(Date.parse(START) + minutes * MINUTE_MS).toISOString()
const each = { key_columns: [], is_each_row: true, search_within_ms: MINUTE_MS, execute_every_ms: MINUTE_MS }
const STEPS = {
  type: 'steps-v1',
  ...{ query: 'login', streams: [] },
  steps: '| stats count() as logins, last(host) as host by user | where logins > 1',
  ...each,
} satisfies ProcessorConfig
const SQL = {
  type: 'sql-v1',
  ...{ query: 'login', streams: [] },
  sql: 'SELECT user, count() AS logins, argMax(host, timestamp) AS host FROM messages GROUP BY user HAVING logins > 1 ORDER BY user',
  ...each,
  key_columns: ['user'],
} satisfies ProcessorConfig

const login = (minutes: number, user: string, host = 'web-1', streams = [STREAM]) => ({
  ...{ at: at(minutes), message: 'login failed', streams },
  fields: { user, host },
})

describe('evaluation', () => {
  let store: EngineUnderTest
  beforeAll(async () => {
    store = await startTestEngine()
  })
  afterAll(() => store[Symbol.asyncDispose]())
  const start = () => startEvaluation(store.engine, START)

  test.each([STEPS, SQL])(
    'each row of each window is an event, once, also when the runs are behind: $type',
    async (config) => {
      await using world = await start()
      await world.insert(
        ...[login(0.2, 'ann'), login(0.4, 'ann', 'web-2'), login(0.5, 'bob')],
        ...[login(1.2, 'ann'), login(1.8, 'bob'), login(2.1, 'bob'), login(2.2, 'bob'), login(2.3, 'bob', 'web-9')],
        ...[login(5.1, 'cyd'), login(5.2, 'cyd'), login(5.3, 'dan'), login(5.4, 'dan')],
      )
      await world.define({ ...config, execute_every_ms: MINUTE_MS })
      await world.runUntil(at(8))
      const found = [
        `${at(1)} Watched: ann - logins=2 host=web-2`,
        `${at(3)} Watched: bob - logins=3 host=web-9`,
        `${at(6)} Watched: cyd - logins=2 host=web-1`,
        `${at(6)} Watched: dan - logins=2 host=web-1`,
      ]
      const times = (lines: readonly string[]) => lines.map((line) => line.replace(/^(\S+:\d\d):\d\d\.\d+Z/, '$1'))
      expect(times(await world.events())).toEqual(times(found))
    },
  )

  test('one event tells that there are rows, and a window without messages may have some', async () => {
    await using world = await start()
    await world.insert(login(0.2, 'ann'), login(0.3, 'bob'), login(2.2, 'ann'))
    await world.define({ ...STEPS, steps: '| stats count() as n by user | sort user', is_each_row: false })
    await world.define({ ...STEPS, steps: '| stats count() as n | where n == 0', is_each_row: false })
    await world.runUntil(at(3))
    expect((await world.events()).map((line) => line.slice(25))).toEqual([
      'Watched: 1 row, the first with n=0',
      'Watched: 2 rows, the first with user=ann n=1',
      'Watched: 1 row, the first with n=0',
      'Watched: 1 row, the first with user=ann n=1',
    ])
  })

  test('now() is the end of the window, and messages as rows are told apart', async () => {
    await using world = await start()
    await world.insert(login(0.25, 'ann'), login(0.5, 'ann'))
    const steps = '| let age = (now() - timestamp) / 1000 | fields user, age | sort age'
    await world.define({ ...STEPS, steps, key_columns: ['user'] })
    await world.runUntil(at(4))
    const lines = (await world.events()).map((line) => line.slice(25))
    expect(lines.map((line) => line.replace(/age=(\d+).*/, 'age=$1')).sort()).toEqual([
      'Watched: ann - age=30',
      'Watched: ann - age=45',
    ])
  })

  test('values as long as a statement wants them are cut', async () => {
    await using world = await start()
    await world.insert(login(0.5, 'ann'))
    const sql =
      "SELECT repeat('k', 5000) AS user, repeat('v', 1000000) AS text, count() AS n FROM messages GROUP BY ALL"
    await world.define({ ...SQL, sql })
    await world.runUntil(at(1))
    const [line = ''] = await world.events()
    expect(line).toMatch(/Watched: k{1000} - text=v{100} n=[01]$/)
  })

  test('a run with too many rows, or one that the engine refuses, fails with the reason', async () => {
    await using world = await start()
    await world.insert(...Array.from({ length: MAX_CONDITION_ROWS + 1 }, (_, n) => login(0.5, `user-${n}`)))
    await world.define({ ...STEPS, steps: '| stats count() by user' })
    await world.runUntil(at(1))
    expect(await world.problems()).toEqual([expect.stringContaining(`more than ${MAX_CONDITION_ROWS} rows`)])
    await using other = await start()
    await other.insert(login(0.5, 'ann'))
    await other.define({ ...SQL, sql: 'SELECT throwing(user) AS user FROM messages' })
    expect(await other.problems()).toEqual([expect.stringMatching(/throwing/)])
    await using third = await start()
    await third.define({ ...SQL, sql: 'SELECT 1 AS one', key_columns: ['nothing'] })
    expect(await third.problems()).toEqual([expect.stringContaining('no column "nothing"')])
  })

  test.each([STEPS, SQL])('it reads nothing but what its owner may read: $type', async (config) => {
    await using world = await start()
    await world.insert(
      login(0.2, 'eve', 'x', [OTHER_STREAM]),
      login(0.3, 'eve', 'x', [OTHER_STREAM]),
      login(0.3, 'ann'),
    )
    await world.define(config, READER_ID)
    await world.runUntil(at(2))
    expect(await world.events()).toEqual([])
    await using other = await start()
    await other.define({ ...config, streams: [OTHER_STREAM] }, READER_ID)
    expect(await other.problems()).toEqual([expect.stringContaining(`may not read its streams: ${OTHER_STREAM}`)])
  })
})

describe('over the API', () => {
  let server: EventServer
  beforeAll(async () => {
    server = await startEventServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const draftOf = (config: object, more: object = {}) => {
    const draft = aDraft({ title: 'Logins', alert: true, ...more })
    return { ...draft, config }
  }

  test.each([
    [{ ...STEPS, steps: 'stats count()' }, 'steps', /begin with \|/],
    [
      { ...STEPS, steps: '| stats cuont() by user' },
      'steps',
      /^At character 9: There is no aggregate cuont. Did you mean count\?/,
    ],
    [{ ...STEPS, key_columns: ['host', 'userr'] }, 'key_columns', /no column "userr": they have user, logins, host/],
    [{ ...SQL, sql: 'SELECT * FROM system.tables' }, 'sql', /^At character/],
    [{ ...SQL, search_within_ms: 0 }, 'search_within_ms', /must be from 1/],
  ])('what is wrong is refused with its field and place: %#', async (config, field, reason) => {
    for (const path of ['/events/definitions', '/events/definitions/back_test']) {
      const body = path.endsWith('test') ? { definition: draftOf(config), days: 1 } : draftOf(config)
      const { status, body: answer } = await server.ask('POST', path, body)
      expect(status).toBe(400)
      expect(answer.errors[field][0]).toMatch(reason)
    }
  })

  test.each([STEPS, SQL])(
    'it is back-tested, run by hand, replayed and carried by packs: $type',
    async ({ streams: _, ...config }) => {
      const room = server.unique('room')
      const stream = await server.stream(room)
      const now = Date.now()
      const burst = (minutes: number, user: string, count: number) =>
        Array.from({ length: count }, (_one, place) => ({
          at: now - minutes * MINUTE_MS - place * 100,
          fields: { room, user, host: 'web-1', action: 'login' },
        }))
      await server.send([
        ...burst(20, 'ann', 3),
        ...burst(50, 'bob', 4),
        ...burst(50, 'ann', 2),
        ...burst(80, 'cyd', 1),
      ])
      const timing = { search_within_ms: 10 * MINUTE_MS, execute_every_ms: 10 * MINUTE_MS }
      const own = { ...config, ...timing, query: 'action:login', streams: [stream] }
      const spec = {
        data_type: 'string',
        providers: [{ type: 'template-v1', template: '${source.user}: ${source.logins}' }],
      }
      const draft = draftOf(own, { field_spec: { who: spec }, key_spec: ['who'] })
      const tested = await server.make('POST', '/events/definitions/back_test', { definition: draft, days: 1 })
      expect(tested).toMatchObject({ mode: 'rows', event_count: 3, firing_count: 3, is_shortened: false })
      const groups = tested.groups.map(({ key, messages }: { key: string[]; messages: number }) => [...key, messages])
      expect(groups.sort()).toEqual([
        ['ann', 2],
        ['bob', 1],
      ])
      expect(tested.summary).toContain('3 rows matched, in 3 periods.')

      const { id } = await server.make('POST', '/events/definitions?schedule=false', draft)
      const timerange = {
        type: 'absolute',
        from: new Date(now - 55 * MINUTE_MS).toISOString(),
        to: new Date(now - 49 * MINUTE_MS).toISOString(),
      }
      await server.make('POST', `/events/definitions/${id}/execute`, { type: own.type, timerange })
      await expect.poll(async () => (await server.eventsOf(id)).length, { timeout: 60_000 }).toBe(2)
      const events = await server.eventsOf(id)
      expect(events.map(({ key }) => key).sort()).toEqual(['ann: 2', 'bob: 4'])
      expect(events[0]).toMatchObject({ source_streams: [stream], event_definition_type: own.type })
      const replay = await server.make('GET', `/events/replay/${events[0]?.id}`)
      expect(replay).toMatchObject({
        ...{ kind: 'search', query: 'action:login', streams: [stream] },
        ...('steps' in own ? { steps: own.steps } : { sql: own.sql }),
      })
      const { alerts } = await server.make('GET', `/events/alerts?definition=${id}`)
      expect(alerts.map(({ group }: { group: string[] }) => group).sort()).toEqual([['ann'], ['bob']])

      const request = { entities: [{ id, type: { name: 'event_definition', version: '1' } }] }
      const { entities } = await server.make('POST', '/system/catalog', request)
      const carried = entities.find(({ type }: { type: { name: string } }) => type.name === 'event_definition')
      expect(carried.data.config).toMatchObject({ ...config, ...timing, query: { '@value': 'action:login' } })
    },
  )

  test('a step join looks up in tables that the owner may read, and no others', async () => {
    const room = server.unique('room')
    const stream = await server.stream(room)
    const now = Date.now()
    await server.send([{ at: now - 1000, fields: { room, user: 'ann' } }])
    const name = server.unique('names')
    const make = async (kind: string, body: object) =>
      (await server.make('POST', `/system/lookup/${kind}`, { title: name, description: '', name, ...body })).id
    const kept = { type: 'logyard-values', time_to_live: 0, time_to_live_unit: null, case_insensitive_lookup: false }
    const data_adapter_id = await make('adapters', { config: kept })
    const cache_id = await make('caches', { config: { type: 'none' } })
    const none = { default_single_value: '', default_multi_value: '' }
    const types = { default_single_value_type: 'NULL', default_multi_value_type: 'NULL' }
    await make('tables', { cache_id, data_adapter_id, ...none, ...types })
    const owner = await server.user(server.unique('owner'), ['eventdefinitions:create', `streams:read:${stream}`])
    const steps = `| stats count() as n by user | join ${name} on user as person`
    const draft = draftOf({ ...STEPS, query: '', streams: [stream], steps })
    const tested = (as?: string) =>
      server.ask('POST', '/events/definitions/back_test', { definition: draft, days: 1 }, as)
    expect((await tested()).status).toBe(200)
    const refused = await tested(owner)
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain(`There is no lookup table ${name} that you may read.`)
  })
})
