import { afterAll, beforeAll, expect, test } from 'vitest'
import { legacyEntities } from './testing/legacy-entities.ts'
import { entity, packOf, parameter, rule, stream, streamRule, string } from './testing/pack-drafts.ts'
import { type PackServer, startPackServer } from './testing/pack-server.ts'

let server: PackServer
beforeAll(async () => {
  server = await startPackServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const HOST = { name: 'HOST', title: 'Host', description: 'A host', type: 'string', default_value: 'web1' }
const ofHost = { stream_rules: [streamRule('source', parameter('HOST'))] }

async function twoRevisions() {
  const web = stream(string('Web'), ofHost)
  const old = rule('leaves')
  const first = packOf([web, old], { parameters: [HOST] })
  await server.add(first)
  const changed = { ...web, data: { ...web.data, title: string('Web servers') } }
  const added = stream(string('Errors'))
  await server.add({ ...first, rev: 2, entities: [changed, added] })
  const { body } = await server.install(first, { parameters: { HOST: string('web2') } })
  const path = `/logyard/content_packs/${first.id}/installations/${body._id}/upgrade`
  const streamId = body.entities.find((one: { type: { name: string } }) => one.type.name === 'stream').id
  return { first, web, added, old, path, streamId, installation: body }
}

test('an upgrade shows its changes first, and keeps the objects and the values of parameters', async () => {
  const { web, added, old, path, streamId } = await twoRevisions()
  const plan = await server.call('POST', `${path}/plan`, { revision: 2 })
  expect(plan.body).toMatchObject({ from: 1, to: 2 })
  const actions = plan.body.entities.map((one: { content_pack_entity_id: string; action: string }) => [
    one.content_pack_entity_id,
    one.action,
  ])
  expect(new Map(actions)).toEqual(
    new Map([
      [web.id, 'update'],
      [added.id, 'create'],
      [old.id, 'delete'],
    ]),
  )
  const update = plan.body.entities.find((one: { action: string }) => one.action === 'update')
  expect(update).toMatchObject({
    changed_by_hand: false,
    differences: [{ path: 'title', before: 'Web', after: 'Web servers' }],
  })
  const upgraded = await server.call('POST', path, { revision: 2 })
  expect(upgraded.body).toMatchObject({ content_pack_revision: 2, parameters: { HOST: string('web2') } })
  expect(upgraded.body.entities.map(({ id }: { id: string }) => id)).toContain(streamId)
  const { body } = await server.call('GET', `/streams/${streamId}`)
  expect(body).toMatchObject({ title: 'Web servers', disabled: false, rules: [{ value: 'web2' }] })
  expect(JSON.stringify((await server.call('GET', '/system/pipelines/rule')).body)).not.toContain('leaves')
  const again = await server.call('POST', `${path}/plan`, { revision: 2 })
  expect(again.body.entities.map(({ action }: { action: string }) => action)).toEqual(['unchanged', 'unchanged'])
})

test('an object that was changed by hand stays, unless the request names it', async () => {
  const { web, path, streamId } = await twoRevisions()
  await server.call('PUT', `/streams/${streamId}`, { description: 'by hand' })
  const plan = await server.call('POST', `${path}/plan`, { revision: 2 })
  const update = plan.body.entities.find((one: { action: string }) => one.action === 'update')
  expect(update.changed_by_hand).toBe(true)
  expect(update.differences).toContainEqual({ path: 'description', before: 'by hand', after: '' })

  await server.call('POST', path, { revision: 2 })
  expect((await server.call('GET', `/streams/${streamId}`)).body).toMatchObject({
    title: 'Web',
    description: 'by hand',
  })
  await server.call('POST', path, { revision: 1 })
  await server.call('POST', path, { revision: 2, overwrite: [web.id] })
  expect((await server.call('GET', `/streams/${streamId}`)).body).toMatchObject({ title: 'Web servers' })
})

test('a failing upgrade changes nothing', async () => {
  const { first, web, path, streamId } = await twoRevisions()
  const broken = entity('input', {
    ...{ title: string('none'), type: string('org.example.None'), global: { '@type': 'boolean', '@value': true } },
    ...{ configuration: {}, static_fields: {}, extractors: [] },
  })
  const changed = { ...web, data: { ...web.data, title: string('Never') } }
  await server.add({ ...first, rev: 3, entities: [changed, broken] })
  expect((await server.call('POST', path, { revision: 3 })).status).toBe(400)
  expect((await server.call('GET', `/streams/${streamId}`)).body.title).toBe('Web')
})

test('an upgrade to an unknown revision, or of an unknown installation, is a 404', async () => {
  const { first, path } = await twoRevisions()
  expect((await server.call('POST', `${path}/plan`, { revision: 9 })).status).toBe(404)
  const unknown = `/logyard/content_packs/${first.id}/installations/${'a'.repeat(24)}/upgrade`
  expect((await server.call('POST', unknown, { revision: 2 })).status).toBe(404)
})

test('a dashboard in the format before views can be upgraded after a change by hand', async () => {
  const old = entity(
    'dashboard',
    { title: string('Of old'), description: string(''), widgets: [] },
    { type: { name: 'dashboard', version: '1' } },
  )
  const first = packOf([old])
  await server.add(first)
  await server.add({ ...first, rev: 2, entities: [{ ...old, data: { ...old.data, title: string('Of late') } }] })
  const { body } = await server.install(first)
  const { id } = body.entities[0]
  const view = (await server.call('GET', `/views/${id}`)).body
  await server.call('PUT', `/views/${id}`, { ...view, summary: 'by hand' })
  const path = `/logyard/content_packs/${first.id}/installations/${body._id}/upgrade`
  const plan = await server.call('POST', `${path}/plan`, { revision: 2 })
  expect(plan.body.entities).toMatchObject([{ action: 'update', changed_by_hand: true }])
  const upgraded = await server.call('POST', path, { revision: 2, overwrite: [old.id] })
  expect(upgraded.status, upgraded.text).toBe(200)
  expect((await server.call('GET', `/views/${id}`)).body.title).toBe('Of late')
})

test('an object that cannot be deleted yet stays in the installation', async () => {
  const cache = entity('lookup_cache', {
    ...{ name: string('of-pack'), title: string('Cache'), description: string('') },
    configuration: { type: string('none') },
  })
  const first = packOf([cache, stream(string('Web'))])
  await server.add(first)
  await server.add({ ...first, rev: 2, entities: first.entities.slice(1) })
  const { body } = await server.install(first)
  const cache_id = body.entities.find(({ title }: { title: string }) => title === 'Cache').id
  const adapter = await server.call('POST', '/system/lookup/adapters', {
    ...{ name: 'by-hand', title: 'By hand', description: '' },
    config: { type: 'logyard-values', time_to_live: 0, time_to_live_unit: 'SECONDS', case_insensitive_lookup: false },
  })
  const defaults = { default_single_value: '', default_multi_value: '' }
  const table = await server.call('POST', '/system/lookup/tables', {
    ...{ name: 'by-hand', title: 'By hand', description: '', cache_id, data_adapter_id: adapter.body.id, ...defaults },
    ...{ default_single_value_type: 'NULL', default_multi_value_type: 'NULL' },
  })
  expect(table.status, table.text).toBe(200)

  const path = `/logyard/content_packs/${first.id}/installations/${body._id}/upgrade`
  const upgraded = await server.call('POST', path, { revision: 2 })
  const idsOf = (answer: typeof upgraded) => answer.body.entities.map(({ id }: { id: string }) => id)
  expect(idsOf(upgraded)).toContain(cache_id)
  await server.call('DELETE', `/system/lookup/tables/${table.body.id}`)
  const again = await server.call('POST', path, { revision: 2 })
  expect(idsOf(again)).not.toContain(cache_id)
  expect((await server.call('GET', `/system/lookup/caches/${cache_id}`)).status).toBe(404)
})

test('notifications and definitions made of callbacks and conditions belong to the installation, and are deleted with it', async () => {
  const watched = legacyEntities().filter(({ type }) => type.name === 'stream')
  const first = packOf(watched)
  await server.add(first)
  await server.add({ ...first, rev: 2, entities: [...watched, stream(string('More'))] })
  const { body } = await server.install(first)
  const path = `/system/content_packs/${first.id}/installations/${body._id}`
  const upgraded = await server.call('POST', `/logyard${path.slice('/system'.length)}/upgrade`, { revision: 2 })
  expect(upgraded.status, upgraded.text).toBe(200)
  expect(upgraded.body.entities).toEqual(expect.arrayContaining(body.entities))
  const undone = await server.call('DELETE', path)
  expect(undone.body.uninstalled.entities).toHaveLength(body.entities.length + 1)
  expect((await server.call('GET', '/events/notifications')).body.total).toBe(0)
})
