/** The description of the API itself: for programs, for older tools that read Swagger, and for people. */
import { type Static, Type } from 'typebox'
import { ApiError } from '../http/envelope.ts'
import { operation, publicAccess, Raw } from '../http/operation.ts'

const anything = Type.Record(Type.String(), Type.Unknown())

export const OpenApiDocument = Type.Object(
  {
    openapi: Type.String(),
    info: anything,
    servers: Type.Array(anything),
    tags: Type.Array(anything),
    paths: Type.Record(Type.String(), anything),
    components: anything,
  },
  { title: 'OpenApiDocument', description: 'OpenAPI 3.1' },
)
export type OpenApiDocument = Static<typeof OpenApiDocument>

export const SwaggerListing = Type.Object(
  {
    apiVersion: Type.String(),
    swaggerVersion: Type.Literal('1.2'),
    apis: Type.Array(Type.Object({ name: Type.String(), path: Type.String(), description: Type.String() })),
  },
  { title: 'SwaggerListing' },
)
export type SwaggerListing = Static<typeof SwaggerListing>

export const SwaggerResource = Type.Object(
  {
    apiVersion: Type.String(),
    swaggerVersion: Type.Literal('1.2'),
    resourcePath: Type.String(),
    basePath: Type.String(),
    models: anything,
    apis: Type.Array(Type.Object({ path: Type.String(), operations: Type.Array(anything) })),
  },
  { title: 'SwaggerResource' },
)
export type SwaggerResource = Static<typeof SwaggerResource>

const shared = { area: 'cluster', method: 'GET', access: publicAccess } as const
const html = { ...shared, produces: ['text/html'], answers: { 200: Raw, 404: ApiError } } as const

export const getOpenApiDocument = operation({
  ...shared,
  id: 'api_docs.openapi',
  path: '/openapi.json',
  summary: 'Every call, as OpenAPI 3.1',
  answers: { 200: OpenApiDocument },
})

export const listApiDocs = operation({
  ...shared,
  id: 'api_docs.list',
  path: '/api-docs',
  summary: 'The groups of calls, as Swagger 1.2',
  answers: { 200: SwaggerListing },
})

export const listApiDocsGlobal = operation({
  ...shared,
  id: 'api_docs.list_global',
  path: '/api-docs/global',
  summary: 'The groups of calls, for use through a proxy',
  answers: { 200: SwaggerListing },
})

export const getApiDocs = operation({
  ...shared,
  id: 'api_docs.get',
  path: '/api-docs/{route*}',
  summary: 'The calls of one group, as Swagger 1.2',
  answers: { 200: SwaggerResource, 404: ApiError },
})

export const getApiDocsGlobal = operation({
  ...shared,
  id: 'api_docs.get_global',
  path: '/api-docs/global/{route*}',
  summary: 'The calls of one group, for use through a proxy',
  answers: { 200: SwaggerResource, 404: ApiError },
})

export const showApiBrowser = operation({
  ...html,
  id: 'api_browser.root',
  path: '/api-browser',
  summary: 'A page to read about calls and to try them',
})

export const showApiBrowserIndex = operation({
  ...html,
  id: 'api_browser.index',
  path: '/api-browser/index.html',
  summary: 'The same page',
})

export const showApiBrowserGlobal = operation({
  ...html,
  id: 'api_browser.global_index',
  path: '/api-browser/global/index.html',
  summary: 'The same page, for use through a proxy',
})

export const getApiBrowserAsset = operation({
  ...shared,
  id: 'api_browser.asset',
  path: '/api-browser/{route*}',
  summary: 'A file that the page needs',
  answers: { 200: Raw, 400: ApiError, 404: ApiError },
})
