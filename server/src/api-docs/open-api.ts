import type { OpenApiDocument } from '@logyard/contract/api-docs/api-docs'
import { ApiError } from '@logyard/contract/http/envelope'
import { type OperationSpec, permissionsOf } from '@logyard/contract/http/operation'
import type { TSchema } from 'typebox'
import { createSchemaComponents, type SchemaComponents } from './schema-components.ts'

/** The whole API as an OpenAPI 3.1 document. Its schemas are JSON Schema, like the contract's. */
export function openApiDocument(deps: {
  readonly operations: readonly OperationSpec[]
  readonly version: string
  /** The URL of the API as clients see it. */
  readonly serverUrl: string
}): OpenApiDocument {
  const { operations, version, serverUrl } = deps
  const components = createSchemaComponents()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const op of operations) {
    const path = op.path.replace('*}', '}')
    paths[path] = { ...paths[path], [op.method.toLowerCase()]: describe(op, components) }
  }
  const areas = [...new Set(operations.map(({ area }) => area))].sort()
  return {
    openapi: '3.1.0',
    info: { title: 'Logyard', version, description: 'Everything that the console does, it does with these calls.' },
    servers: [{ url: serverUrl }],
    tags: areas.map((name) => ({ name })),
    paths,
    components: {
      schemas: components.all(),
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'User name and password, or a session id with the password `session`, or a token with `token`',
        },
      },
    },
  }
}

function describe(op: OperationSpec, components: SchemaComponents): object {
  return {
    operationId: op.id,
    tags: [op.area],
    summary: op.summary,
    ...(typeof op.audit === 'string' ? { 'x-audit-event': op.audit } : {}),
    ...(op.node === undefined ? {} : { 'x-node': op.node }),
    ...(op.access.kind === 'public' ? { security: [] } : { security: [{ basic: [] }] }),
    ...('permissions' in op.access ? { description: permissionSentence(permissionsOf(op.access)) } : {}),
    parameters: [...pathParameters(op, components), ...queryParameters(op, components), ...csrfParameter(op)],
    ...(op.body === undefined ? {} : { requestBody: requestBody(op, op.body, components) }),
    responses: responses(op, components),
  }
}

const permissionSentence = (permissions: readonly string[]) =>
  `Needs ${permissions.map((permission) => `\`${permission}\``).join(' and ')}.`

function pathParameters(op: OperationSpec, components: SchemaComponents): readonly object[] {
  return [...op.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => {
    const schema: TSchema | undefined = op.params?.properties[name]
    return {
      name,
      in: 'path',
      required: true,
      schema: schema === undefined ? { type: 'string' } : components.refer(schema),
    }
  })
}

function queryParameters(op: OperationSpec, components: SchemaComponents): readonly object[] {
  const required: readonly string[] = op.query?.required ?? []
  return Object.entries<TSchema>(op.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...('description' in schema ? { description: schema.description } : {}),
    schema: components.refer(schema),
  }))
}

/** Required by every operation that is not a GET. */
function csrfParameter(op: OperationSpec): readonly object[] {
  if (op.method === 'GET' || op.formBody === true) return []
  const schema = { type: 'string', default: 'api' }
  return [{ name: 'X-Requested-By', in: 'header', required: true, description: 'Any value', schema }]
}

const isTitled = (schema: TSchema, title: string) => 'title' in schema && schema.title === title

function requestBody(op: OperationSpec, body: TSchema, components: SchemaComponents): object {
  const content = isTitled(body, 'Raw')
    ? { '*/*': { schema: { type: 'string' } } }
    : {
        'application/json': { schema: components.refer(body) },
        ...(op.formBody ? { 'application/x-www-form-urlencoded': { schema: components.refer(body) } } : {}),
        ...(op.textBody ? { 'text/plain': { schema: { type: 'string' } } } : {}),
      }
  return { required: op.bodyOptional !== true, content }
}

function responses(op: OperationSpec, components: SchemaComponents): object {
  const answers: Record<string, TSchema> = { ...op.answers }
  const given = Object.entries(answers).map(([status, schema]) => [
    status,
    { description: op.summary, ...content(op, schema, components) },
  ])
  const apiError = { content: { 'application/json': { schema: components.refer(ApiError) } } }
  return {
    ...(op.access.kind === 'public' ? {} : { 401: { description: 'Not signed in' } }),
    ...('permissions' in op.access ? { 403: { description: 'Not allowed', ...apiError } } : {}),
    ...Object.fromEntries(given),
    default: { description: 'Refused or failed', ...apiError },
  }
}

function content(op: OperationSpec, schema: TSchema, components: SchemaComponents): object {
  if (isTitled(schema, 'NoBody')) return {}
  const types = op.produces ?? ['application/json']
  const shown = isTitled(schema, 'Raw') ? { type: 'string' } : components.refer(schema)
  return { content: Object.fromEntries(types.map((type) => [type, { schema: shown }])) }
}
