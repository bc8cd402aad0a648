/** Users who may read the catalog see only the objects that they may read otherwise, however they ask. */
import { WELL_KNOWN_STREAM_IDS } from '@logyard/contract/streams/stream-ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boolean, entity, integer, packOf, pipeline, rule, stream, string } from './testing/pack-drafts.ts'
import { type PackServer, startPackServer } from './testing/pack-server.ts'

const SECRET = 'a-password-in-a-template'
const CATALOG = ['catalog:list', 'catalog:resolve']

let server: PackServer
let installed: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await startPackServer()
  const hidden = stream(string('Hidden'))
  const collector = entity('sidecar_collector', {
    ...{ name: string('shipper'), service_type: string('exec'), node_operating_system: string('linux') },
    ...{ executable_path: string('/bin/true'), execute_parameters: string(''), validation_parameters: string('') },
    default_template: string(''),
  })
  const configuration = entity('sidecar_collector_configuration', {
    ...{ title: string('Shipping'), collector_id: string(collector.id), color: string('#fff') },
    template: string(`password: ${SECRET}`),
  })
  const reading = rule('reads', 'set_field("a", lookup_value("hidden-table", "k"));')
  const named = (name: string) => ({ name: string(name), title: string(name), description: string('') })
  const cache = entity('lookup_cache', { ...named('hidden-cache'), configuration: { type: string('none') } })
  const values = { type: string('logyard-values'), time_to_live: integer(0), time_to_live_unit: string('SECONDS') }
  const adapter = entity('lookup_adapter', {
    ...named('hidden-adapter'),
    configuration: { ...values, case_insensitive_lookup: boolean(false) },
  })
  const table = entity('lookup_table', {
    ...named('hidden-table'),
    ...{ cache_name: string(cache.id), data_adapter_name: string(adapter.id) },
    ...{ default_single_value: string(''), default_single_value_type: string('NULL') },
    ...{ default_multi_value: string(''), default_multi_value_type: string('NULL') },
  })
  const { body, status, text } = await server.addAndInstall([
    ...[hidden, collector, configuration, reading, cache, adapter, table],
    pipeline('Shown', ['reads'], [hidden.id]),
    entity('grok_pattern', { name: 'GROK_HIDDEN', pattern: 'x' }),
    entity('input', {
      ...{ title: string('Hidden input'), type: string('org.graylog2.inputs.raw.udp.RawUDPInput') },
      ...{ global: boolean(true), static_fields: {}, extractors: [] },
      configuration: { bind_address: string('127.0.0.1'), port: integer(0), recv_buffer_size: integer(65_536) },
    }),
  ])
  expect(status, text).toBe(200)
  const entities: { readonly title: string; readonly id: string }[] = body.entities
  installed = Object.fromEntries(entities.map(({ title, id }) => [title, id]))
})
afterAll(() => server[Symbol.asyncDispose]())

let users = 0
async function userWith(permissions: readonly string[]): Promise<string> {
  users += 1
  const username = `looker-${users}`
  const created = await server.call('POST', '/users', {
    ...{ username, password: 'a-long-password', email: `${username}@example.org`, full_name: 'Looker' },
    ...{ roles: [], permissions },
  })
  expect(created.status, created.text).toBe(201)
  return `${username}:a-long-password`
}

const idOf = (title: string) => installed[title] ?? ''
const wanted = (name: string, title: string) => ({ id: idOf(title), type: { name, version: '1' } })

test('a user with nothing but the permissions on the catalog sees none of the objects', async () => {
  const as = await userWith(CATALOG)
  const admin = await server.call('GET', '/system/catalog')
  expect(admin.body.entities.length).toBeGreaterThan(20)
  expect((await server.call('GET', '/system/catalog', undefined, as)).body).toEqual({ entities: [] })
  expect((await server.call('GET', '/logyard/configuration', undefined, as)).body).toEqual({ entities: [] })

  const types: readonly { readonly id: string; readonly type: { readonly name: string } }[] = admin.body.entities
  const all = types.map(({ id, type }) => ({ id, type }))
  const resolved = await server.call('POST', '/system/catalog', { entities: all }, as)
  expect(resolved.status).toBe(200)
  expect(resolved.body.entities).toEqual([])
  // The built-in streams are on every server.
  const isOwn = ({ id, type }: (typeof all)[number]) => type.name !== 'stream' || !WELL_KNOWN_STREAM_IDS.includes(id)
  expect(resolved.body.left_out).toHaveLength(all.filter(isOwn).length)
  expect(resolved.text).not.toContain(SECRET)
})

test('an object comes without the objects that the user may not read, and the response names these', async () => {
  const as = await userWith([...CATALOG, 'pipeline:read', 'pipeline_rule:read'])
  const request = { entities: [wanted('pipeline', 'Shown')] }
  const { body } = await server.call('POST', '/system/catalog', request, as)
  const titles = body.entities.map(({ data }: { data: { title: object } }) => data.title)
  expect(titles.toSorted()).toEqual([string('Shown'), string('reads')])
  expect(body.left_out).toEqual(
    expect.arrayContaining([
      wanted('stream', 'Hidden'),
      { id: 'hidden-table', type: { name: 'lookup_table', version: '1' } },
    ]),
  )
  const text = await server.call('GET', '/logyard/configuration', undefined, as)
  const shown: readonly { readonly name: string; readonly data: object }[] = text.body.entities
  expect(shown.map(({ name }) => name)).toEqual(['Shown', 'reads'])
  // The text can be applied again, so a hidden reference stays what it is.
  expect(shown[0]?.data).toMatchObject({ connected_streams: [idOf('Hidden')] })
})

test('each object is shown with the permission that its own operation asks for', async () => {
  const permissions: Readonly<Record<string, string>> = {
    Hidden: `streams:read:${idOf('Hidden')}`,
    shipper: 'sidecar_collectors:read',
    Shipping: 'sidecar_collector_configurations:read',
    'Hidden input': `inputs:read:${idOf('Hidden input')}`,
    reads: `pipeline_rule:read:${idOf('reads')}`,
    Shown: `pipeline:read:${idOf('Shown')}`,
    'hidden-adapter': `lookuptables:read:${idOf('hidden-adapter')}`,
  }
  for (const [title, permission] of Object.entries(permissions)) {
    const as = await userWith([...CATALOG, permission])
    const { entities } = (await server.call('GET', '/system/catalog', undefined, as)).body
    const ids = entities.map(({ id }: { id: string }) => id)
    expect(ids, permission).toContain(idOf(title))
    expect(ids, permission).not.toContain(idOf(title === 'shipper' ? 'Shipping' : 'shipper'))
  }
})

test('a plan does not compare with hidden objects, and nothing of them is pruned', async () => {
  const as = await userWith([...CATALOG, 'contentpack:install', 'pipeline_rule:*', `streams:read:${idOf('Hidden')}`])
  const data = { name: 'Shipping', collector_id: 'f'.repeat(24), color: '#fff', template: 'x', title: 'Shipping' }
  const guess = { type: { name: 'sidecar_collector_configuration', version: '1' }, name: 'Shipping', data }
  const plan = await server.call('POST', '/logyard/configuration/plan', { entities: [guess] }, as)
  expect(plan.text).not.toContain(SECRET)

  const visible = (await server.call('GET', '/logyard/configuration', undefined, as)).body.entities
  expect(visible.map(({ name }: { name: string }) => name)).toEqual(['reads', 'Hidden'])
  const pruned = await server.call('POST', '/logyard/configuration/plan', { entities: visible, prune: true }, as)
  expect(pruned.body).toEqual({ changes: [], unchanged: 2 })
})

test('configuration as text needs the permission to read what it compares with', async () => {
  const pack = packOf([stream(string('Other'))])
  const installation = await server.install(await server.add(pack))
  const [{ id }] = installation.body.entities
  const as = await userWith([...CATALOG, 'contentpack:install', `streams:edit:${id}`])
  const text = (await server.call('GET', '/logyard/configuration')).body.entities
  const other = text.find(({ name }: { name: string }) => name === 'Other')
  // To somebody who may not read the stream it is a new one.
  const changed = { ...other, data: { ...other.data, description: 'changed' } }
  const plan = await server.call('POST', '/logyard/configuration/plan', { entities: [changed] }, as)
  expect(plan.body.changes).toMatchObject([{ name: 'Other', action: 'create' }])
})
