import * as contract from '@logyard/contract/api-docs/api-docs'
import type { OperationSpec } from '@logyard/contract/http/operation'
import type { FastifyInstance } from 'fastify'
import type { ConsoleFiles } from '../http/console-files.ts'
import { serve } from '../http/serve.ts'
import { LogyardError } from '../platform/errors.ts'
import { openApiDocument } from './open-api.ts'
import { createSwagger } from './swagger.ts'

export interface ApiDocsRoutesDeps {
  readonly operations: readonly OperationSpec[]
  readonly version: string
  /** Path or URL of the API without a slash at the end. */
  readonly apiUrl: string
  readonly files: ConsoleFiles
}

const routeRefused = (route: string) =>
  new LogyardError('invalid', 'api-docs-route-refused', `${route} is not a route: it leads upwards.`)

const routeUnknown = (route: string) =>
  new LogyardError('not-found', 'api-docs-route-unknown', `There is nothing at ${route}.`)

export async function apiDocsRoutes(api: FastifyInstance, deps: ApiDocsRoutesDeps): Promise<void> {
  const { operations, version, apiUrl, files } = deps
  const swagger = createSwagger(operations, version)
  const page = files.page('api-browser.html')
  let document: contract.OpenApiDocument | undefined

  const resource = (route: string) => {
    const found = swagger.resource(checkRoute(route), apiUrl)
    if (found === undefined) throw routeUnknown(route)
    return found
  }

  serve(api, contract.getOpenApiDocument, () => {
    document ??= openApiDocument({ operations, version, serverUrl: apiUrl })
    return document
  })
  serve(api, contract.listApiDocs, () => swagger.listing())
  serve(api, contract.listApiDocsGlobal, () => swagger.listing())
  serve(api, contract.getApiDocs, ({ params }) => resource(params.route))
  serve(api, contract.getApiDocsGlobal, ({ params }) => resource(params.route))

  serve(api, contract.showApiBrowser, ({ request, reply }) => page.send(request, reply))
  serve(api, contract.showApiBrowserIndex, ({ request, reply }) => page.send(request, reply))
  serve(api, contract.showApiBrowserGlobal, ({ request, reply }) => page.send(request, reply))
  serve(api, contract.getApiBrowserAsset, ({ params, reply }) => {
    const route = checkRoute(params.route)
    if (!route.startsWith('assets/')) throw routeUnknown(route)
    return files.sendFile(reply, route)
  })
}

function checkRoute(route: string): string {
  if (route.split(/[/\\]/).includes('..')) throw routeRefused(route)
  return route
}
