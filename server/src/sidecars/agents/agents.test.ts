// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
/** The calls of agents, as agents of versions 1.0.2 to 1.5.6 make them. */
import { SIDECAR_CONFIG_KEY } from '@logyard/contract/sidecars/sidecar-config'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SidecarsUnderTest, startSidecars } from '../testing/start-sidecars.ts'

let world: SidecarsUnderTest
let filebeat: string

beforeAll(async () => {
  world = await startSidecars()
  filebeat = await world.collectorId('filebeat')
})
afterAll(() => world[Symbol.asyncDispose]())

const FIRST = {
  configuration: { update_interval: 30, send_status: true },
  configuration_override: false,
  actions: null,
  assignments: null,
}
const tagOf = (answer: { headers: Headers }) => answer.headers.get('etag') ?? ''
const assign = (nodeId: string, ...configurations: string[]) =>
  world.ask('PUT', '/sidecars/configurations', {
    nodes: [
      {
        node_id: nodeId,
        assignments: configurations.map((configuration_id) => ({ collector_id: filebeat, configuration_id })),
      },
    ],
  })

test('a token of the sidecar user registers, reads collectors and renders, and may do nothing else', async () => {
  const agent = world.agent('permissions')
  expect((await agent.register()).status).toBe(202)
  expect((await agent.get('/sidecar/collectors')).status).toBe(200)
  for (const [method, path] of [
    ['GET', '/sidecars'],
    ['GET', '/sidecars/permissions'],
    ['POST', '/sidecar/collectors'],
    ['PUT', '/sidecar/configurations/5f0000000000000000000001'],
    ['POST', '/sidecar/administration'],
    ['GET', '/sidecar/action/permissions'],
    ['PUT', '/sidecar/action/permissions'],
    ['PUT', '/sidecars/permissions/action'],
    ['PUT', '/sidecar/administration/action'],
    ['PUT', '/sidecars/configurations'],
    ['POST', '/logyard/sidecars/tags'],
    ['DELETE', '/sidecar/collectors/5f0000000000000000000001'],
    ['GET', '/users'],
  ] as const) {
    const { status } = await world.call(method, path, { as: world.as, ...(method === 'GET' ? {} : { body: {} }) })
    expect(status, `${method} ${path}`).toBe(403)
  }
})

test('the first registration creates the sidecar, later ones change it and keep its assignments', async () => {
  const agent = world.agent('first', 'web 1')
  const first = await agent.register({ ip: '10.0.0.1', status: { status: 0, message: 'fine', collectors: [] } })
  expect(first.status, first.text).toBe(202)
  expect(first.body).toEqual(FIRST)
  const configuration = await world.configure({ name: 'first', collector_id: filebeat })
  expect((await assign('first', configuration)).status).toBe(202)
  world.clock.advance(10_000)
  const second = await world.agent('first', 'web 2').register()
  expect(second.body).toMatchObject({ assignments: [{ collector_id: filebeat, configuration_id: configuration }] })
  const shown = await world.ask('GET', '/sidecars/first')
  expect(shown.body).toEqual({
    node_id: 'first',
    node_name: 'web 2',
    node_details: { operating_system: 'Linux', ip: null, metrics: null, log_file_list: null, status: null },
    assignments: [{ collector_id: filebeat, configuration_id: configuration }],
    last_seen: world.clock.now().toISOString(),
    sidecar_version: '1.5.0',
    collectors: null,
    active: true,
    tags: [],
    assigned_by_tags: [],
  })
})

test('a malformed registration is refused with a reason', async () => {
  const agent = world.agent('malformed')
  const withoutVersion = await world.call('PUT', '/sidecars/malformed', {
    as: world.as,
    body: { node_name: 'a', node_details: { operating_system: 'Linux' } },
  })
  expect(withoutVersion.status).toBe(400)
  expect(withoutVersion.body).toEqual([expect.objectContaining({ path: 'X-Graylog-Sidecar-Version' })])
  const unknown = await agent.register({}, { surprise: 1 })
  expect(unknown.status).toBe(400)
  expect(unknown.body).toMatchObject({ type: 'ApiError', message: expect.stringMatching(/^Unable to map property/) })
  expect((await agent.register({}, { node_name: null })).status).toBe(400)
  expect((await agent.register({}, { node_name: '' })).status).toBe(400)
  expect((await agent.register({ operating_system: null })).status).toBe(400)
  expect((await agent.register({ status: { status: 0, message: '', collectors: [{ status: 1 }] } })).status).toBe(400)
  expect((await world.ask('GET', '/sidecars/malformed')).status).toBe(404)
  expect((await agent.register({ operating_system: '' })).status).toBe(202)
})

test('a long report is accepted and cut, and equal states of collectors are one', async () => {
  const agent = world.agent('long-report')
  const output = `first line\n${'x'.repeat(500_000)}\nlast line`
  const failing = { collector_id: filebeat, status: 2, message: 'It does not start', verbose_message: output }
  const file = { path: '/var/log/a.log', mod_time: '2026-03-01T09:00:00.123456789+01:00', size: 1, is_dir: false }
  const report = {
    log_file_list: Array.from({ length: 8000 }, (_, index) => ({ ...file, path: `/var/log/${index}.log` })),
    status: { status: 2, message: output, collectors: [failing, failing, { ...failing, message: 'another' }] },
  }
  const { status, text } = await agent.register(report)
  expect(status, text).toBe(202)
  const shown = (await world.ask('GET', '/sidecars/long-report')).body as {
    node_details: { log_file_list: object[]; status: { message: string; collectors: { verbose_message: string }[] } }
  }
  expect(shown.node_details.log_file_list).toHaveLength(1000)
  const { message, collectors } = shown.node_details.status
  expect(collectors).toHaveLength(2)
  for (const cut of [message, ...collectors.map(({ verbose_message: one }) => one)]) {
    expect(cut.length).toBeLessThan(20_000)
    const leftOut = '... 480121 characters are left out ...'
    expect(cut.replaceAll(/x+/g, 'x')).toBe(`first line\nx\n${leftOut}\nx\nlast line`)
  }
})

test('collectors are sent again only after a change', async () => {
  const agent = world.agent('collectors')
  const first = await agent.get('/sidecar/collectors')
  expect(first.body).toMatchObject({ total: 5 })
  const tag = tagOf(first)
  expect(tag).toMatch(/^"[^"]+"$/)
  expect(first.headers.get('cache-control')).toBe('private, no-transform')
  // Agents put the tag, with its quotes, into a second pair of quotes.
  const same = await agent.get('/sidecar/collectors', `"${tag}"`)
  expect({ status: same.status, text: same.text, tag: tagOf(same) }).toEqual({ status: 304, text: '', tag })

  const created = await world.ask('POST', '/sidecar/collectors', {
    name: 'tagged',
    service_type: 'exec',
    node_operating_system: 'linux',
    executable_path: '/bin/tagged',
  })
  const { id } = created.body as { id: string }
  const changed = await agent.get('/sidecar/collectors', `"${tag}"`)
  expect(changed.status).toBe(200)
  await world.ask('DELETE', `/sidecar/collectors/${id}`)
  expect(tagOf(await agent.get('/sidecar/collectors', `"${tagOf(changed)}"`))).toBe(tag)
})

test('a rendering is sent again only if its text changes: by a variable, an included template or the sidecar', async () => {
  const agent = world.agent('rendering', 'host a')
  await agent.register()
  const variable = { name: 'rendered', description: null, content: 'one' }
  const { id: variableId } = (await world.ask('POST', '/sidecar/configuration_variables', variable)).body as {
    id: string
  }
  const included = await world.configure({ name: 'included', collector_id: filebeat, template: 'port 1' })
  const id = await world.configure({
    name: 'rendering',
    collector_id: filebeat,
    template: `\${sidecar.nodeName} \${user.rendered} <#include "${included}"> <Input file> \${'$'}{HOME}`,
  })
  const path = `/sidecar/configurations/render/rendering/${id}`
  const first = await agent.get(path)
  expect(first.body).toEqual({
    id,
    collector_id: filebeat,
    name: 'rendering',
    color: '#FFFFFF',
    template: 'host a one port 1 <Input file> ${HOME}\n',
  })
  const expectRendered = async (tag: string, template: string) => {
    const again = await agent.get(path, `"${tag}"`)
    expect(again.status, again.text).toBe(200)
    expect(again.body).toMatchObject({ template })
    const same = await agent.get(path, `"${tagOf(again)}"`)
    expect({ status: same.status, tag: tagOf(same) }).toEqual({ status: 304, tag: tagOf(again) })
    return tagOf(again)
  }
  let tag = tagOf(first)
  await world.ask('PUT', `/sidecar/configuration_variables/${variableId}`, { ...variable, content: 'two' })
  tag = await expectRendered(tag, 'host a two port 1 <Input file> ${HOME}\n')
  await world.ask('PUT', `/sidecar/configurations/${included}`, {
    name: 'included',
    collector_id: filebeat,
    color: '#FFFFFF',
    template: 'port 2',
  })
  tag = await expectRendered(tag, 'host a two port 2 <Input file> ${HOME}\n')
  await world.agent('rendering', 'host b').register()
  tag = await expectRendered(tag, 'host b two port 2 <Input file> ${HOME}\n')
  expect((await agent.get(path, `"${tagOf(await agent.get('/sidecar/collectors'))}"`)).status).toBe(200)
})

test('an unknown sidecar, an unknown configuration and a template that fails have errors of their own', async () => {
  const agent = world.agent('failing')
  await agent.register()
  const id = await world.configure({
    name: 'system',
    collector_id: filebeat,
    template: '<#if sidecar.nodeName == "failing">${user.gone}</#if>',
  })
  const failed = await agent.get(`/sidecar/configurations/render/failing/${id}`)
  expect(failed.status).toBe(500)
  expect(failed.body).toMatchObject({ message: expect.stringContaining('user.gone has no value (line 1, column') })
  const unknown = await agent.get(`/sidecar/configurations/render/nobody/${id}`)
  expect({ status: unknown.status, body: unknown.body }).toMatchObject({
    status: 404,
    body: { message: "Couldn't find Sidecar by ID: nobody" },
  })
  expect((await agent.get('/sidecar/configurations/render/failing/none')).status).toBe(404)
})

test('a requested action is handed out once, and a later one of the same collector replaces it', async () => {
  const agent = world.agent('acting')
  await agent.register()
  const bulk = (action: string, ...collector_ids: string[]) =>
    world.ask('PUT', '/sidecar/administration/action', {
      action,
      collectors: [{ sidecar_id: 'acting', collector_ids }],
    })
  expect((await bulk('start', 'one')).status).toBe(202)
  expect((await bulk('restart', 'two')).status).toBe(202)
  expect((await bulk('stop', 'one')).status).toBe(202)
  const queued = [
    { collector_id: 'two', properties: { restart: true } },
    { collector_id: 'one', properties: { stop: true } },
  ]
  expect((await world.ask('GET', '/sidecar/action/acting')).body).toEqual(queued)
  expect((await world.ask('GET', '/sidecars/acting/action')).body).toEqual(queued)
  const both = await Promise.all([agent.register(), agent.register()])
  const handedOut = both.flatMap(({ body }) => (body as { actions: unknown[] | null }).actions ?? [])
  expect(handedOut).toEqual(queued)
  expect((await agent.register()).body).toMatchObject({ actions: null })
  expect((await bulk('explode', 'one')).status).toBe(400)
  // A sidecar that expired meanwhile does not keep the others from their actions.
  const some = ['gone', 'acting'].map((sidecar_id) => ({ sidecar_id, collector_ids: ['one'] }))
  const requested = await world.ask('PUT', '/sidecar/administration/action', { action: 'start', collectors: some })
  expect(requested.status, requested.text).toBe(202)
  expect((await agent.register()).body).toMatchObject({
    actions: [{ collector_id: 'one', properties: { start: true } }],
  })
  const old = await world.ask('PUT', '/sidecars/acting/action', [{ collector: 'one', properties: { restart: true } }])
  expect(old.status).toBe(202)
  expect((await agent.register()).body).toMatchObject({
    actions: [{ collector_id: 'one', properties: { restart: true } }],
  })
})

test('the settings reach agents with their next registration', async () => {
  const agent = world.agent('settings')
  const path = `/system/cluster_config/${SIDECAR_CONFIG_KEY}`
  const defaults = (await world.ask('GET', path)).body as object
  expect(defaults).toEqual({
    sidecar_expiration_threshold: 'P14D',
    sidecar_inactive_threshold: 'PT1M',
    sidecar_update_interval: 'PT30S',
    sidecar_send_status: true,
    sidecar_configuration_override: false,
  })
  const changed = { ...defaults, sidecar_update_interval: 'PT15S', sidecar_configuration_override: true }
  expect((await world.ask('PUT', path, changed)).status).toBe(202)
  expect((await agent.register()).body).toMatchObject({
    configuration: { update_interval: 15, send_status: true },
    configuration_override: true,
  })
  for (const period of ['PT0S', 'PT-5S', 'P1M', 'P1Y', 'soon']) {
    const refused = await world.ask('PUT', path, { ...defaults, sidecar_inactive_threshold: period })
    expect({ period, status: refused.status }).toEqual({ period, status: 400 })
  }
  const required = { sidecar_expiration_threshold: 'P7D', sidecar_inactive_threshold: 'PT1M' }
  expect((await world.ask('PUT', path, required)).body).toEqual({ ...defaults, ...required })
  await world.ask('PUT', path, defaults)
})

test('tags assign configurations to sidecars whose operating system fits', async () => {
  const linux = world.agent('tagged-linux')
  const windows = world.agent('tagged-windows')
  await linux.register()
  await windows.register({ operating_system: 'Windows' })
  const id = await world.configure({ name: 'by tag', collector_id: filebeat, tags: ['web', 'db'] } as never)
  const tag = (body: object) => world.ask('POST', '/logyard/sidecars/tags', body)
  expect((await tag({ node_ids: ['tagged-linux', 'tagged-windows'], add: ['web'] })).status).toBe(204)
  const assigned = [{ collector_id: filebeat, configuration_id: id }]
  expect((await linux.register()).body).toMatchObject({ assignments: assigned })
  expect((await windows.register({ operating_system: 'Windows' })).body).toMatchObject({ assignments: null })
  expect((await world.ask('GET', '/sidecars/tagged-linux')).body).toMatchObject({
    tags: ['web'],
    assignments: [],
    assigned_by_tags: assigned,
  })
  await assign('tagged-linux', id)
  expect((await linux.register()).body).toMatchObject({ assignments: assigned })
  await assign('tagged-linux')
  expect((await linux.register()).body).toMatchObject({ assignments: assigned })
  await tag({ node_ids: ['tagged-linux'], remove: ['web'] })
  expect((await linux.register()).body).toMatchObject({ assignments: [] })
  expect((await tag({ node_ids: ['nobody'], add: ['web'] })).status).toBe(404)
})

test('an old agent uploads its configuration, which administrators list', async () => {
  const upload = {
    collector_id: 'old',
    node_id: 'old-node',
    collector_name: 'nxlog',
    rendered_configuration: 'User nxlog',
  }
  const path = '/plugins/org.graylog.plugins.collector/collectors/old/configuration'
  expect((await world.call('PUT', path, { as: world.as, body: upload })).status).toBe(202)
  await world.addUser('reader', { permissions: ['inputs:read'] })
  expect((await world.call('PUT', path, { as: 'reader:reader-password', body: upload })).status).toBe(403)
  const listed = await world.ask('GET', '/sidecar/configurations/uploads')
  expect(listed.body).toMatchObject({
    pagination: { total: 1, count: 1, page: 1, per_page: 10 },
    total: 1,
    uploads: [{ ...upload, created: world.clock.now().toISOString() }],
  })
})
