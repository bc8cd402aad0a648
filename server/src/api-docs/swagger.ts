import type { SwaggerListing, SwaggerResource } from '@logyard/contract/api-docs/api-docs'
import { type OperationSpec, permissionsOf, successStatus } from '@logyard/contract/http/operation'
import type { TSchema } from 'typebox'

/** The API as Swagger 1.2, which tools written for the reference API still read. */
export interface Swagger {
  listing(): SwaggerListing
  /** `route` is a group's path without its first slash. */
  resource(route: string, basePath: string): SwaggerResource | undefined
}

const SWAGGER_VERSION = '1.2'

export function createSwagger(operations: readonly OperationSpec[], apiVersion: string): Swagger {
  const groups = Map.groupBy(operations, groupOf)
  return {
    listing: () => ({
      apiVersion,
      swaggerVersion: SWAGGER_VERSION,
      apis: [...groups.keys()].sort().map((path) => ({
        name: path,
        path: `/${path}`,
        description: `Calls below /${path}`,
      })),
    }),
    resource(route, basePath) {
      const group = groups.get(route)
      if (group === undefined) return undefined
      const byPath = Map.groupBy(group, ({ path }) => path.replace('*}', '}'))
      const apis = [...byPath].map(([path, ops]) => ({ path, operations: ops.map(describe) }))
      return {
        apiVersion,
        swaggerVersion: SWAGGER_VERSION,
        resourcePath: `/${route}`,
        basePath,
        models: models(group),
        apis,
      }
    },
  }
}

/** The first two fixed parts of a path: `system/cluster`, `users`. */
function groupOf({ path }: OperationSpec): string {
  const parts = path.split('/').filter((part) => part !== '')
  const firstParameter = parts.findIndex((part) => part.startsWith('{'))
  const fixed = firstParameter === -1 ? parts : parts.slice(0, firstParameter)
  return fixed.slice(0, fixed[0] === 'system' || fixed[0] === 'authz' ? 2 : 1).join('/')
}

function describe(op: OperationSpec): Record<string, unknown> {
  const success = op.answers[successStatus(op)]
  return {
    method: op.method,
    summary: op.summary,
    notes: 'permissions' in op.access ? `Needs ${permissionsOf(op.access).join(' and ')}` : '',
    nickname: op.id,
    produces: op.produces ?? ['application/json'],
    type: success === undefined ? 'any' : nameOf(success),
    parameters: parameters(op),
    responseMessages: Object.keys(op.answers)
      .map(Number)
      .filter((code) => code >= 400)
      .map((code) => ({ code, message: `HTTP ${code}` })),
  }
}

function parameters(op: OperationSpec): readonly object[] {
  const inPath = [...op.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => ({
    name,
    paramType: 'path',
    required: true,
    type: 'string',
  }))
  const required: readonly string[] = op.query?.required ?? []
  const inQuery = Object.entries<TSchema>(op.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    paramType: 'query',
    required: required.includes(name),
    type: nameOf(schema),
  }))
  const inBody =
    op.body === undefined
      ? []
      : [{ name: 'JSON body', paramType: 'body', required: op.bodyOptional !== true, type: nameOf(op.body) }]
  return [...inPath, ...inQuery, ...inBody]
}

function nameOf(schema: TSchema): string {
  if ('title' in schema && typeof schema.title === 'string') return schema.title
  return 'type' in schema && typeof schema.type === 'string' ? schema.type : 'any'
}

/** The titled schemas of a group's requests and responses. */
function models(group: readonly OperationSpec[]): Record<string, unknown> {
  const schemas = group.flatMap((op) => [op.body, op.answers[successStatus(op)]])
  const named = schemas.flatMap((schema) =>
    schema !== undefined && 'title' in schema ? [[nameOf(schema), { id: nameOf(schema), ...schema }] as const] : [],
  )
  return Object.fromEntries(named)
}
