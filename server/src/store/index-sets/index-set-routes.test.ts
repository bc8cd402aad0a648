import { RETENTION_CLASSES, ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemJobCollection } from '../../jobs/system-job-store.ts'
import {
  byCount,
  byTime,
  type EngineUnderTest,
  keeping,
  OTHER_NODE_ID,
  startIndexSets,
  startTestEngine,
} from '../../testing/start-index-sets.ts'
import { CLEAN_UP } from './index-job-kinds.ts'

let started: EngineUnderTest
beforeAll(async () => {
  started = await startTestEngine()
})
afterAll(() => started[Symbol.asyncDispose]())

const start = () => startIndexSets({ engine: started.engine })
const SETS = '/system/indices/index_sets'
const draft = {
  title: 'Web',
  description: null,
  index_prefix: 'web',
  writable: true,
  shards: 4,
  replicas: 0,
  creation_date: '2026-02-01T12:00:00.000+01:00',
  index_analyzer: 'standard',
  index_optimization_max_num_segments: 1,
  index_optimization_disabled: false,
  field_type_refresh_interval: 5000,
  ...byCount(100),
  ...keeping('delete', 5),
}
const message = (text: unknown) => ({ type: 'ApiError', message: text })

test('a new installation has three index sets, each with its first index', async () => {
  await using world = await start()
  const { body } = await world.http.ask('GET', SETS, '*')
  expect(body).toMatchObject({
    total: 3,
    stats: {},
    index_sets: [
      {
        title: 'Default index set',
        default: true,
        writable: true,
        index_prefix: 'graylog',
        shards: 4,
        replicas: 0,
        rotation_strategy_class: ROTATION_CLASSES.time,
        rotation_strategy: { rotation_period: 'P1D' },
        retention_strategy: { max_number_of_indices: 30 },
        creation_date: '2026-03-01T09:00:00.000Z',
        field_type_refresh_interval: 5000,
        index_template_type: null,
      },
      {
        default: false,
        index_prefix: 'gl-events',
        rotation_strategy: { type: `${ROTATION_CLASSES.time}Config`, rotation_period: 'P1M' },
        retention_strategy: { max_number_of_indices: 12 },
        field_type_refresh_interval: 60_000,
        index_template_type: 'events',
      },
      { default: false, index_prefix: 'gl-system-events', index_template_type: 'events' },
    ],
  })
  expect((await world.http.ask('GET', '/system/deflector', '*')).body).toEqual({
    is_up: true,
    current_target: 'graylog_0',
  })
})

test('a new set has its first index, whose range is unknown', async () => {
  await using world = await start()
  const created = await world.http.ask('POST', SETS, 'indexsets:create', draft)
  const { description, ...rest } = draft
  expect(created).toMatchObject({
    status: 200,
    body: { ...rest, description, creation_date: '2026-02-01T11:00:00.000Z', default: false },
  })
  const id = await world.idOf('web')
  expect((await world.http.ask('GET', `/system/deflector/${id}`, 'deflector:read')).body).toEqual({
    is_up: true,
    current_target: 'web_0',
  })
  expect((await world.http.ask('GET', '/system/indices/ranges/web_0', '*')).body).toMatchObject({
    index_name: 'web_0',
    begin: '1970-01-01T00:00:00.000Z',
    end: '1970-01-01T00:00:00.000Z',
  })
})

test('numbers may be strings, and fields that older or newer clients omit or add are tolerated', async () => {
  await using world = await start()
  const { creation_date, field_type_refresh_interval, writable, ...short } = draft
  const body = {
    ...short,
    shards: '2',
    rotation_strategy: { ...draft.rotation_strategy, max_docs_per_index: '5' },
    can_be_default: true,
    field_restrictions: {},
    data_tiering: null,
  }
  expect(await world.http.ask('POST', SETS, '*', body)).toMatchObject({
    status: 200,
    body: {
      shards: 2,
      rotation_strategy: { max_docs_per_index: 5 },
      writable,
      field_type_refresh_interval,
      creation_date: '2026-03-01T09:00:00.000Z',
    },
  })
  const refused = await world.http.ask('POST', SETS, '*', { ...draft, index_prefix: 'x', nonsense: 1 })
  expect(refused).toMatchObject({
    status: 400,
    body: message(expect.stringMatching(/^Unable to map property nonsense\.\nKnown properties include: /)),
  })
})

test.each([
  { prefix: 'graylog', text: 'Index prefix "graylog" would conflict with an existing index set!' },
  { prefix: 'graylog_3', text: 'Index prefix "graylog_3" would conflict with an existing index set!' },
  { prefix: 'graylog2', text: 'Index prefix "graylog2" would conflict with existing index set prefix "graylog"' },
  { prefix: 'gray', text: 'Index prefix "gray" would conflict with existing index set prefix "graylog"' },
])('the prefix $prefix is refused beside graylog', async ({ prefix, text }) => {
  await using world = await start()
  const answer = await world.http.ask('POST', SETS, '*', { ...draft, index_prefix: prefix })
  expect(answer).toMatchObject({ status: 400, body: message(text) })
})

test('prefixes contain only lower case letters, digits and some punctuation', async () => {
  await using world = await start()
  for (const prefix of ['_x', 'Web', 'a.b', '']) {
    const { status, body } = await world.http.ask('POST', SETS, '*', { ...draft, index_prefix: prefix })
    expect({ status, body }).toMatchObject({ status: 400, body: [{ path: 'index_prefix', invalid_value: prefix }] })
  }
  expect((await world.http.ask('POST', SETS, '*', { ...draft, index_prefix: 'a+b-c_1' })).status).toBe(200)
  await world.insert('a+b-c_1_0', 3)
  const { body } = await world.http.ask('GET', `/system/indexer/indices/${encodeURIComponent('a+b-c_1_0')}`, '*')
  expect(body).toMatchObject({ primary_shards: { documents: { count: 3 } } })
})

test('all errors of a form are reported at once', async () => {
  await using world = await start()
  const broken = { ...draft, title: ' ', shards: 0, replicas: '-1', index_optimization_max_num_segments: 0 }
  const { status, body } = await world.http.ask('POST', SETS, '*', broken)
  expect(status).toBe(400)
  expect(body).toEqual(
    ['title', 'shards', 'replicas', 'index_optimization_max_num_segments'].map((path) =>
      expect.objectContaining({ path, message: expect.any(String) }),
    ),
  )
})

test.each([
  [{ field_type_refresh_interval: 999 }, /"PT0.999S" is too short. It must be 1 second or longer/],
  [{ rotation_strategy: { type: 'org.example.MoonConfig' } }, /does not belong/],
  [{ rotation_strategy: byTime('P1D').rotation_strategy }, /does not belong/],
  [{ rotation_strategy_class: 'org.example.Moon' }, /no rotation strategy org\.example\.Moon/],
  [{ rotation_strategy: { type: `${ROTATION_CLASSES.count}Config` } }, /needs max_docs_per_index/],
  [byCount(0), /from 1 on/],
  [byTime('PT0S'), /ISO 8601 period/],
  [{ retention_strategy_class: RETENTION_CLASSES.close }, /does not belong/],
  [keeping('delete', 0), /from 1 on/],
  [{ rotation_strategy: undefined }, /Missing required properties: rotation_strategy/],
  [{ creation_date: 'yesterday' }, /not yesterday/],
])('a draft with %o is refused', async (change, text) => {
  await using world = await start()
  const answer = await world.http.ask('POST', SETS, '*', { ...draft, ...change })
  expect(answer).toMatchObject({ status: 400, body: message(expect.stringMatching(text)) })
})

test('an update changes what can be changed, and the whole set may be sent back', async () => {
  await using world = await start()
  const id = String(Object((await world.http.ask('POST', SETS, '*', draft)).body).id)
  const before = Object((await world.http.ask('GET', `${SETS}/${id}`, '*')).body)
  const changed = await world.http.ask('PUT', `${SETS}/${id}`, `indexsets:edit:${id}`, {
    ...before,
    title: 'Web servers',
    index_prefix: 'other',
    index_analyzer: 'other',
    creation_date: '2020-01-01T00:00:00.000Z',
    index_template_type: 'events',
    nonsense: true,
    field_type_refresh_interval: 500,
    ...byTime('PT5M'),
  })
  const after = { ...before, title: 'Web servers', field_type_refresh_interval: 500, ...byTime('PT5M') }
  expect({ status: changed.status, body: changed.body }).toEqual({ status: 200, body: after })
  expect((await world.http.ask('GET', `${SETS}/${id}`, '*')).body).toEqual(after)
  expect(await world.http.ask('PUT', `${SETS}/${'0'.repeat(24)}`, '*', { title: 'x' })).toMatchObject({
    status: 404,
    body: message(`Index set <${'0'.repeat(24)}> not found`),
  })
})

test('the default set stays writable and cannot be deleted, but another set can become the default', async () => {
  await using world = await start()
  const id = await world.create('web', { writable: false })
  const standard = await world.idOf('graylog')
  const readOnly = { status: 409, body: message('Default index set must be writable.') }
  expect(await world.http.ask('PUT', `${SETS}/${standard}`, '*', { writable: false })).toMatchObject(readOnly)
  expect(await world.http.ask('PUT', `${SETS}/${id}/default`, '*')).toMatchObject(readOnly)
  expect(await world.indexSets.sets.defaultId()).toBe(standard)
  expect(await world.http.ask('DELETE', `${SETS}/${standard}`, '*')).toMatchObject({
    status: 400,
    body: message(`Default index set <${standard}> cannot be deleted!`),
  })
  await world.change('web', { writable: true })
  const told: string[] = []
  using _ = world.indexSets.sets.onDefaultChange(() => told.push('changed'))
  const made = await world.http.ask('PUT', `${SETS}/${id}/default`, '*')
  expect(told).toEqual(['changed'])
  expect(made).toMatchObject({ status: 200, body: { id, default: true } })
  expect((await world.http.ask('GET', '/system/deflector', '*')).body).toMatchObject({ current_target: 'web_0' })
  expect((await world.http.ask('DELETE', `${SETS}/${standard}`, '*')).status).toBe(204)
})

test('a set in use by streams cannot be deleted; an unused one is deleted with its indices', async () => {
  await using world = await start()
  const id = await world.create('web')
  await world.insert('web_0', 3)
  world.assigned.add(id)
  expect(await world.http.ask('DELETE', `${SETS}/${id}`, '*')).toMatchObject({
    status: 404,
    body: message(`Couldn't delete index set with ID <${id}>`),
  })
  expect((await world.http.ask('GET', `${SETS}/${id}`, '*')).status).toBe(200)
  world.assigned.clear()
  expect((await world.http.ask('DELETE', `${SETS}/${id}`, '*')).status).toBe(204)
  expect(world.indexSets.targets.of(id)).toBeUndefined()
  await expect.poll(() => world.rowsIn('web_0')).toBe(0)
  expect(await world.http.ask('DELETE', `${SETS}/${id}`, '*')).toMatchObject({
    status: 404,
    body: message(`Index set <${id}> not found.`),
  })
  expect((await world.http.ask('GET', `${SETS}/${id}`, '*')).body).toEqual(
    message(`Couldn't load index set with ID <${id}>`),
  )
})

test('a set is deleted with its indices while one of them is being deleted', async () => {
  await using world = await start()
  const id = await world.create('web')
  await world.insert('web_0', 3)
  const jobs = world.settings.collection(systemJobCollection)
  const cleaning = {
    id: 'cleaning',
    kind: CLEAN_UP.name,
    parameters: { index_set_id: id },
    started_at: null,
    share: 0,
    tries: 0,
    is_cancelled: false,
    given_up_at: null,
    holder: OTHER_NODE_ID,
    expires_at: '2026-03-01T09:00:20.000Z',
  }
  await jobs.insert(cleaning)
  expect((await world.http.ask('DELETE', `${SETS}/${id}`, '*')).status).toBe(204)
  // It ended without these indices.
  await jobs.delete(cleaning.id)
  await world.rotate()
  await expect.poll(() => world.rowsIn('web_0')).toBe(0)
})

test('a page counts the sets that the caller may read, and its statistics cover all sets', async () => {
  await using world = await start()
  const id = await world.create('web')
  await world.insert('web_0', 3)
  const page = await world.http.ask('GET', `${SETS}?limit=1&skip=1&stats=true`, '*')
  expect(page.body).toMatchObject({ total: 4, index_sets: [{ index_prefix: 'gl-events' }] })
  expect(Object.keys(Object(page.body).stats)).toHaveLength(4)
  expect(Object(page.body).stats[id]).toMatchObject({ indices: 1, documents: 3 })
  const own = await world.http.ask('GET', SETS, `indexsets:read:${id}`)
  expect(own.body).toMatchObject({ total: 1, index_sets: [{ id }] })
  expect((await world.http.ask('GET', `${SETS}/stats`, 'indexsets:read')).body).toMatchObject({
    indices: 4,
    documents: 3,
  })
})

test('strategies and templates are returned by name', async () => {
  await using world = await start()
  const { body } = await world.http.ask('GET', '/system/indices/rotation/strategies', 'nothing:at:all')
  expect(body).toMatchObject({ total: 3 })
  const size = await world.http.ask('GET', `/system/indices/rotation/strategies/${ROTATION_CLASSES.size}`, '*')
  expect(size.body).toEqual({
    type: ROTATION_CLASSES.size,
    default_config: { type: `${ROTATION_CLASSES.size}Config`, max_size: 1_073_741_824 },
    json_schema: {
      type: 'object',
      id: 'urn:jsonschema:org:graylog2:indexer:rotation:strategies:SizeBasedRotationStrategyConfig',
      properties: { type: { type: 'string' }, max_size: { type: 'integer' } },
    },
  })
  expect((await world.http.ask('GET', '/system/indices/retention/strategies/x', '*')).body).toEqual(
    message("Couldn't find retention strategy for given type x"),
  )
  const id = await world.create('web')
  const templates = '/system/indexer/indices/templates'
  expect((await world.http.ask('GET', `${templates}/${id}`, '*')).body).toMatchObject({
    name: 'web-template',
    template: {
      index_patterns: 'web_*',
      mappings: { properties: { message: { type: 'text', analyzer: 'standard' } } },
    },
  })
  const updated = await world.http.ask('POST', `${templates}/update`, `indexsets:edit:${id}`)
  expect(updated.body).toMatchObject([{ name: 'web-template' }])
  const all = await world.http.ask('GET', templates, '*')
  expect(all.body).toMatchObject([
    { name: 'graylog-internal' },
    { name: 'gl-events-template', template: { mappings: { dynamic: false } } },
    { name: 'gl-system-events-template' },
    { name: 'web-template' },
  ])
})
