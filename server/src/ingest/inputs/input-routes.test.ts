import { operationsOf } from '@logyard/contract/http/operation'
import * as inputs from '@logyard/contract/ingest/inputs'
import { expect, test } from 'vitest'
import { startHttp } from '../../testing/start-http.ts'
import { inputRoutes } from './input-routes.ts'
import { outerAddresses, ownAddresses } from './own-addresses.ts'
import { type InputsUnderTest, startInputs, TEST_NODE } from './testing/start-inputs.ts'

const RAW_TCP = 'org.graylog2.inputs.raw.tcp.RawTCPInput'
const configuration = { bind_address: '127.0.0.1', port: 0 }
const draft = { title: 'Lines', type: RAW_TCP, global: true, configuration }

async function start() {
  await using starting = new AsyncDisposableStack()
  const world = starting.use(await startInputs())
  const http = starting.use(await startHttp(async (api) => inputRoutes(api, world.inputs, '/api')))
  const running = starting.move()
  const create = async (body: object = draft) => {
    const answer = await http.ask('POST', '/system/inputs', '*', body)
    expect(answer).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^[0-9a-f]{24}$/) } })
    const { id } = Object(answer.body)
    expect(answer.headers.get('location')).toBe(`/api/system/inputs/${id}`)
    await world.inputs.settled()
    return String(id)
  }
  return { ...http, world, create, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

const stateOf = (world: InputsUnderTest, id: string) =>
  world.inputs.listStates().find((state) => state.id === id)?.state ?? 'down'

test('an input is created, read, listed, changed and deleted', async () => {
  await using http = await start()
  const id = await http.create()
  const summary = {
    id,
    title: 'Lines',
    type: RAW_TCP,
    name: 'Raw/Plaintext TCP',
    global: true,
    node: null,
    content_pack: null,
    creator_user_id: 'ada',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    attributes: configuration,
    static_fields: {},
  }
  expect((await http.ask('GET', `/system/inputs/${id}`, '*')).body).toEqual(summary)
  expect((await http.ask('GET', '/system/inputs', '*')).body).toEqual({ inputs: [summary], total: 1 })
  expect((await http.ask('GET', '/system/inputs', 'inputs:read:other')).body).toEqual({ inputs: [], total: 0 })

  const change = { ...draft, title: 'Other lines', configuration: { ...configuration, note: 'stored unchanged' } }
  const changed = await http.ask('PUT', `/system/inputs/${id}`, '*', change)
  expect(changed).toMatchObject({ status: 201, body: { id } })
  expect(changed.headers.get('location')).toBe(`/api/system/inputs/${id}`)
  expect((await http.ask('GET', `/system/inputs/${id}`, '*')).body).toEqual({
    ...summary,
    title: 'Other lines',
    attributes: change.configuration,
  })

  expect((await http.ask('DELETE', `/system/inputs/${id}`, '*')).status).toBe(204)
  await http.world.inputs.settled()
  expect(await http.ask('GET', `/system/inputs/${id}`, '*')).toMatchObject({
    status: 404,
    body: { message: `Input <${id}> not found!` },
  })
  expect((await http.ask('GET', '/system/inputstates', '*')).body).toEqual({ states: [] })
})

test.each([
  { what: 'a port as text', body: { ...draft, configuration: { ...configuration, port: '5140' } } },
  { what: 'no address', body: { ...draft, configuration: { port: 0 } } },
  { what: 'an empty address', body: { ...draft, configuration: { ...configuration, bind_address: '' } } },
])('$what is refused', async ({ body }) => {
  await using http = await start()
  expect(await http.ask('POST', '/system/inputs', '*', body)).toMatchObject({
    status: 400,
    body: { type: 'ApiError', message: 'Missing or invalid input configuration.' },
  })
})

test('values out of range are refused with an explanation', async () => {
  await using http = await start()
  const create = (more: object) =>
    http.ask('POST', '/system/inputs', '*', { ...draft, configuration: { ...configuration, ...more } })
  expect((await create({ port: 65_536 })).body).toMatchObject({ message: expect.stringContaining('Port must be') })
  expect((await create({ tls_client_auth: 'maybe' })).body).toMatchObject({
    message: expect.stringContaining('disabled, optional, required'),
  })
  expect((await create({ recv_buffer_size: 'large' })).status).toBe(201)
})

test('unknown types and empty titles are refused', async () => {
  await using http = await start()
  expect(await http.ask('POST', '/system/inputs', '*', { ...draft, type: 'x.Y' })).toMatchObject({
    status: 404,
    body: { message: 'There is no such input type registered.' },
  })
  expect(await http.ask('POST', '/system/inputs', '*', { ...draft, title: ' ' })).toMatchObject({
    status: 400,
    body: { type: 'ValidationApiError', validation_errors: { title: [{ error: expect.any(String) }] } },
  })
  expect((await http.ask('POST', '/system/inputs', '*', { title: 'x', type: RAW_TCP })).status).toBe(400)
  expect(await http.ask('GET', '/system/inputs/types/x.Y', '*')).toMatchObject({
    status: 404,
    body: { message: 'Unknown input type <x.Y> requested.' },
  })
})

test('passwords are shown only to users who may edit the input, and the placeholder keeps them unchanged', async () => {
  await using http = await start()
  const secret = { ...configuration, tls_key_password: 'open sesame' }
  const id = await http.create({ ...draft, configuration: secret })
  const attributes = async (permissions: string) =>
    Object(Object((await http.ask('GET', `/system/inputs/${id}`, permissions)).body).attributes)
  expect(await attributes('inputs:read')).toEqual({ ...secret, tls_key_password: '<password set>' })
  expect(await attributes(`inputs:read,inputs:edit:${id}`)).toEqual(secret)
  const state = await http.ask('GET', `/system/inputstates/${id}`, '*')
  expect(state.body).toMatchObject({ message_input: { attributes: { tls_key_password: '<password set>' } } })

  const masked = { ...draft, title: 'Renamed', configuration: { ...secret, tls_key_password: '<password set>' } }
  await http.ask('PUT', `/system/inputs/${id}`, '*', masked)
  expect(await attributes('*')).toEqual(secret)
})

test('headers and credentials of a fetched address are shown only to users who may edit the input', async () => {
  await using http = await start()
  const secret = {
    target_url: 'http://ada:hush@127.0.0.1:1/status?api_key=hush-2&page=1',
    headers: 'Authorization: Bearer hush-3, X-Key: hush-4,X-Key: hush-5',
    interval: 1,
    timeunit: 'DAYS',
    path: '$.up',
    source: 'status',
  }
  const type = 'org.graylog2.inputs.misc.jsonpath.JsonPathInput'
  const id = await http.create({ ...draft, type, configuration: secret })
  const attributes = async (permissions: string) =>
    Object(Object((await http.ask('GET', `/system/inputs/${id}`, permissions)).body).attributes)
  const shown = await attributes('inputs:read')
  expect(JSON.stringify(shown)).not.toContain('hush')
  expect(shown).toMatchObject({
    target_url: 'http://<secret>@127.0.0.1:1/status?api_key=<secret>&page=1',
    headers: 'Authorization: <password set>, X-Key: <password set>, X-Key: <password set>',
  })
  const { headers } = shown
  const configuration = { ...shown, headers: `X-New: 1, ${headers}`, interval: 2 }
  const update = await http.ask('PUT', `/system/inputs/${id}`, '*', { ...draft, type, configuration })
  expect(update.status).toBeLessThan(300)
  expect(await attributes('*')).toMatchObject({
    target_url: secret.target_url,
    headers: 'X-New: 1, Authorization: Bearer hush-3, X-Key: hush-4, X-Key: hush-5',
    interval: 2,
  })
})

test('a change restarts a running input, and leaves a stopped one stopped', async () => {
  await using http = await start()
  const id = await http.create()
  const { inputs } = http.world
  const firstPort = inputs.portOf(id)
  await http.ask('PUT', `/system/inputs/${id}`, '*', { ...draft, configuration: { ...configuration, port: 0, a: 1 } })
  await inputs.settled()
  expect(stateOf(http.world, id)).toBe('RUNNING')
  expect(inputs.portOf(id)).not.toBe(firstPort)

  await http.ask('DELETE', `/system/inputstates/${id}`, '*')
  await inputs.settled()
  await http.ask('PUT', `/system/inputs/${id}`, '*', { ...draft, configuration: { ...configuration, a: 2 } })
  await inputs.settled()
  expect(stateOf(http.world, id)).toBe('down')
})

test('inputs are stopped and started through the cluster, and keep that state across a restart', async () => {
  await using http = await start()
  const id = await http.create()
  const other = await http.create({ ...draft, title: 'Other' })
  expect(await http.ask('DELETE', `/cluster/inputstates/${id}`, '*')).toMatchObject({
    status: 200,
    body: { [TEST_NODE]: { id } },
  })
  await http.world.inputs.settled()
  expect(stateOf(http.world, id)).toBe('down')
  expect((await http.ask('GET', `/system/inputstates/${id}`, '*')).body).toMatchObject({
    message: `No input state for input id <${id}> on this node.`,
  })
  await http.world.restart()
  expect([stateOf(http.world, id), stateOf(http.world, other)]).toEqual(['down', 'RUNNING'])
})

test('a started input is started again after a restart', async () => {
  await using world = await startInputs()
  const { id } = await world.launch(RAW_TCP)
  await world.inputs.stop(id)
  await world.inputs.start(id)
  await world.restart()
  expect(stateOf(world, id)).toBe('RUNNING')
})

test("a node that refuses a command is null in the cluster's response", async () => {
  await using http = await start()
  const id = await http.create()
  const nobody = '000000000000000000000000'
  for (const method of ['PUT', 'DELETE']) {
    expect(await http.ask(method, `/cluster/inputstates/${nobody}`, '*')).toMatchObject({
      status: 200,
      body: { [TEST_NODE]: null },
    })
    expect((await http.ask(method, `/cluster/inputstates/${id}`, 'inputs:read')).body).toEqual({ [TEST_NODE]: null })
  }
  expect((await http.ask('PUT', `/cluster/inputstates/${id}`, '*')).body).toEqual({ [TEST_NODE]: { id } })
  await http.world.inputs.settled()
  expect((await http.ask('GET', '/cluster/inputstates', 'inputs:read')).body).toMatchObject({
    [TEST_NODE]: [{ id, state: 'RUNNING', detailed_message: null }],
  })
})

test('an input of another node does not run here', async () => {
  await using http = await start()
  const id = await http.create({ ...draft, global: false, node: 'elsewhere' })
  expect((await http.ask('PUT', `/system/inputstates/${id}`, '*')).body).toEqual({ id })
  await http.world.inputs.settled()
  expect(stateOf(http.world, id)).toBe('down')
})

test('two inputs on one port: the second one fails, with a warning until it runs, and a system message', async () => {
  await using http = await start()
  const first = await http.create()
  const port = http.world.inputs.portOf(first)
  const second = await http.create({ ...draft, configuration: { ...configuration, port } })
  const reason = `BindException: Address already in use: 127.0.0.1:${port}`
  expect((await http.ask('GET', `/system/inputstates/${second}`, '*')).body).toMatchObject({
    state: 'FAILED',
    detailed_message: reason,
  })
  const third = await http.create({ ...draft, configuration: { ...configuration, port } })
  const warning = { type: 'input_failed_to_start', severity: 'normal' }
  expect(await http.world.notifications.list()).toMatchObject([{ ...warning, details: { input_id: second, reason } }])
  const { messages } = await http.world.messages.page(1)
  expect(messages.map(({ content }) => content)).toEqual(
    expect.arrayContaining([
      `Input [Raw/Plaintext TCP/${first}] is now RUNNING`,
      `Input [Raw/Plaintext TCP/${second}] is now FAILED`,
    ]),
  )
  await http.ask('DELETE', `/system/inputstates/${first}`, '*')
  await http.world.inputs.settled()
  await http.ask('PUT', `/system/inputstates/${second}`, '*')
  await http.world.inputs.settled()
  expect(await http.world.notifications.list()).toMatchObject([{ ...warning, details: { input_id: third, reason } }])
  await http.ask('DELETE', `/system/inputs/${third}`, '*')
  await http.world.inputs.settled()
  expect(await http.world.notifications.list()).toEqual([])
})

test('static fields are added and removed without a restart', async () => {
  await using http = await start()
  const id = await http.create()
  const { inputs } = http.world
  const port = inputs.portOf(id)
  let changes = 0
  using _subscription = inputs.onChange(() => {
    changes += 1
  })
  const path = `/system/inputs/${id}/staticfields`
  const added = await http.ask('POST', path, '*', { key: 'env', value: 'test' })
  expect({ status: added.status, body: added.body, at: added.headers.get('location') }).toEqual({
    status: 201,
    body: '',
    at: `/api/system/inputs/${id}`,
  })
  await http.ask('POST', path, '*', { key: 'env', value: 'prod' })
  expect((await http.ask('POST', path, '*', { key: 'source', value: 'x' })).status).toBe(201)
  await inputs.settled()
  expect(inputs.staticFieldsOf(id)).toEqual({ env: 'prod', source: 'x' })
  expect(inputs.portOf(id)).toBe(port)
  expect(changes).toBeGreaterThan(0)

  const refusal = async (key: string, value: string) => (await http.ask('POST', path, '*', { key, value })).body
  expect(await refusal('a b', 'x')).toMatchObject({ message: 'Invalid key: [a b]' })
  expect(await refusal('_id', 'x')).toMatchObject({ message: 'Cannot add static field. Field [_id] is reserved.' })
  expect(await refusal('a', '')).toMatchObject({ type: 'ApiError' })

  expect((await http.ask('DELETE', `${path}/env`, '*')).status).toBe(204)
  expect(await http.ask('DELETE', `${path}/env`, '*')).toMatchObject({
    status: 404,
    body: { message: `No such static field [env] on input <${id}>.` },
  })
  expect((await http.ask('GET', `/system/inputs/${id}`, '*')).body).toMatchObject({ static_fields: { source: 'x' } })
})

test('types list their configuration fields, transport fields before codec fields', async () => {
  await using http = await start()
  const all = Object((await http.ask('GET', '/system/inputs/types/all', '*')).body)
  const names = Object((await http.ask('GET', '/system/inputs/types', '*')).body).types
  expect(Object.keys(all).sort()).toEqual(Object.keys(names).sort())
  const gelfTcp = all['org.graylog2.inputs.gelf.tcp.GELFTCPInput']
  expect(Object.keys(gelfTcp.requested_configuration)).toEqual([
    ...['bind_address', 'port', 'recv_buffer_size', 'number_worker_threads'],
    ...['tls_cert_file', 'tls_key_file', 'tls_enable', 'tls_key_password', 'tls_client_auth'],
    ...['tls_client_auth_cert_file', 'tcp_keepalive', 'use_null_delimiter', 'max_message_size'],
    ...['override_source', 'decompress_size_limit'],
  ])
  expect(gelfTcp.requested_configuration.use_null_delimiter).toMatchObject({ default_value: true, is_optional: true })
  expect(gelfTcp.requested_configuration.port).toMatchObject({ default_value: 12_201, attributes: ['is_port_number'] })
  const fieldsOf = (type: string) => Object.keys(all[type].requested_configuration)
  expect(fieldsOf('org.graylog.plugins.cef.input.CEFAmqpInput')).toEqual([
    ...['throttling_allowed', 'broker_hostname', 'broker_port', 'broker_vhost', 'broker_username', 'broker_password'],
    ...['prefetch', 'queue', 'exchange', 'exchange_bind', 'routing_key', 'parallel_queues', 'heartbeat', 'tls'],
    ...['requeue_invalid_messages', 'timezone', 'locale', 'use_full_names'],
  ])
  expect(fieldsOf('org.graylog2.inputs.raw.kafka.RawKafkaInput')).toEqual([
    ...['throttling_allowed', 'legacy_mode', 'bootstrap_server', 'zookeeper', 'topic_filter', 'fetch_min_bytes'],
    ...['fetch_wait_max', 'threads', 'offset_reset', 'group_id', 'custom_properties', 'override_source'],
  ])
  for (const transport of ['amqp', 'kafka']) {
    for (const codec of ['Raw', 'Syslog', 'GELF']) {
      const name = `${codec}${transport === 'amqp' ? 'AMQP' : 'Kafka'}Input`
      expect(names).toHaveProperty([`org.graylog2.inputs.${codec.toLowerCase()}.${transport}.${name}`])
    }
  }
  const codecs = Object((await http.ask('GET', '/system/codecs/types/all', '*')).body)
  expect(Object.keys(codecs)).toEqual(expect.arrayContaining(['gelf', 'syslog', 'raw', 'beats', 'CEF', 'jsonpath']))
})

test('every call requires its permission', async () => {
  await using http = await start()
  const id = await http.create()
  for (const { method, path, access } of operationsOf(inputs)) {
    if (access.kind !== 'holds') continue
    const answer = await http.ask(method, path.replace('{id}', id).replace('{key}', 'env'), 'nothing:at-all')
    expect({ path, status: answer.status }).toEqual({ path, status: 403 })
  }
})

test('addresses of the machine are those that other machines reach, and only for readers of all inputs', async () => {
  const at = (address: string, more: object = {}) => ({
    ...{ address, netmask: '255.255.255.0', mac: '', cidr: null, family: 'IPv4' as const, internal: false, scopeid: 0 },
    ...more,
  })
  expect(
    outerAddresses({
      lo: [at('127.0.0.1', { internal: true })],
      docker0: [at('172.17.0.1')],
      eth0: [at('192.0.2.7'), at('169.254.1.1'), at('2001:db8::7', { family: 'IPv6' })],
    }),
  ).toEqual(['192.0.2.7'])
  await using http = await start()
  const asked = (permission: string) => http.ask('GET', '/logyard/inputs/addresses', permission)
  expect((await asked('inputs:read')).body).toEqual({ addresses: ownAddresses() })
  expect(await asked('inputs:read:5f0000000000000000000011')).toMatchObject({ status: 403 })
})
