import { expect, test } from 'vitest'
import { readOperations } from './openapi.ts'
import { requestUrl } from './send-request.ts'

const document = {
  components: {
    schemas: {
      Draft: {
        type: 'object',
        properties: { title: { type: 'string' }, tags: { type: 'array' }, size: { default: 5 } },
      },
    },
  },
  paths: {
    '/things/{id}': {
      put: {
        operationId: 'things.update',
        tags: ['things'],
        summary: 'Change a thing',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'dry', in: 'query', schema: { type: 'boolean' }, description: 'Only try' },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Draft' } } } },
        responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } }, 404: {} },
      },
    },
  },
}

test('an operation has its parameters and an example body', () => {
  const [operation] = readOperations(document)
  expect(operation).toMatchObject({ id: 'things.update', area: 'things', method: 'PUT', path: '/things/{id}' })
  expect(operation?.parameters.map(({ name, place, isRequired }) => [name, place, isRequired])).toEqual([
    ['id', 'path', true],
    ['dry', 'query', false],
  ])
  expect(JSON.parse(operation?.bodyExample ?? '')).toEqual({ title: '', tags: [], size: 5 })
})

test('the URL contains the typed values; empty query values are omitted', () => {
  const [operation] = readOperations(document)
  if (operation === undefined) throw new Error('the document has one operation')
  expect(requestUrl('/api/', { operation, values: { id: 'a/b', dry: '' } })).toBe('/api/things/a%2Fb')
  expect(requestUrl('/api/', { operation, values: { id: 'a', dry: 'true' } })).toBe('/api/things/a?dry=true')
})
