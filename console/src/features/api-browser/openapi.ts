/** The part of the server's OpenAPI document that the API browser shows. */
import { isRecord } from '../../ui/is-record.ts'

interface ApiParameter {
  readonly name: string
  readonly place: 'path' | 'query'
  readonly isRequired: boolean
  readonly type: string
  readonly description: string
}
interface ApiAnswer {
  readonly status: string
  readonly schema: unknown
}
export interface ApiOperation {
  readonly id: string
  readonly area: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly ApiParameter[]
  /** An example body generated from the schema; absent when the operation has no body. */
  readonly bodyExample: string | undefined
  readonly answers: readonly ApiAnswer[]
}

type Json = Readonly<Record<string, unknown>>
const METHODS = ['get', 'post', 'put', 'delete']
const at = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined)
const textAt = (value: unknown, key: string): string => {
  const text = at(value, key)
  return typeof text === 'string' ? text : ''
}

/** Every operation of the document, sorted by area and path. */
export function readOperations(document: unknown): readonly ApiOperation[] {
  const paths = at(document, 'paths')
  if (!isRecord(paths)) return []
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const found = at(methods, method)
      return isRecord(found) ? [readOperation(document, path, method, found)] : []
    }),
  )
  return operations.toSorted((a, b) => a.area.localeCompare(b.area) || a.path.localeCompare(b.path))
}

function readOperation(document: unknown, path: string, method: string, found: Json): ApiOperation {
  const { tags, parameters, responses } = found
  const schema = jsonSchemaOf(document, found['requestBody'])
  return {
    id: textAt(found, 'operationId') || `${method} ${path}`,
    area: String((Array.isArray(tags) ? tags[0] : undefined) ?? 'other'),
    method: method.toUpperCase(),
    path,
    summary: textAt(found, 'summary'),
    description: textAt(found, 'description'),
    parameters: (Array.isArray(parameters) ? parameters : []).flatMap((parameter) =>
      readParameter(document, parameter),
    ),
    bodyExample: schema === undefined ? undefined : JSON.stringify(exampleOf(document, schema), null, 2),
    answers: Object.entries(isRecord(responses) ? responses : {}).map(([status, answer]) => ({
      status,
      schema: jsonSchemaOf(document, answer),
    })),
  }
}

function readParameter(document: unknown, given: unknown): ApiParameter[] {
  const parameter = resolve(document, given)
  const place = at(parameter, 'in')
  if (place !== 'path' && place !== 'query') return []
  const schema = resolve(document, at(parameter, 'schema'))
  return [
    {
      name: textAt(parameter, 'name'),
      place,
      isRequired: place === 'path' || at(parameter, 'required') === true,
      type: textAt(schema, 'type'),
      description: textAt(parameter, 'description') || textAt(schema, 'description'),
    },
  ]
}

function jsonSchemaOf(document: unknown, holder: unknown): unknown {
  const content = at(resolve(document, holder), 'content')
  return at(at(content, 'application/json'), 'schema')
}

/** Resolves a `$ref` within the document. */
function resolve(document: unknown, value: unknown): unknown {
  const ref = at(value, '$ref')
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return value
  return ref
    .slice(2)
    .split('/')
    .reduce((found, key) => at(found, key.replaceAll('~1', '/').replaceAll('~0', '~')), document)
}

const MAX_DEPTH = 6

/** An example value of the schema, with empty leaves to fill in. */
function exampleOf(document: unknown, given: unknown, depth = 0): unknown {
  const schema = resolve(document, given)
  if (!isRecord(schema) || depth > MAX_DEPTH) return null
  if ('default' in schema) return schema['default']
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const [first] = [schema['anyOf'], schema['oneOf'], schema['allOf']].find(Array.isArray) ?? []
  if (first !== undefined) return exampleOf(document, first, depth + 1)
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isRecord(schema['properties']) ? schema['properties'] : {}).map(([name, inner]) => [
          name,
          exampleOf(document, inner, depth + 1),
        ]),
      )
    case 'array':
      return []
    case 'string':
      return ''
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return false
    default:
      return null
  }
}
