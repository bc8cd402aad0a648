// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of decorators have this form
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { decoratorRoutes } from './decorator-routes.ts'
import { createDecorators } from './decorator-service.ts'
import { createDecoratorTypes } from './decorator-types.ts'

let logyard: IdentityUnderTest
beforeEach(async () => {
  logyard = await startIdentity({
    async area(api, { settings, ids }) {
      const types = createDecoratorTypes([])
      decoratorRoutes(api, { decorators: createDecorators({ settings, types, ids }), types })
    },
  })
})
afterEach(() => logyard[Symbol.asyncDispose]())

const PATH = '/search/decorators'
const STREAM = '5ca1ab1e0000000000000001'
const LINK = { type: 'org.graylog2.decorators.LinkFieldDecorator', config: { link_field: 'url' }, order: 2 }

const create = async (body: object, as?: string) =>
  logyard.call('POST', PATH, { body, ...(as === undefined ? {} : { as }) })
async function person(name: string, ...permissions: readonly string[]): Promise<string> {
  await logyard.addUser(name, { permissions })
  return `${name}:${name}-password`
}

test('a decorator is created, replaced and deleted', async () => {
  const created = await create(LINK)
  expect(created.status).toBe(200)
  const { id } = Object(created.body)
  expect(created.body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{24}$/), ...LINK, stream: null })

  const changed = { type: LINK.type, config: { link_field: 'href', more: { a: [1] } }, stream: STREAM, order: 0 }
  const replaced = await logyard.call('PUT', `${PATH}/${id}`, { body: { ...changed, id: 'another' } })
  expect(replaced.body).toEqual({ id, ...changed })
  expect((await logyard.call('GET', PATH)).body).toEqual([{ id, ...changed }])

  expect((await logyard.call('DELETE', `${PATH}/${id}`)).status).toBe(204)
  expect((await logyard.call('GET', PATH)).body).toEqual([])
  for (const method of ['PUT', 'DELETE']) {
    const gone = await logyard.call(method, `${PATH}/${id}`, method === 'PUT' ? { body: LINK } : {})
    expect([gone.status, Object(gone.body).type]).toEqual([404, 'ApiError'])
  }
})

test.each([
  ['a blank type', { ...LINK, type: ' ' }],
  ['no type', { config: {} }],
  ['a text for its order', { ...LINK, order: 'first' }],
  ['an unknown property', { ...LINK, colour: 'red' }],
])('%s is refused', async (_what, body) => {
  expect((await create(body)).status).toBe(400)
})

test('the configuration is not validated', async () => {
  expect((await create({ type: 'of.another.time', config: { any: ['thing'] } })).status).toBe(200)
})

test('a reader can list decorators but not change them', async () => {
  const reader = await person('ada')
  expect((await logyard.call('GET', PATH, { as: reader })).status).toBe(200)
  expect((await create(LINK, reader)).status).toBe(403)
})

test('replacing needs the permission to create, deleting the permission to edit', async () => {
  const creator = await person('creator', 'decorators:create', 'streams:edit')
  const editor = await person('editor', 'decorators:edit', 'streams:edit')
  const { id } = Object((await create(LINK, creator)).body)
  expect((await logyard.call('PUT', `${PATH}/${id}`, { as: editor, body: LINK })).status).toBe(403)
  expect((await logyard.call('DELETE', `${PATH}/${id}`, { as: creator })).status).toBe(403)
  expect((await logyard.call('PUT', `${PATH}/${id}`, { as: creator, body: LINK })).status).toBe(200)
  expect((await logyard.call('DELETE', `${PATH}/${id}`, { as: editor })).status).toBe(204)
})

test('a decorator of a stream needs the permission to edit the stream', async () => {
  const both = ['decorators:create', 'decorators:edit']
  const stranger = await person('stranger', ...both)
  const owner = await person('owner', ...both, `streams:edit:${STREAM}`)
  const ofStream = { ...LINK, stream: STREAM }
  expect((await create(ofStream, stranger)).status).toBe(403)
  const { id } = Object((await create(ofStream, owner)).body)
  const path = `${PATH}/${id}`
  expect((await logyard.call('PUT', path, { as: stranger, body: ofStream })).status).toBe(403)
  expect((await logyard.call('DELETE', path, { as: stranger })).status).toBe(403)
  expect((await logyard.call('PUT', path, { as: owner, body: ofStream })).status).toBe(200)
  expect((await logyard.call('DELETE', path, { as: owner })).status).toBe(204)
})

test('a decorator for all streams needs the permission to edit all of them', async () => {
  const both = ['decorators:create', 'decorators:edit']
  const owner = await person('owner', ...both, `streams:edit:${STREAM}`)
  const editor = await person('editor', ...both, 'streams:edit')
  expect((await create(LINK, owner)).status).toBe(403)
  const { id } = Object((await create({ ...LINK, stream: STREAM }, owner)).body)
  const path = `${PATH}/${id}`
  expect((await logyard.call('PUT', path, { as: owner, body: LINK })).status).toBe(403)
  expect((await logyard.call('PUT', path, { as: editor, body: LINK })).status).toBe(200)
  expect((await logyard.call('PUT', path, { as: owner, body: { ...LINK, stream: STREAM } })).status).toBe(403)
  expect((await logyard.call('DELETE', path, { as: owner })).status).toBe(403)
  expect((await logyard.call('DELETE', path, { as: editor })).status).toBe(204)
})

test('types are listed with their configuration fields', async () => {
  const { body } = await logyard.call('GET', `${PATH}/available`, { as: await person('ada') })
  expect(Object.entries(Object(body)).map(([type, info]) => [type.split('.').at(-1), Object(info).name])).toEqual([
    ['SyslogSeverityMapperDecorator', 'Syslog Severity Mapper'],
    ['FormatStringDecorator', 'Format String'],
    ['LinkFieldDecorator', 'Hyperlink String'],
  ])
  const { requested_configuration: fields } = Object(body)['org.graylog2.decorators.FormatStringDecorator']
  expect(Object.keys(fields)).toEqual(['format_string', 'target_field', 'require_all_fields'])
  expect(fields.format_string).toMatchObject({
    type: 'text',
    default_value: '${source} - ${message}',
    is_optional: false,
  })
  expect(fields.require_all_fields).toMatchObject({ type: 'boolean', default_value: false, is_optional: true })
})
