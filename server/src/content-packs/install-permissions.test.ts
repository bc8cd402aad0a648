import { afterAll, beforeAll, expect, test } from 'vitest'
import { boolean, entity, grok, integer, packOf, pipeline, rule, stream, string } from './testing/pack-drafts.ts'
import { type PackServer, startPackServer } from './testing/pack-server.ts'

const DEFAULT_STREAM = '000000000000000000000001'

let server: PackServer
beforeAll(async () => {
  server = await startPackServer()
})
afterAll(() => server[Symbol.asyncDispose]())

let users = 0
async function userWith(permissions: readonly string[]): Promise<string> {
  users += 1
  const username = `installer-${users}`
  const created = await server.call('POST', '/users', {
    ...{ username, password: 'a-long-password', email: `${username}@example.org`, full_name: 'Installer' },
    ...{ roles: ['Reader'], permissions: ['contentpack:install', 'contentpack:read', ...permissions] },
  })
  if (created.status !== 201) throw new Error(created.text)
  return `${username}:a-long-password`
}

const input = entity('input', {
  ...{ title: string('Door'), type: string('org.graylog2.inputs.raw.udp.RawUDPInput'), global: boolean(true) },
  configuration: { bind_address: string('127.0.0.1'), port: integer(0), recv_buffer_size: integer(65_536) },
  ...{ static_fields: {}, extractors: [] },
})
const notification = entity('notification', {
  ...{ title: string('Tell'), description: string('') },
  config: { type: 'http-notification-v1', url: string('https://example.org/hook') },
})
const definition = entity('event_definition', {
  ...{ title: string('All'), description: string(''), priority: integer(2), alert: boolean(true) },
  config: {
    ...{ type: 'aggregation-v1', query: string(''), streams: [DEFAULT_STREAM], group_by: [], series: [] },
    ...{ conditions: null, search_within_ms: 60_000, execute_every_ms: 60_000 },
  },
  ...{ field_spec: {}, key_spec: [], notification_settings: { grace_period_ms: 0, backlog_size: 0 } },
  ...{ notifications: [], is_scheduled: boolean(false) },
})
const whitelisted = entity('url_whitelist_entry', {
  ...{ id: 'wide', type: 'regex', title: 'Everything', value: '.*' },
})
const mail = stream(string('Watched'), {
  alarm_callbacks: [
    {
      type: 'org.graylog2.alarmcallbacks.HTTPAlarmCallback',
      title: string(''),
      configuration: { url: string('https://a') },
    },
  ],
})

test.each([
  ['an input', [input], [], 'inputs:create'],
  ['an entry of the URL whitelist', [whitelisted], [], 'urlwhitelist:write'],
  ['a notification', [notification], [], 'eventnotifications:create'],
  ['an event definition', [definition], [], 'eventdefinitions:create'],
  [
    'events of a stream that they may not read',
    [definition],
    ['eventdefinitions:create'],
    `streams:read:${DEFAULT_STREAM}`,
  ],
  ['a stream with callbacks', [mail], ['streams:create'], 'eventnotifications:create'],
  ['a rule', [rule('r')], [], 'pipeline_rule:create'],
  [
    'a pipeline on a stream that they may not read',
    [pipeline('p', [], [DEFAULT_STREAM])],
    ['pipeline:create', 'pipeline_connection:edit'],
    `streams:read:${DEFAULT_STREAM}`,
  ],
] as const)('who may not create %s cannot install it', async (_what, entities, permissions, missing) => {
  const pack = await server.add(packOf(entities))
  const as = await userWith(permissions)
  const before = (await server.call('GET', '/logyard/configuration')).body
  const refused = await server.call('POST', `/system/content_packs/${pack.id}/1/installations`, {}, as)
  expect(refused).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining(`needs the permission ${missing}`) },
  })
  expect((await server.call('GET', '/logyard/configuration')).body).toEqual(before)
})

test.each(['*', DEFAULT_STREAM])(
  'an entry of the URL whitelist with the id %s gives no permission on streams',
  async (id) => {
    const entry = entity('url_whitelist_entry', { id, type: 'literal', title: 'x', value: 'https://x.example.org' })
    const streams = id === '*' ? [] : [id]
    const config = { ...Object(definition.data).config, streams }
    const watching = { ...definition, data: { ...definition.data, config } }
    const pack = await server.add(packOf([entry, watching]))
    const as = await userWith(['urlwhitelist:write', 'eventdefinitions:create'])
    expect((await server.call('POST', `/system/content_packs/${pack.id}/1/installations`, {}, as)).status).toBe(403)
  },
)

test('a user with the permissions to create the objects can install them, and owns the streams among them', async () => {
  const web = stream(string('Owned'))
  const pack = await server.add(packOf([web, pipeline('of owned', [], [web.id]), definition]))
  const as = await userWith([
    ...['streams:create', 'pipeline:create', 'pipeline_connection:edit', 'eventdefinitions:create'],
    `streams:read:${DEFAULT_STREAM}`,
  ])
  const installed = await server.call('POST', `/system/content_packs/${pack.id}/1/installations`, {}, as)
  expect(installed.status, installed.text).toBe(200)
})

test('the plan of an upgrade shows changes by hand to users who may edit the object', async () => {
  const web = stream(string('Web'))
  const first = packOf([web])
  await server.add(first)
  await server.add({ ...first, rev: 2, entities: [{ ...web, data: { ...web.data, title: string('Web 2') } }] })
  const installation = (await server.install(first)).body
  const { id } = installation.entities[0]
  await server.call('PUT', `/streams/${id}`, { description: 'a canary' })
  const path = `/logyard/content_packs/${first.id}/installations/${installation._id}/upgrade/plan`
  const plan = await server.call('POST', path, { revision: 2 }, await userWith([]))
  expect(plan.body.entities).toMatchObject([{ action: 'update', changed_by_hand: true, differences: [] }])
  expect(plan.text).not.toContain('canary')
  const shown = await server.call('POST', path, { revision: 2 }, await userWith([`streams:edit:${id}`]))
  expect(shown.text).toContain('canary')
})

test('an upgrade that would delete an object asks for the permission to delete it', async () => {
  const first = packOf([stream(string('Stays')), rule('goes')])
  await server.add(first)
  await server.add({ ...first, rev: 2, entities: first.entities.slice(0, 1) })
  const installation = (await server.install(first)).body
  const goes = installation.entities.find(({ title }: { title: string }) => title === 'goes')
  const path = `/logyard/content_packs/${first.id}/installations/${installation._id}/upgrade`
  expect(await server.call('POST', path, { revision: 2 }, await userWith([]))).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining(`needs the permission pipeline_rule:delete:${goes.id}`) },
  })
  expect((await server.call('GET', `/system/pipelines/rule/${goes.id}`)).status).toBe(200)
  const as = await userWith([`pipeline_rule:delete:${goes.id}`])
  expect((await server.call('POST', path, { revision: 2 }, as)).status).toBe(200)
  expect((await server.call('GET', `/system/pipelines/rule/${goes.id}`)).status).toBe(404)
})

test('uninstalling asks for the permission to delete each object, before anything is deleted', async () => {
  const installed = await server.addAndInstall([rule('first'), grok('OF_PACK', 'x')])
  const { content_pack_id, _id, entities } = installed.body
  const path = `/system/content_packs/${content_pack_id}/installations/${_id}`
  const [made] = entities.filter(({ title }: { title: string }) => title === 'first')
  const may = ['contentpack:uninstall', `pipeline_rule:delete:${made.id}`]
  expect(await server.call('DELETE', path, undefined, await userWith(may))).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('needs the permission inputs:edit') },
  })
  expect((await server.call('GET', `/system/pipelines/rule/${made.id}`)).status).toBe(200)
  const done = await server.call('DELETE', path, undefined, await userWith([...may, 'inputs:edit']))
  expect([done.status, done.body?.uninstalled.entities]).toMatchObject([200, [{}, {}]])
})

test('an existing object that is used without a change needs no permission', async () => {
  await server.call('POST', '/system/grok', { name: 'SHARED', pattern: 'x' })
  const pack = await server.add(packOf([grok('SHARED', 'x')]))
  const as = await userWith([])
  expect((await server.call('POST', `/system/content_packs/${pack.id}/1/installations`, {}, as)).status).toBe(200)
})

test('an entry of the whitelist that a pack replaces is not deleted with the installation', async () => {
  const entry = { id: 'of-admin', type: 'literal', title: 'Ours', value: 'https://ours.example.org' }
  const { entries, disabled } = (await server.call('GET', '/system/urlwhitelist')).body
  await server.call('PUT', '/system/urlwhitelist', { entries: [...entries, entry], disabled })
  const installed = await server.addAndInstall([entity('url_whitelist_entry', { ...entry, title: 'Theirs' })])
  expect(installed.body.entities).toMatchObject([{ found_on_system: true }])
  const { content_pack_id: id, _id } = installed.body
  await server.call('DELETE', `/system/content_packs/${id}/installations/${_id}`)
  const left = (await server.call('GET', '/system/urlwhitelist')).body.entries
  expect(left).toContainEqual({ ...entry, title: 'Theirs' })
})

test('configuration as text asks for the permission to change and to delete each object', async () => {
  const as = await userWith(['catalog:list', 'catalog:resolve', 'streams:create', 'streams:read'])
  await server.call('POST', '/streams', { title: 'Theirs', index_set_id: await defaultIndexSet() })
  const type = { name: 'stream', version: '1' }
  const changing = {
    entities: [{ type, name: 'Theirs', data: { title: 'Theirs', matching_type: 'OR' } }],
  }
  expect(await server.call('POST', '/logyard/configuration/apply', changing, as)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('needs the permission streams:edit:') },
  })
  const pruning = { entities: [{ type, name: 'New', data: { title: 'New', matching_type: 'OR' } }], prune: true }
  expect(await server.call('POST', '/logyard/configuration/apply', pruning, as)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('needs the permission streams:edit:') },
  })
  const streams = (await server.call('GET', '/streams')).body.streams
  expect(streams.map(({ title }: { title: string }) => title)).not.toContain('New')
})

test('an upgrade gives an output of a pack only messages and streams that the caller may read', async () => {
  const away = entity('output', {
    ...{ title: string('Away'), type: string('org.graylog2.outputs.GelfOutput') },
    configuration: { hostname: string('localhost') },
  })
  const web = stream(string('Sent'))
  const first = packOf([away, web])
  await server.add(first)
  await server.add({
    ...first,
    rev: 2,
    entities: [away, { ...web, data: { ...web.data, outputs: [string(away.id)] } }],
  })
  const installation = (await server.install(first)).body
  const idOf = (of: string) => installation.entities.find(({ title }: { title: string }) => title === of).id
  const [output, replaced] = [idOf('Away'), idOf('Sent')]
  const path = `/logyard/content_packs/${first.id}/installations/${installation._id}/upgrade`
  const upgrade = async (may: readonly string[]) =>
    server.call(
      'POST',
      path,
      { revision: 2 },
      await userWith(['stream_outputs:create', `streams:edit:${replaced}`, ...may]),
    )
  const [reads, sends] = [`outputs:read:${output}`, `streams:read:${replaced}`]
  expect((await upgrade([sends])).body.message).toContain(`needs the permission ${reads}`)
  expect((await upgrade([reads])).status).toBe(403)
  expect((await upgrade([reads, sends])).status).toBe(200)
})

const defaultIndexSet = async () =>
  (await server.call('GET', '/system/indices/index_sets')).body.index_sets.find(
    (one: { default: boolean }) => one.default,
  ).id
