/** The configuration of one system as text, applied to another. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boolean, entity, grok, integer, pipeline, rule, stream, streamRule, string } from './testing/pack-drafts.ts'
import { type PackServer, startPackServer } from './testing/pack-server.ts'

let [source, target]: PackServer[] = []
beforeAll(async () => {
  ;[source, target] = await Promise.all([startPackServer(), startPackServer()])
}, 90_000)
afterAll(async () => {
  await source?.[Symbol.asyncDispose]()
  await target?.[Symbol.asyncDispose]()
})

const PATH = '/logyard/configuration'
const server = (one: PackServer | undefined): PackServer => {
  if (one === undefined) throw new Error('the server is not started')
  return one
}
const entitiesOf = async (one: PackServer | undefined) => (await server(one).call('GET', PATH)).body.entities

async function addEverything(one: PackServer) {
  const output = entity('output', {
    ...{ title: string('Elsewhere'), type: string('org.graylog2.outputs.GelfOutput') },
    configuration: { hostname: string('127.0.0.1'), protocol: string('TCP'), port: integer(12201) },
  })
  const web = stream(string('Web'), {
    stream_rules: [streamRule('source', string('web1'))],
    outputs: [string(output.id)],
  })
  const twin = stream(string('Web'))
  const notification = entity('notification', {
    ...{ title: string('Tell'), description: string('') },
    config: { type: 'slack-notification-v1', webhook_url: string('https://hook.example.org/canary') },
  })
  const definition = entity('event_definition', {
    ...{ title: string('Errors'), description: string(''), priority: integer(2), alert: boolean(true) },
    config: {
      ...{ type: 'aggregation-v1', query: string('level:3'), streams: [web.id], group_by: [], series: [] },
      ...{ search_within_ms: 60_000, execute_every_ms: 60_000 },
    },
    ...{ field_spec: {}, key_spec: [], notification_settings: { grace_period_ms: 0, backlog_size: 0 } },
    notifications: [{ notification_id: string(notification.id), notification_parameters: null }],
  })
  const input = entity('input', {
    ...{ title: string('GELF'), type: string('org.graylog2.inputs.gelf.http.GELFHttpInput'), global: boolean(false) },
    configuration: { bind_address: string('127.0.0.1'), port: integer(0), tls_key_password: string('canary-of-input') },
    ...{ static_fields: {}, extractors: [] },
  })
  const entities = [output, web, twin, notification, definition, input, grok('OURS', '\\d+'), rule('mark')]
  const answer = await one.addAndInstall([...entities, pipeline('main', ['mark'], [web.id])])
  expect(answer.status, answer.text).toBe(200)
}

test('the text of one system makes another the same, and then there is nothing to change', async () => {
  await addEverything(server(source))
  const entities = await entitiesOf(source)
  expect(JSON.stringify(entities)).not.toContain('canary')
  expect(entities.filter(({ type }: { type: { name: string } }) => type.name === 'stream')).toMatchObject([
    { name: 'Web', data: { outputs: ['Elsewhere'] } },
    { name: 'Web (2)', data: { outputs: [] } },
  ])
  const secrets = {
    NOTIFICATION_TELL_CONFIG_WEBHOOK_URL: 'https://hook.example.org/canary',
    INPUT_GELF_CONFIGURATION_TLS_KEY_PASSWORD: 'canary-of-input',
  }
  const plan = await server(target).call('POST', `${PATH}/plan`, { entities, secrets })
  expect(plan.status, plan.text).toBe(200)
  expect(plan.text).not.toContain('canary')
  expect(await server(target).call('POST', `${PATH}/apply`, { entities })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(`Missing secrets: [${Object.keys(secrets).sort().join(', ')}]`) },
  })
  expect(plan.body.changes.every(({ action }: { action: string }) => action === 'create')).toBe(true)
  const applied = await server(target).call('POST', `${PATH}/apply`, { entities, secrets })
  expect(applied.status, applied.text).toBe(200)
  expect(await entitiesOf(target)).toEqual(entities)
  const again = await server(target).call('POST', `${PATH}/plan`, { entities, secrets })
  expect(again.body).toEqual({ changes: [], unchanged: entities.length })
})

test('applying changes exactly the differences that the plan shows', async () => {
  const entities = await entitiesOf(source)
  const changed = entities.map((one: { type: { name: string }; name: string; data: object }) =>
    one.type.name === 'stream' && one.name === 'Web'
      ? { ...one, data: { ...one.data, description: 'of the shop' } }
      : one,
  )
  const { body } = await server(source).call('POST', `${PATH}/plan`, { entities: changed })
  expect(body.changes).toEqual([
    {
      type: { name: 'stream', version: '1' },
      name: 'Web',
      action: 'update',
      differences: [{ path: 'description', before: '', after: 'of the shop' }],
    },
  ])
  await server(source).call('POST', `${PATH}/apply`, { entities: changed })
  expect(await entitiesOf(source)).toEqual(changed)
})

test('a secret is changed without showing it, and a missing one stays', async () => {
  const entities = (await entitiesOf(source)).filter(({ name }: { name: string }) => name === 'Tell')
  const secrets = { NOTIFICATION_TELL_CONFIG_WEBHOOK_URL: 'https://hook.example.org/other-canary' }
  const plan = await server(source).call('POST', `${PATH}/plan`, { entities, secrets })
  expect(plan.body.changes[0].differences).toEqual([
    { path: 'config.webhook_url', before: '(secret)', after: '(secret)' },
  ])
  expect(plan.text).not.toContain('canary')
  await server(source).call('POST', `${PATH}/apply`, { entities, secrets })
  for (const given of [{ entities, secrets }, { entities }]) {
    expect((await server(source).call('POST', `${PATH}/plan`, given)).body.changes).toEqual([])
  }
})

test('a secret where none was stored is not shown either', async () => {
  const [input] = (await entitiesOf(source)).filter(({ name }: { name: string }) => name === 'GELF')
  const named = { ...input, data: { ...input.data, configuration: { ...input.data.configuration } } }
  named.data.configuration.authorization_header_value = { secret: 'HEADER' }
  const plan = await server(source).call('POST', `${PATH}/plan`, { entities: [named], secrets: { HEADER: 'canary' } })
  expect(plan.body.changes[0].differences).toEqual([
    { path: 'configuration.authorization_header_value', before: null, after: '(secret)' },
  ])
  expect(await server(source).call('POST', `${PATH}/apply`, { entities: [named] })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Missing secrets: [HEADER]') },
  })
})

test('a secret that belongs to the old address has to be given with the new one', async () => {
  const sending = { method: 'POST', content_type: 'application/json', bearer_token: 'canary' }
  const config = { type: 'http-notification-v2', url: 'https://old.example.org/', ...sending }
  const made = await server(source).call('POST', '/events/notifications', { title: 'Custom', description: '', config })
  expect(made.status, made.text).toBe(200)
  const [custom] = (await entitiesOf(source)).filter(({ name }: { name: string }) => name === 'Custom')
  const moved = (url: string) => [{ ...custom, data: { ...custom.data, config: { ...custom.data.config, url } } }]
  const apply = (url: string, secrets: object) =>
    server(source).call('POST', `${PATH}/apply`, { entities: moved(url), secrets })
  expect((await apply('https://old.example.org/other', {})).status).toBe(200)
  expect(await apply('https://new.example.org/', {})).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Missing secrets: [NOTIFICATION_CUSTOM_CONFIG_BEARER_TOKEN]') },
  })
  const given = await apply('https://new.example.org/', { NOTIFICATION_CUSTOM_CONFIG_BEARER_TOKEN: 'canary' })
  expect(given.status, given.text).toBe(200)
  await server(source).call('DELETE', `/events/notifications/${made.body.id}`)
})

test('secrets among other settings of a text stay hidden, and are not shown as a difference', async () => {
  const properties = ['client.id=logyard', 'sasl.jaas.config=x.PlainLoginModule required password="canary";'].join('\n')
  const created = await server(source).call('POST', '/system/inputs', {
    ...{ title: 'Kafka', type: 'org.graylog2.inputs.raw.kafka.RawKafkaInput', global: true },
    configuration: {
      ...{ legacy_mode: false, bootstrap_server: '127.0.0.1:1', topic_filter: 'none', threads: 1 },
      ...{ fetch_min_bytes: 5, fetch_wait_max: 100, custom_properties: properties },
    },
  })
  expect(created.status, created.text).toBe(201)
  const [kafka] = (await entitiesOf(source)).filter(({ name }: { name: string }) => name === 'Kafka')
  expect(kafka.data.configuration.custom_properties).toBe('client.id=logyard\nsasl.jaas.config=<password set>')
  const same = await server(source).call('POST', `${PATH}/plan`, { entities: [kafka] })
  expect(same.body).toEqual({ changes: [], unchanged: 1 })
  const more = `${kafka.data.configuration.custom_properties}\nlinger.ms=5`
  const changed = {
    ...kafka,
    data: { ...kafka.data, configuration: { ...kafka.data.configuration, custom_properties: more } },
  }
  const plan = await server(source).call('POST', `${PATH}/plan`, { entities: [changed] })
  expect(plan.text).toContain('configuration.custom_properties')
  expect(plan.text).not.toContain('canary')
  await server(source).call('DELETE', `/system/inputs/${created.body.id}`)
})

test('a title that is not the name is refused, because it would not be found again', async () => {
  const [web] = (await entitiesOf(source)).filter(({ name }: { name: string }) => name === 'Web')
  const entities = [{ ...web, data: { ...web.data, title: 'Shop' } }]
  expect(await server(source).call('POST', `${PATH}/plan`, { entities })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('the stream "Web" has the title "Shop" in its data') },
  })
})

test('the search of a saved search that is changed stays that of its owner', async () => {
  const owner = { username: 'owner', password: 'a-long-password', email: 'o@example.org', full_name: 'Owner' }
  await server(source).call('POST', '/users', { ...owner, roles: ['Reader'], permissions: [] })
  const as = `${owner.username}:${owner.password}`
  const query = { query: { type: 'elasticsearch', query_string: '' }, timerange: { type: 'relative', range: 300 } }
  const search = { id: 'a'.repeat(24), queries: [{ id: 'q', ...query, search_types: [] }], parameters: [] }
  expect((await server(source).call('POST', '/views/search', search, as)).status).toBe(201)
  const view = { type: 'SEARCH', title: 'Mine', summary: '', description: '', properties: [], search_id: search.id }
  const state = { q: { widgets: [], widget_mapping: {}, positions: {} } }
  const saved = await server(source).call('POST', '/views', { ...view, state }, as)
  expect(saved.status, saved.text).toBe(200)
  const [mine] = (await entitiesOf(source)).filter(({ name }: { name: string }) => name === 'Mine')
  const entities = [{ ...mine, data: { ...mine.data, summary: 'changed' } }]
  expect((await server(source).call('POST', `${PATH}/apply`, { entities })).body.changes).toHaveLength(1)
  expect((await server(source).call('POST', '/views/search', search, as)).status).toBe(201)
  await server(source).call('DELETE', `/views/${saved.body.id}`)
})

test('the search of another user that is changed stays as it is, because other views may show it', async () => {
  const editor = { username: 'editor', password: 'a-long-password', email: 'e@example.org', full_name: 'Editor' }
  await server(source).call('POST', '/users', { ...editor, roles: ['Reader'], permissions: [] })
  const permissions = ['catalog:list', 'catalog:resolve', 'contentpack:install', 'view:read', 'view:edit']
  await server(source).call('PUT', `/users/${editor.username}/permissions`, { permissions })
  const query = { query: { type: 'elasticsearch', query_string: 'old' }, timerange: { type: 'relative', range: 300 } }
  const search = { id: 'b'.repeat(24), queries: [{ id: 'q', ...query, search_types: [] }], parameters: [] }
  expect((await server(source).call('POST', '/views/search', search)).status).toBe(201)
  const view = { type: 'SEARCH', title: 'Shared', summary: '', description: '', properties: [], search_id: search.id }
  const state = { q: { widgets: [], widget_mapping: {}, positions: {} } }
  const { id } = (await server(source).call('POST', '/views', { ...view, state })).body
  const [shared] = (await entitiesOf(source)).filter(({ name }: { name: string }) => name === 'Shared')
  const text = JSON.stringify(shared).replace('"query_string":"old"', '"query_string":"new"')
  const as = `${editor.username}:${editor.password}`
  const applied = await server(source).call('POST', `${PATH}/apply`, { entities: [JSON.parse(text)] }, as)
  expect(applied.status, applied.text).toBe(200)
  const queryOf = async (searchId: string) =>
    (await server(source).call('GET', `/views/search/${searchId}`)).body.queries[0].query.query_string
  const changed = (await server(source).call('GET', `/views/${id}`)).body
  expect(changed.search_id).not.toBe(search.id)
  expect([await queryOf(search.id), await queryOf(changed.search_id)]).toEqual(['old', 'new'])
  await server(source).call('DELETE', `/views/${id}`)
})

const inShort = (name: string, data: object) => ({
  type: name === 'dashboard' ? { name, version: '2' } : { name, version: '1' },
  name: 'Web in short',
  data: { title: 'Web in short', ...data },
})

test('a dashboard and a saved search in short are stored whole, and then there is nothing to change', async () => {
  const rows = [
    { field: 'http_route', limit: 8 },
    { field: 'timestamp', interval: { value: 2, unit: 'years' } },
  ]
  const thresholds = [{ value: 5, color: 'odd', label: 'usual' }]
  const series = ['count()', { function: 'percentile(took_ms,95)', name: 'p95', unit: 'ms' }]
  const widgets = [
    { title: 'About', type: 'text', width: 2, text: '**Web**' },
    { title: 'Requests', type: 'numeric', width: 2, range: '6h', better: 'HIGHER', series: ['sum(bytes)'], thresholds },
    { title: 'Pages', type: 'table', width: 4, rows, columns: ['status'], series, streams: ['Web', 'All messages'] },
    { title: 'Errors', type: 'messages', width: 4, query: 'level:3', fields: ['timestamp'], text_row: false },
  ]
  const overTime = {
    title: 'Over time',
    type: 'bar',
    width: 12,
    rows: ['timestamp'],
    colors: { a: 'bad', b: '#123456' },
  }
  const entities = [
    inShort('dashboard', {
      streams: ['Web'],
      filter_fields: ['user'],
      pages: [{ title: 'One', rows: [{ height: 2, widgets }] }],
    }),
    inShort('search', { streams: ['Web'], query: 'a', range: '5m', rows: [{ height: 3, widgets: [overTime] }] }),
  ]
  const applied = await server(source).call('POST', `${PATH}/apply`, { entities })
  expect(applied.status, applied.text).toBe(200)
  expect((await server(source).call('POST', `${PATH}/plan`, { entities })).body).toEqual({ changes: [], unchanged: 2 })
  const whole = (await entitiesOf(source)).filter(({ name }: { name: string }) => name === 'Web in short')
  const [dashboard, search] = whole.map(({ data }: { data: object }) => data)
  const [page] = Object.values<{ widgets: object[]; positions: object }>(dashboard.state)
  expect(dashboard.properties).toEqual(['logyard.filter-field:user'])
  expect(Object.values(page?.positions ?? {}).map(({ col, row, width }) => [col, row, width])).toEqual([
    [1, 1, 2],
    [3, 1, 2],
    [5, 1, 4],
    [9, 1, 4],
  ])
  expect(page?.widgets).toMatchObject([
    { type: 'logyard.text', streams: [], query: null },
    { timerange: { range: 21_600 }, streams: ['Web'], config: { thresholds: [{ color: '#d99a08', label: 'usual' }] } },
    { timerange: { range: 86_400 }, streams: ['Web', 'All messages'], config: { sort: [{ field: 'count()' }] } },
    { query: { query_string: 'level:3' }, config: { show_message_row: false } },
  ])
  expect(dashboard.search.queries[0].search_types).toMatchObject([
    { name: 'chart', timerange: { range: 21_600 } },
    { name: 'trend', timerange: { type: 'offset' } },
    {
      row_groups: [{ limit: 8 }, { interval: { type: 'timeunit', timeunit: '24M' } }],
      series: [{ type: 'count' }, { type: 'percentile', field: 'took_ms', percentile: 95 }],
    },
    { type: 'messages' },
  ])
  expect(search.search.queries[0]).toMatchObject({ filter: { filters: [{ id: 'Web' }] }, timerange: { range: 300 } })
  const [chart] = Object.values<{ widgets: { config: object }[] }>(search.state).flatMap(({ widgets }) => widgets)
  expect(chart?.config).toMatchObject({
    formatting_settings: { chart_colors: [{ chart_color: '#d64550' }, { chart_color: '#123456' }] },
  })
  expect((await server(source).call('POST', `${PATH}/plan`, { entities: whole })).body.changes).toEqual([])
})

test.each([
  { what: 'an unknown property', widget: { type: 'pie', colour: 'red' }, reason: 'is not a dashboard in short' },
  { what: 'an unknown function', widget: { type: 'pie', series: ['most(a)'] }, reason: 'is not a dashboard in short' },
  { what: 'a range that is none', widget: { type: 'pie', range: '1 day' }, reason: 'is not a dashboard in short' },
  {
    what: 'options of another chart',
    widget: { type: 'pie', options: { barmode: 'stack' } },
    reason: 'pages of a view',
  },
])('a dashboard in short with $what is refused', async ({ widget, reason }) => {
  const rows = [{ height: 2, widgets: [{ title: 'A', width: 3, ...widget }] }]
  const entities = [inShort('dashboard', { pages: [{ title: 'One', rows }] })]
  const answer = await server(source).call('POST', `${PATH}/plan`, { entities })
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(reason) } })
})

test('two widgets of a page with one title are refused, because ids are made of titles', async () => {
  const text = { title: 'A', type: 'text', width: 3, text: '' }
  const entities = [inShort('dashboard', { pages: [{ title: 'One', rows: [{ height: 2, widgets: [text, text] }] }] })]
  const answer = await server(source).call('POST', `${PATH}/plan`, { entities })
  expect(answer).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('pages.0.rows has the title "A" twice') },
  })
})

test('pruning deletes the objects that are not named, of the types that are named', async () => {
  const all = await entitiesOf(source)
  const rules = all.filter(({ type }: { type: { name: string } }) => type.name === 'stream').slice(0, 1)
  const request = { entities: rules, prune: true }
  const { body } = await server(source).call('POST', `${PATH}/apply`, request)
  expect(body.changes).toMatchObject([{ action: 'delete', name: 'Web (2)' }])
  expect(await entitiesOf(source)).toHaveLength(all.length - 1)
})

test('a failing entity changes nothing', async () => {
  const before = await entitiesOf(source)
  const entities = [
    { type: { name: 'grok_pattern', version: '1' }, name: 'FINE', data: { name: 'FINE', pattern: 'a' } },
    { type: { name: 'pipeline_rule', version: '1' }, name: 'bad', data: { title: 'bad', source: 'no rule' } },
  ]
  const answer = await server(source).call('POST', `${PATH}/apply`, { entities })
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('pipeline_rule') } })
  expect(await entitiesOf(source)).toEqual(before)
})

test('the type of an output stays as it is, as in the API', async () => {
  const entities = await entitiesOf(target)
  const changed = entities.map((one: { type: { name: string }; data: object }) =>
    one.type.name === 'output'
      ? { ...one, data: { ...one.data, type: 'org.graylog2.outputs.LoggingOutput', configuration: {} } }
      : one,
  )
  expect(await server(target).call('POST', `${PATH}/apply`, { entities: changed })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('type: The type of an output stays as it is') },
  })
  expect(await entitiesOf(target)).toEqual(entities)
})

test('what text does not say of a stream stays as it is', async () => {
  const sets = await server(source).call('GET', '/system/indices/index_sets')
  const draft = { title: 'Kept', index_set_id: sets.body.index_sets[0].id, content_pack: 'ours', rules: [] }
  const { body: created } = await server(source).call('POST', '/streams', draft)
  const before = (await server(source).call('GET', `/streams/${created.stream_id}`)).body
  const [kept] = (await entitiesOf(source)).filter(({ name }: { name: string }) => name === 'Kept')
  const entities = [{ ...kept, data: { ...kept.data, description: 'changed' } }]
  expect((await server(source).call('POST', `${PATH}/apply`, { entities })).body.changes).toHaveLength(1)
  const after = (await server(source).call('GET', `/streams/${created.stream_id}`)).body
  expect(after).toEqual({ ...before, description: 'changed' })
  await server(source).call('DELETE', `/streams/${created.stream_id}`)
})
