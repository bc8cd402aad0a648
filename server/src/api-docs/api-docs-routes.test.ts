import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenApiDocument } from '@logyard/contract/api-docs/api-docs'
import { allOperations } from '@logyard/contract/operations'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { startHttp } from '../testing/start-http.ts'
import { apiDocsRoutes } from './api-docs-routes.ts'
import { openApiDocument } from './open-api.ts'

const document = () => openApiDocument({ operations: allOperations, version: '1.0.0', serverUrl: '/api' })

async function startDocs() {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'api-browser.html'), '<script src="/__LOGYARD_BASE__/assets/api.js"></script>')
  await writeFile(join(folder, 'assets', 'api.js'), 'console.log(1)')
  const http = await startHttp(
    (api, files) => apiDocsRoutes(api, { operations: allOperations, version: '1.0.0', apiUrl: '/logs/api', files }),
    { consoleFolder: folder, prefix: '/logs' },
  )
  return {
    ...http,
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

test('every operation is in the OpenAPI document, with its permission and its shapes', () => {
  const { paths } = document()
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(described).toHaveLength(allOperations.length)
  expect(paths['/system/jobs/{id}']?.['delete']).toMatchObject({
    operationId: 'jobs.cancel_local',
    'x-audit-event': 'job:cancel',
    security: [{ basic: [] }],
    description: 'Needs `systemjobs:delete:<class>`.',
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'X-Requested-By', in: 'header' },
    ],
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/SystemJob' } } } },
      401: { description: 'Not signed in' },
    },
  })
  expect(paths['/system/lbstatus']?.['get']).toMatchObject({
    security: [],
    responses: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } },
  })
})

test('every reference of the document leads to a schema that compiles', () => {
  const { components }: OpenApiDocument = document()
  const schemas = Object(components['schemas'])
  const references = [...JSON.stringify(document()).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  )
  expect(references.length).toBeGreaterThan(50)
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(references))
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'root', components })
  for (const name of Object.keys(schemas))
    expect(ajv.compile({ $ref: `root#/components/schemas/${name}` }), name).toBeTypeOf('function')
})

test('the document and the older listings are there for everybody', async () => {
  await using http = await startDocs()
  const openApi = await http.ask('GET', '/openapi.json', undefined)
  expect(openApi.body).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/logs/api' }] })
  const listing = await http.ask('GET', '/api-docs', undefined)
  expect(listing.body).toMatchObject({ swaggerVersion: '1.2', apiVersion: '1.0.0' })
  expect(listing.body).toEqual((await http.ask('GET', '/api-docs/global', undefined)).body)
  for (const prefix of ['/api-docs', '/api-docs/global']) {
    const resource = await http.ask('GET', `${prefix}/system/notifications`, undefined)
    expect(resource.body).toMatchObject({
      resourcePath: '/system/notifications',
      basePath: '/logs/api',
      apis: [
        { path: '/system/notifications', operations: [{ method: 'GET', nickname: 'notifications.list' }] },
        { path: '/system/notifications/{type}', operations: [{ method: 'DELETE' }] },
      ],
    })
  }
  expect((await http.ask('GET', '/api-docs/nope', undefined)).status).toBe(404)
})

test('the browser page has its links below the prefix, and its files beside it', async () => {
  await using http = await startDocs()
  for (const path of ['/api-browser', '/api-browser/index.html', '/api-browser/global/index.html']) {
    const page = await http.ask('GET', path, undefined)
    expect(page.body).toBe('<script src="/logs/assets/api.js"></script>')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  }
  expect((await http.ask('GET', '/api-browser/assets/api.js', undefined)).body).toBe('console.log(1)')
  expect((await http.ask('GET', '/api-browser/nope.js', undefined)).status).toBe(404)
  expect((await http.ask('GET', '/api-browser/assets/nope.js', undefined)).status).toBe(404)
})

test.each([
  '/api-browser/assets/%2e%2e%2fx',
  '/api-browser/assets/..%2F..%2Fx',
  '/api-docs/%2e%2e%2fetc',
  '/api-docs/a%5C..%5Cb',
])('%s is refused for leading upwards', async (path) => {
  await using http = await startDocs()
  const answer = await http.ask('GET', path, undefined)
  expect(answer).toMatchObject({ status: 400, body: { type: 'ApiError' } })
})
