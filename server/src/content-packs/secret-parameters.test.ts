import { expect, test } from 'vitest'
import { boolean, entity, integer, packOf, parameter, stream, string } from './testing/pack-drafts.ts'
import { startPackServer } from './testing/pack-server.ts'

const text = (name: string) => ({ name, title: name, description: name, type: 'string', default_value: '' })
const HOOK = 'https://hook.example.org/canary'

const slack = (webhook: object, title: string) =>
  entity('notification', {
    ...{ title: string(title), description: string('') },
    config: { type: 'slack-notification-v1', webhook_url: webhook, channel: string('#a') },
  })

test('the value of a parameter that is a secret is neither stored with the installation nor answered', async () => {
  await using server = await startPackServer()
  const told = slack(parameter('HOOK'), 'Told')
  const first = packOf([told, stream(parameter('TITLE'))], { parameters: [text('HOOK'), text('TITLE')] })
  await server.add(first)
  const installed = await server.install(first, { parameters: { HOOK: string(HOOK), TITLE: string('Web') } })
  expect(installed.status, installed.text).toBe(200)
  expect(installed.body.parameters).toEqual({ HOOK: string('<password set>'), TITLE: string('Web') })
  const listed = await server.call('GET', `/system/content_packs/${first.id}/installations`)
  expect(listed.text).not.toContain('canary')
  expect(listed.body.installations[0].parameters).toEqual(installed.body.parameters)

  const path = `/logyard/content_packs/${first.id}/installations/${installed.body._id}/upgrade`
  const changed = { ...told, data: { ...told.data, title: string('Told again') } }
  await server.add({ ...first, rev: 2, entities: [changed, ...first.entities.slice(1)] })
  const upgraded = await server.call('POST', path, { revision: 2, parameters: installed.body.parameters })
  expect(upgraded.status, upgraded.text).toBe(200)
  const id = upgraded.body.entities.find(({ type }: { type: { name: string } }) => type.name === 'notification').id
  const { body } = await server.call('GET', `/events/notifications/${id}`)
  expect(body).toMatchObject({ title: 'Told again', config: { webhook_url: '<password set>', channel: '#a' } })

  await server.add({
    ...first,
    rev: 3,
    entities: [changed, ...first.entities.slice(1), slack(parameter('HOOK'), 'New')],
  })
  expect(await server.call('POST', `${path}/plan`, { revision: 3 })).toMatchObject({
    status: 400,
    body: { message: 'Missing parameters: [HOOK]' },
  })
  const again = await server.call('POST', path, { revision: 3, parameters: { HOOK: string(HOOK) } })
  expect(again.status, again.text).toBe(200)
  expect(again.text).not.toContain('canary')

  const kafka = entity('input', {
    ...{ title: string('Kafka'), type: string('org.graylog2.inputs.raw.kafka.RawKafkaInput'), global: boolean(true) },
    configuration: {
      ...{ legacy_mode: boolean(false), bootstrap_server: string('127.0.0.1:1'), topic_filter: string('none') },
      ...{ fetch_min_bytes: integer(5), fetch_wait_max: integer(100), threads: integer(1) },
      custom_properties: parameter('PROPERTIES'),
    },
    ...{ static_fields: {}, extractors: [] },
  })
  const given = { PROPERTIES: string('client.id=logyard\nssl.key.password=canary') }
  const partly = await server.addAndInstall([kafka], { parameters: [text('PROPERTIES')] }, { parameters: given })
  expect(partly.status, partly.text).toBe(200)
  expect(partly.body.parameters).toEqual({ PROPERTIES: string('<password set>') })
})
