import { PIPELINE_DECORATOR } from '@logyard/contract/search/decorators'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oldDashboard, oldWidget } from './testing/legacy-entities.ts'
import {
  boolean,
  entity,
  grok,
  integer,
  packOf,
  parameter,
  pipeline,
  rule,
  stream,
  streamRule,
  string,
} from './testing/pack-drafts.ts'
import { type PackServer, startPackServer } from './testing/pack-server.ts'

const DEFAULT_STREAM = '000000000000000000000001'

let server: PackServer
beforeAll(async () => {
  server = await startPackServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const titles = async (path: string, list: string) =>
  Object(await server.call('GET', path)).body[list].map((one: { title: string }) => one.title)
const streamTitles = () => titles('/streams', 'streams')
const ofType = (installation: { body: { entities: { type: { name: string }; id: string }[] } }, name: string) =>
  installation.body.entities.filter((one) => one.type.name === name)

test('a fresh server has the two packs of the system, each installed once', async () => {
  const { body } = await server.call('GET', '/system/content_packs')
  expect(body.content_packs.map(({ name }: { name: string }) => name)).toEqual([
    'Default Grok Patterns',
    'Sources Page Dashboard',
  ])
  expect(Object.values(body.content_packs_metadata)).toEqual([
    { 1: { installation_count: 1 } },
    { 1: { installation_count: 1 } },
  ])
  const [patterns] = body.content_packs
  expect(patterns.entities).toHaveLength(76)
  const { body: list } = await server.call('GET', `/system/content_packs/${patterns.id}/installations`)
  expect(list).toMatchObject({
    total: 1,
    installations: [{ comment: 'Add default Grok patterns', created_by: 'admin' }],
  })
  expect(list.installations[0].entities).toHaveLength(76)
})

test('an upload answers 201 without a body; the same revision again is refused', async () => {
  const pack = packOf([], { v: 1 })
  const created = await server.call('POST', '/system/content_packs', pack)
  expect([created.status, created.text]).toEqual([201, ''])
  expect(created.headers.get('location')).toMatch(new RegExp(`/api/system/content_packs/${pack.id}$`))
  expect(await server.call('POST', '/system/content_packs', pack)).toMatchObject({
    status: 400,
    body: { type: 'ApiError', message: `Content pack ${pack.id} with this revision 1 already found!` },
  })
  const stored = await server.call('GET', `/system/content_packs/${pack.id}/1`)
  expect(stored.body.content_pack).toMatchObject({ v: '1', id: pack.id, rev: 1, parameters: [] })
  expect(stored.body.content_pack).not.toHaveProperty('_id')
})

const constrained = (count: number) => [
  entity('grok_pattern', {}, { constraints: [] }),
  ...Array.from({ length: Math.ceil(count / 50) }, (_, at) =>
    entity(
      'grok_pattern',
      {},
      {
        constraints: Array.from({ length: Math.min(50, count - at * 50) }, (_none, minor) => ({
          type: 'server-version',
          version: `>=3.${at}.${minor}`,
        })),
      },
    ),
  ),
]

test.each([
  [{ surprise: 1 }, /^Unable to map property surprise/],
  [{ name: undefined }, /Missing required property name/],
  [{ id: ' ' }, /blank/],
  [{ rev: 0 }, /positive/],
  [{ id: '\ud800' }, /Unicode/],
  [{ created_at: '+275760-09-13T00:00:00Z' }, /not a valid date/],
  [{ entities: constrained(101) }, /101 different constraints; 100 is the limit/],
])('the upload of %j is refused', async (more, message) => {
  const answer = await server.call('POST', '/system/content_packs', packOf([], more))
  expect(answer).toMatchObject({ status: 400, body: { type: 'ApiError', message: expect.stringMatching(message) } })
})

test('an upload that is not JSON is refused', async () => {
  expect(await server.call('POST', '/system/content_packs', '{"v": ')).toMatchObject({ status: 400 })
})

test('latest shows the highest revision, and counts the installations of each', async () => {
  const first = await server.add(packOf([]))
  await server.add({ ...first, rev: 3 })
  await server.add({ ...first, rev: 2 })
  await server.install({ id: first.id, rev: 2 })
  await server.install({ id: first.id, rev: 2 })
  const { body } = await server.call('GET', '/system/content_packs/latest')
  const shown = body.content_packs.filter(({ id }: { id: string }) => id === first.id)
  expect(shown.map(({ rev }: { rev: number }) => rev)).toEqual([3])
  expect(body.content_packs_metadata[first.id]).toEqual({ 2: { installation_count: 2 } })
  const { body: revisions } = await server.call('GET', `/system/content_packs/${first.id}`)
  expect(Object.keys(revisions.content_pack_revisions)).toEqual(['1', '2', '3'])
})

test('a revision of ten digits can be read and deleted', async () => {
  const pack = await server.add(packOf([], { rev: 2_147_483_647 }))
  expect((await server.call('GET', `/system/content_packs/${pack.id}/2147483647`)).status).toBe(200)
  await server.call('DELETE', `/system/content_packs/${pack.id}/2147483647`)
  expect((await server.call('GET', `/system/content_packs/${pack.id}/2147483647`)).status).toBe(404)
})

test('an entity without constraints asks for the current version; a download has a file name', async () => {
  const pack = await server.add(packOf([stream(string('constrained'))]))
  const answer = await server.call('GET', `/system/content_packs/${pack.id}/1/download`)
  expect(answer.body.entities[0].constraints).toEqual([{ type: 'server-version', version: '>=4.0.17' }])
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="content-pack-${pack.id}-1.json"`)
})

test('constraints that are not met are named, and nothing is created', async () => {
  const constrained = stream(string('from the future'))
  const constraints = [
    { type: 'server-version', version: '>=99.0.0' },
    { type: 'server-version', version: '>=3.3.8+e223f85' },
    { type: 'plugin-version', plugin: 'org.example.Unknown', version: '>=1.0.0' },
  ]
  const pack = await server.add(packOf([{ ...constrained, constraints }]))
  const { body } = await server.call('GET', `/system/content_packs/${pack.id}/1`)
  expect(body.constraints_result.map(({ fulfilled }: { fulfilled: boolean }) => fulfilled)).toEqual([
    false,
    true,
    false,
  ])
  expect(await server.install(pack)).toMatchObject({
    status: 400,
    body: {
      message: expect.stringMatching(
        /^Failed constraints: server-version >=99.0.0, plugin-version org.example.*The API of this server has the version 4/,
      ),
    },
  })
  expect(await streamTitles()).not.toContain('from the future')
})

const HOST = { name: 'HOST', title: 'Host', description: 'A host', type: 'string', default_value: 'web1' }

test('each parameter needs a value of its type', async () => {
  const pack = await server.add(packOf([stream(parameter('HOST'))], { parameters: [HOST] }))
  const refusals = [
    [{}, 'Missing parameters: [HOST]'],
    [{ parameters: { HOST: integer(1) } }, 'Invalid parameters: [HOST]'],
    [{ parameters: { HOST: string('a'), OTHER: string('b') } }, 'Invalid parameters: [OTHER]'],
  ] as const
  for (const [request, message] of refusals) {
    expect(await server.install(pack, request)).toMatchObject({ status: 400, body: { message } })
  }
  const installed = await server.install(pack, { parameters: { HOST: string('web2') }, comment: 'first' })
  expect(installed).toMatchObject({
    status: 200,
    body: {
      content_pack_revision: 1,
      parameters: { HOST: string('web2') },
      comment: 'first',
      created_by: 'admin',
      entities: [{ title: 'web2', type: { name: 'stream', version: '1' }, found_on_system: false }],
    },
  })
  expect(installed.body._id).toMatch(/^[0-9a-f]{24}$/)
})

test('a parameter of another type than a typed field fails the installation', async () => {
  const parameters = [{ ...HOST, type: 'integer', default_value: 1 }]
  const pack = await server.add(packOf([stream(parameter('HOST'))], { parameters }))
  expect(await server.install(pack, { parameters: { HOST: integer(7) } })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('title is of the type integer, but must be of the type string') },
  })
})

test('an entity is created after those that it needs, and streams run', async () => {
  const web = stream(string('web'), { stream_rules: [streamRule('source', string('web1'))] })
  const answer = await server.addAndInstall([pipeline('of web', ['mark'], [web.id]), web, rule('mark')])
  expect(answer.body.entities.map(({ type }: { type: { name: string } }) => type.name)).toEqual(
    expect.arrayContaining(['stream', 'pipeline_rule', 'pipeline']),
  )
  expect(answer.body.entities.at(-1).type.name).toBe('pipeline')
  const [created] = ofType(answer, 'stream')
  const { body } = await server.call('GET', `/streams/${created?.id}`)
  expect(body).toMatchObject({ disabled: false, rules: [{ field: 'source', value: 'web1', type: 1 }] })
  const connections = await server.call('GET', `/system/pipelines/connections/${created?.id}`)
  expect(connections.body.pipeline_ids).toEqual([ofType(answer, 'pipeline')[0]?.id])
})

test('if one entity fails, none is created', async () => {
  const failing = entity('input', {
    ...{ title: string('no such'), type: string('org.example.NoInput'), global: boolean(true), configuration: {} },
    ...{ static_fields: {}, extractors: [] },
  })
  const answer = await server.addAndInstall([stream(string('left over')), rule('left over'), failing])
  expect(answer).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^Failed to install .*no such/) },
  })
  expect(await streamTitles()).not.toContain('left over')
  expect(JSON.stringify((await server.call('GET', '/system/pipelines/rule')).body)).not.toContain('left over')
})

test('a grok pattern with the same text is used and not deleted; with another text it fails', async () => {
  await server.call('POST', '/system/grok', { name: 'OURS', pattern: '\\d+' })
  const answer = await server.addAndInstall([grok('OURS', '\\d+'), grok('THEIRS', '%{OURS}-%{OURS}')])
  const found = answer.body.entities.map((one: { title: string; found_on_system: boolean }) => [
    one.title,
    one.found_on_system,
  ])
  expect(found).toEqual([
    ['OURS', true],
    ['THEIRS', false],
  ])
  const { content_pack_id: id, _id } = answer.body
  const details = await server.call('GET', `/system/content_packs/${id}/installations/${_id}/uninstall_details`)
  const undone = await server.call('DELETE', `/system/content_packs/${id}/installations/${_id}`)
  expect(undone.body.uninstalled.entities).toEqual(details.body.entities)
  expect(undone.body.uninstalled.entities).toMatchObject([{ title: 'THEIRS' }])
  expect(undone.body.uninstalled.skipped_entities).toMatchObject([{ title: 'OURS' }])
  const names = (await server.call('GET', '/system/grok')).body.patterns.map(({ name }: { name: string }) => name)
  expect([names.includes('OURS'), names.includes('THEIRS')]).toEqual([true, false])
  expect(await server.addAndInstall([grok('OURS', '[0-9]+')])).toMatchObject({ status: 400 })
})

test('a rule that two packs share stays until the last of them is uninstalled', async () => {
  const [one, other] = [await server.addAndInstall([rule('shared')]), await server.addAndInstall([rule('shared')])]
  const uninstall = async ({ body }: typeof one) =>
    (await server.call('DELETE', `/system/content_packs/${body.content_pack_id}/installations/${body._id}`)).body
      .uninstalled
  expect((await uninstall(one)).skipped_entities).toHaveLength(1)
  expect((await uninstall(other)).entities).toHaveLength(1)
})

test('a revision installed twice makes two streams, and each installation deletes its own', async () => {
  const pack = await server.add(packOf([stream(string('twice'))]))
  const [one, other] = [await server.install(pack), await server.install(pack)]
  expect((await streamTitles()).filter((title: string) => title === 'twice')).toHaveLength(2)
  expect(await server.call('DELETE', `/system/content_packs/${pack.id}`)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('There are still installations of this content pack') },
  })
  await server.call('DELETE', `/system/content_packs/${pack.id}/installations/${one.body._id}`)
  expect((await server.call('GET', `/streams/${ofType(one, 'stream')[0]?.id}`)).status).toBe(404)
  expect((await server.call('GET', `/streams/${ofType(other, 'stream')[0]?.id}`)).status).toBe(200)
  await server.call('DELETE', `/system/content_packs/${pack.id}/installations/${other.body._id}`)
  expect((await server.call('DELETE', `/system/content_packs/${pack.id}`)).status).toBe(204)
  expect((await server.call('DELETE', `/system/content_packs/${pack.id}/1`)).status).toBe(204)
  expect((await server.call('GET', `/system/content_packs/${pack.id}`)).status).toBe(404)
})

test('inputs are installed with extractors, and their ports from parameters', async () => {
  const input = entity('input', {
    title: string('in pack'),
    type: string('org.graylog2.inputs.gelf.udp.GELFUDPInput'),
    global: boolean(false),
    configuration: { bind_address: string('127.0.0.1'), port: parameter('PORT'), recv_buffer_size: integer(262144) },
    static_fields: { team: string('web') },
    extractors: [
      {
        ...{ title: string('number'), type: string('GROK'), cursor_strategy: string('COPY'), order: integer(0) },
        ...{ target_field: string('n'), source_field: string('message'), converters: [] },
        ...{ condition_type: string('NONE'), condition_value: string('') },
        configuration: { grok_pattern: string('%{PACKED:n}'), named_captures_only: boolean(true) },
      },
    ],
  })
  const parameters = [{ name: 'PORT', title: 'Port', description: 'Port', type: 'integer', default_value: 12201 }]
  const pack = await server.add(packOf([input, grok('PACKED', '\\d+')], { parameters }))
  const answer = await server.install(pack, { parameters: { PORT: integer(0) } })
  expect(answer.status, answer.text).toBe(200)
  const id = ofType(answer, 'input')[0]?.id
  const stored = await server.call('GET', `/system/inputs/${id}`)
  expect(stored.body).toMatchObject({ global: false, attributes: { port: 0 }, static_fields: { team: 'web' } })
  const { body } = await server.call('GET', `/system/inputs/${id}/extractors`)
  expect(body.extractors).toMatchObject([{ title: 'number', type: 'grok', source_field: 'message' }])
  await expect.poll(async () => (await server.call('GET', `/system/inputstates/${id}`)).body?.state).toBe('RUNNING')
})

test('a legacy pack is listed and cannot be installed', async () => {
  const legacy = { name: 'Old', description: 'of old', category: 'web', inputs: [{ title: 'x' }], dashboards: [{}] }
  expect((await server.call('POST', '/system/content_packs', legacy)).status).toBe(201)
  const { body } = await server.call('GET', '/system/content_packs')
  const found = body.content_packs.find(({ name }: { name: string }) => name === 'Old')
  expect(found).toMatchObject({ v: '0', rev: 0, summary: '[auto-generated]', entities: [] })
  expect(await server.install(found)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Unsupported content pack version: 0') },
  })
})

test('the catalog resolves a lookup table with its cache and adapter', async () => {
  const { body } = await server.call('GET', '/system/catalog')
  const table = body.entities.find(({ type }: { type: { name: string } }) => type.name === 'lookup_table')
  const { title: _, ...descriptor } = table
  expect((await server.call('POST', '/system/catalog', { entities: [table] })).status).toBe(400)
  const resolved = await server.call('POST', '/system/catalog', { entities: [descriptor] })
  const byType = (name: string) =>
    resolved.body.entities.find(({ type }: { type: { name: string } }) => type.name === name)
  expect(resolved.body.entities).toHaveLength(3)
  expect(byType('lookup_table').data).toMatchObject({
    cache_name: string(byType('lookup_cache').id),
    data_adapter_name: string(byType('lookup_adapter').id),
  })
  const gone = { id: 'f'.repeat(24), type: { name: 'stream', version: '1' } }
  const unknown = { id: 'x', type: { name: 'unheard', version: '9' } }
  const none = await server.call('POST', '/system/catalog', { entities: [gone, unknown] })
  expect(none.body).toEqual({ entities: [], left_out: [unknown, gone] })
})

const definition = (streams: string[], more: object = {}) =>
  entity('event_definition', {
    ...{ title: string('Too many'), description: string(''), priority: integer(2), alert: boolean(true) },
    config: {
      ...{ type: 'aggregation-v1', query: string('level:3'), streams, group_by: [], series: [], conditions: null },
      ...{ search_within_ms: 60_000, execute_every_ms: 60_000 },
    },
    ...{ field_spec: {}, key_spec: [], notification_settings: { grace_period_ms: 0, backlog_size: 0 } },
    notifications: [],
    storage: [{ type: 'persist-to-streams-v1', streams: ['000000000000000000000002'] }],
    is_scheduled: boolean(false),
    ...more,
  })

test('an event definition on the default stream needs no stream in the pack, and stays off if it says so', async () => {
  const notification = entity('notification', {
    ...{ title: string('Tell'), description: string('') },
    config: { type: 'http-notification-v1', url: string('https://example.org/hook') },
  })
  const used = [{ notification_id: string(notification.id), notification_parameters: null }]
  const answer = await server.addAndInstall([definition([DEFAULT_STREAM], { notifications: used }), notification])
  expect(answer.status, answer.text).toBe(200)
  const id = ofType(answer, 'event_definition')[0]?.id
  const { body } = await server.call('GET', `/events/definitions/${id}`)
  expect(body).toMatchObject({ notifications: [{ notification_id: ofType(answer, 'notification')[0]?.id }] })
  const withContext = await server.call('GET', `/events/definitions/${id}/with-context`)
  expect(withContext.body.context.scheduler.is_scheduled).toBe(false)
  const request = { entities: [{ id, type: { name: 'event_definition', version: '1' } }] }
  const exported = (await server.call('POST', '/system/catalog', request)).body.entities
  expect(exported.map(({ type }: { type: { name: string } }) => type.name).sort()).toEqual([
    'event_definition',
    'notification',
  ])
})

test('a sidecar configuration names the collector of the system', async () => {
  const collector = entity('sidecar_collector', {
    ...{ name: string('packed'), service_type: string('exec'), node_operating_system: string('linux') },
    ...{
      executable_path: string('/usr/bin/packed'),
      execute_parameters: string(''),
      validation_parameters: string(''),
    },
    default_template: string('a'),
  })
  const configuration = entity('sidecar_collector_configuration', {
    ...{ collector_id: string(collector.id), title: string('packed config'), color: string('#ffffff') },
    template: string('b'),
  })
  const answer = await server.addAndInstall([configuration, collector])
  expect(answer.status, answer.text).toBe(200)
  const id = ofType(answer, 'sidecar_collector_configuration')[0]?.id
  const { body } = await server.call('GET', `/sidecar/configurations/${id}`)
  expect(body.collector_id).toBe(ofType(answer, 'sidecar_collector')[0]?.id)
  const again = await server.addAndInstall([configuration, collector])
  expect(again.status, again.text).toBe(200)
  const [second] = ofType(again, 'sidecar_collector_configuration')
  expect(second).toMatchObject({ title: 'packed config 2', found_on_system: false })
  const copy = (await server.call('GET', `/sidecar/configurations/${second?.id}`)).body
  expect(copy).toMatchObject({ collector_id: body.collector_id, template: 'b', name: 'packed config 2' })
})

test('a whitelist entry keeps its id, and goes with the installation', async () => {
  const data = { id: 'entry-of-pack', type: 'literal', title: 'Hook', value: 'https://hook.example.org' }
  const answer = await server.addAndInstall([entity('url_whitelist_entry', data)])
  expect((await server.call('GET', '/system/urlwhitelist')).body.entries).toContainEqual(data)
  const { content_pack_id, _id } = answer.body
  await server.call('DELETE', `/system/content_packs/${content_pack_id}/installations/${_id}`)
  expect((await server.call('GET', '/system/urlwhitelist')).body.entries).not.toContainEqual(data)
})

test('a dashboard in the format before views becomes a view', async () => {
  const old = oldDashboard()
  const answer = await server.addAndInstall([old])
  expect(answer.status, answer.text).toBe(200)
  const { body } = await server.call('GET', `/views/${answer.body.entities[0].id}`)
  const [page] = Object.values(body.state) as { widgets: { id: string; config: object }[]; positions: object }[]
  expect(page?.positions).toMatchObject({ count: { width: 1, height: 2, row: 1, col: 1 } })
  expect(body).toMatchObject({ type: 'DASHBOARD', title: 'Old one', summary: 'Converted Dashboard' })
  expect(page?.widgets).toMatchObject([
    { id: 'count', config: { visualization: 'numeric', visualization_config: { trend_preference: 'LOWER' } } },
    { id: 'values', config: { visualization: 'pie', row_pivots: [{ field: 'source', config: { limit: 5 } }] } },
    { id: 'values-2', config: { visualization: 'table' } },
  ])
  expect(answer.body.entities[0].type).toEqual({ name: 'dashboard', version: '2' })
  const unknown = { ...old, data: { ...old.data, widgets: [oldWidget('x', 'WORLD_CLOCK', {})] } }
  expect((await server.addAndInstall([unknown])).status).toBe(400)
})

test('conditions and callbacks of streams in old packs become definitions and notifications', async () => {
  const old = stream(string('watched'), {
    alert_conditions: [
      {
        type: 'message_count',
        title: string('Many'),
        parameters: { time: integer(5), threshold: integer(10), threshold_type: string('MORE'), grace: integer(1) },
      },
    ],
    alarm_callbacks: [
      {
        type: 'org.graylog2.alarmcallbacks.HTTPAlarmCallback',
        title: string('Call'),
        configuration: { url: string('https://hook.example.org') },
      },
    ],
  })
  const answer = await server.addAndInstall([old])
  expect(answer.status, answer.text).toBe(200)
  const { body } = await server.call('GET', `/events/definitions/${ofType(answer, 'event_definition')[0]?.id}`)
  expect(body).toMatchObject({
    config: { streams: [ofType(answer, 'stream')[0]?.id], search_within_ms: 300_000 },
    notifications: [{ notification_id: ofType(answer, 'notification')[0]?.id }],
  })
})

test('an export has empty texts in place of secrets', async () => {
  const created = await server.call('POST', '/events/notifications', {
    title: 'Secret',
    description: '',
    config: { type: 'slack-notification-v1', webhook_url: 'https://hook.example.org/canary' },
  })
  const request = { entities: [{ id: created.body.id, type: { name: 'notification', version: '1' } }] }
  const exported = await server.call('POST', '/system/catalog', request)
  expect(exported.text).not.toContain('canary')
  expect(exported.body.entities[0].data.config.webhook_url).toEqual(string(''))
})

const dashboardOf = (search: object) =>
  entity('dashboard', {
    ...{ type: 'DASHBOARD', title: string('Odd'), summary: string(''), description: string('') },
    ...{ search, properties: [], requires: {}, state: { q: { widgets: [], widget_mapping: {}, positions: {} } } },
  })

test('decorators name pipelines of the pack; one that names a missing pipeline is installed as it is', async () => {
  const main = pipeline('of decorators', [], [])
  const decorators = [main.id, 'b'.repeat(24)].map((id, order) => ({
    ...{ type: PIPELINE_DECORATOR, config: { pipeline: id }, stream: 'c'.repeat(24), order },
  }))
  const config = { fields: ['message'], show_message_row: true, decorators, sort: [] }
  const query = { query: { type: 'elasticsearch', query_string: '' }, timerange: { type: 'relative', range: 300 } }
  const dashboard = entity('dashboard', {
    ...{ type: 'DASHBOARD', title: string('Decorated'), summary: string(''), description: string('') },
    search: { queries: [{ id: 'q', ...query, search_types: [] }], parameters: [] },
    state: { q: { widgets: [{ id: 'w', type: 'messages', config }], widget_mapping: {}, positions: {} } },
  })
  const answer = await server.addAndInstall([dashboard, main])
  expect(answer.status, answer.text).toBe(200)
  const { body } = await server.call('GET', `/views/${ofType(answer, 'dashboard')[0]?.id}`)
  const installed = body.state.q.widgets[0].config.decorators
  expect(installed.map((one: { config: { pipeline: string } }) => one.config.pipeline)).toEqual([
    ofType(answer, 'pipeline')[0]?.id,
    'b'.repeat(24),
  ])
  const wanted = ofType(answer, 'dashboard').map(({ id }) => ({ id, type: { name: 'dashboard', version: '2' } }))
  const exported = (await server.call('POST', '/system/catalog', { entities: wanted })).body.entities
  expect(exported.map(({ type }: { type: { name: string } }) => type.name).sort()).toEqual(['dashboard', 'pipeline'])
})

test('a pack with more objects than there can be is refused as a whole', async () => {
  const named = Array.from({ length: 1001 }, (_, n) => `many-${n}`)
  const collectors = named.map((name) =>
    entity('sidecar_collector', {
      ...{ name: string(name), service_type: string('exec'), node_operating_system: string('linux') },
      executable_path: string('/usr/bin/many'),
    }),
  )
  const answers = [
    await server.addAndInstall(collectors),
    await server.addAndInstall(named.map((name) => pipeline(name, [], []))),
  ]
  expect(answers.map(({ body }) => body.message)).toEqual([
    expect.stringContaining('sidecar_collector: There can be at most 1000 collectors'),
    expect.stringContaining('pipeline: There can be at most 1000 pipelines'),
  ])
  expect((await server.call('GET', '/system/catalog')).text).not.toContain('many-')
})

test('unknown types and references are refused, and the message names them', async () => {
  const answers = [
    await server.addAndInstall([entity('spaceship', {})]),
    await server.addAndInstall([pipeline('lost', [], ['no-such-stream'])]),
    await server.addAndInstall([stream(string('odd'), { surprise: 1 })]),
    await server.addAndInstall([dashboardOf({ queries: [{ id: 'q', timerange: {} }] })]),
    await server
      .addAndInstall([pipeline('taken', [], []), pipeline('other', [], [])])
      .then(() => server.addAndInstall([pipeline('taken', [], [])])),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  expect(answers.map(({ body }) => body.message)).toEqual([
    expect.stringContaining('spaceship'),
    expect.stringContaining('the stream no-such-stream, which the pack does not have'),
    expect.stringContaining('surprise is an unknown property'),
    expect.stringContaining('search is not a valid search: queries[0] misses query'),
    expect.stringContaining('the title "taken", which another pipeline has'),
  ])
})

test('a pack of a later version is installed if it has nothing that is unknown, and else the message names that', async () => {
  const timerange = { type: 'relative', from: 300 }
  const series = [{ type: 'count', id: 'count()' }]
  const searchWith = (more: object) => {
    const pivot = { type: 'pivot', id: 'p', rollup: true, filters: [], series, ...more }
    const query = { type: 'elasticsearch', query_string: '' }
    return { queries: [{ id: 'q', query, timerange, filters: [], search_types: [pivot] }] }
  }
  const { data, ...later } = dashboardOf(searchWith({}))
  const scoped = { ...later, data: { ...data, _scope: string('DEFAULT') } }
  const installed = await server.addAndInstall([scoped, stream(string('scoped'), { _scope: string('DEFAULT') })])
  expect(installed.status, installed.text).toBe(200)
  const refused = [{ row_groups: [{ type: 'values', fields: ['a'] }] }, { filters: [{ id: 'f' }] }]
  const answers = []
  for (const more of refused) answers.push(await server.addAndInstall([dashboardOf(searchWith(more))]))
  expect(answers.map(({ body }) => body.message)).toEqual([
    expect.stringContaining('queries[0].search_types[0].row_groups[0] of the type values misses field'),
    expect.stringContaining('queries[0].search_types[0] of the type pivot has the unknown property filters'),
  ])
})

test('an entity that is refused names what is wrong in its source or pattern', async () => {
  const broken = entity('pipeline', {
    ...{ title: string('broken'), description: string(''), connected_streams: [] },
    source: string('pipeline "broken"\nstage none\nend'),
  })
  const answers = [await server.addAndInstall([broken]), await server.addAndInstall([grok('SELF', '%{SELF}')])]
  expect(answers.map(({ body }) => body.message)).toEqual([
    expect.stringMatching(/"broken": The source does not parse: line 2: /),
    expect.stringMatching(/"SELF": Validation failed: .*SELF/),
  ])
})

test('a rule whose source does not parse is installed with its errors', async () => {
  const source = 'rule "other title"\nwhen nothing_of_this_name()\nthen\nend'
  const broken = entity('pipeline_rule', {
    ...{ title: string('broken'), description: string('') },
    source: string(source),
  })
  const answer = await server.addAndInstall([broken, pipeline('with a broken rule', ['broken'], [])])
  expect(answer.status, answer.text).toBe(200)
  const id = ofType(answer, 'pipeline_rule')[0]?.id
  const stored = await server.call('GET', `/system/pipelines/rule/${id}`)
  expect(stored.body).toMatchObject({ title: 'broken', source, errors: [{ line: 2 }] })
  const again = await server.addAndInstall([broken])
  expect(ofType(again, 'pipeline_rule')[0]?.id).toBe(id)
})

test('keys may have the names of properties that every object inherits', async () => {
  const input = entity('input', {
    ...{ title: string('inherits'), type: string('org.graylog2.inputs.raw.udp.RawUDPInput'), global: boolean(true) },
    configuration: { bind_address: string('127.0.0.1'), port: integer(0), recv_buffer_size: integer(65_536) },
    ...{ static_fields: { constructor: string('a'), toString: string('b') }, extractors: [] },
  })
  const answer = await server.addAndInstall([input])
  expect(answer.status, answer.text).toBe(200)
  const stored = await server.call('GET', `/system/inputs/${ofType(answer, 'input')[0]?.id}`)
  expect(stored.body.static_fields).toEqual({ constructor: 'a', toString: 'b' })
})

test('all calls need their permission', async () => {
  await server.call('POST', '/users', {
    ...{ username: 'reader', password: 'reader-password', email: 'r@example.org', full_name: 'Reader' },
    ...{ roles: ['Reader'], permissions: [] },
  })
  const as = 'reader:reader-password'
  const pack = await server.add(packOf([]))
  const calls = [
    ['GET', '/system/content_packs'],
    ['GET', `/system/content_packs/${pack.id}`],
    ['GET', '/system/catalog'],
    ['POST', '/system/catalog', { entities: [] }],
    ['POST', '/system/content_packs', packOf([])],
    ['POST', `/system/content_packs/${pack.id}/1/installations`, {}],
    ['DELETE', `/system/content_packs/${pack.id}`],
  ] as const
  for (const [method, path, body] of calls) {
    expect([path, (await server.call(method, path, body, as)).status]).toEqual([path, 403])
  }
})
