/**
 * What a schema of the contract lets in, as a list of plain alternatives. Knows the keywords that the contract uses;
 * a schema with another one still has its alternatives, only wider ones.
 */
import { isJsonObject, type JsonObject } from '@logyard/codecs/json-text'

export type Schema = JsonObject

export interface ObjectShape {
  readonly kind: 'object'
  readonly title: string
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: ReadonlySet<string>
  /** The schema of values under keys that the client makes up. */
  readonly values?: Schema
  /** Takes keys that it does not name. */
  readonly isOpen: boolean
}

export type Shape =
  | ObjectShape
  | { readonly kind: 'array'; readonly items: Schema }
  | { readonly kind: 'constant'; readonly values: readonly unknown[] }
  | { readonly kind: 'string' | 'number' | 'boolean' | 'null' | 'anything'; readonly schema: Schema }

export const isSchema = (value: unknown): value is Schema => isJsonObject(value)
const schemas = (value: unknown): readonly Schema[] => (Array.isArray(value) ? value.filter(isSchema) : [])
const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries(Object(schema['properties'])).filter((entry): entry is [string, Schema] => isSchema(entry[1])),
  )
const requiredOf = (schema: Schema): readonly string[] =>
  Array.isArray(schema['required']) ? schema['required'].map(String) : []

export function shapesOf(schema: Schema): readonly Shape[] {
  if ('const' in schema) return [{ kind: 'constant', values: [schema['const']] }]
  if (Array.isArray(schema['enum'])) return [{ kind: 'constant', values: schema['enum'] }]
  const choices = [...schemas(schema['anyOf']), ...schemas(schema['oneOf'])]
  if (choices.length > 0) return choices.flatMap(shapesOf)
  const conditions = [...schemas(schema['allOf']), schema].filter((part) => isSchema(part['if']))
  if (conditions.length > 0) return conditions.flatMap((condition) => conditional(schema, condition))
  switch (schema['type']) {
    case 'object':
      return [objectShape(schema)]
    case 'array':
      return [{ kind: 'array', items: isSchema(schema['items']) ? schema['items'] : {} }]
    case 'integer':
    case 'number':
      return [{ kind: 'number', schema }]
    case 'string':
    case 'boolean':
    case 'null':
      return [{ kind: schema['type'], schema }]
    default:
      return [{ kind: 'anything', schema }]
  }
}

function objectShape(schema: Schema): ObjectShape {
  const additional = schema['additionalProperties']
  const byPattern = Object.values(Object(schema['patternProperties'])).find(isSchema)
  const values = byPattern ?? (isSchema(additional) ? additional : undefined)
  return {
    kind: 'object',
    title: String(schema['title'] ?? ''),
    properties: propertiesOf(schema),
    required: new Set(requiredOf(schema)),
    ...(values === undefined ? {} : { values }),
    isOpen: values === undefined && additional !== false,
  }
}

/** `if` one property is this, `then` the object is that: one object for each, in which the property is this. */
function conditional(schema: Schema, condition: Schema): readonly Shape[] {
  const { allOf: _allOf, if: _if, then: _then, else: _else, ...common } = schema
  const chosen = Object.fromEntries(Object.entries(propertiesOf(Object(condition['if']))))
  const branches = [
    ...(isSchema(condition['then']) ? [{ branch: condition['then'], chosen }] : []),
    ...(isSchema(condition['else']) ? [{ branch: condition['else'], chosen: {} }] : []),
  ]
  return branches.flatMap(({ branch, chosen }) =>
    shapesOf({
      ...common,
      ...branch,
      type: 'object',
      properties: { ...propertiesOf(common), ...propertiesOf(branch), ...chosen },
      required: [...new Set([...requiredOf(common), ...requiredOf(branch), ...Object.keys(chosen)])],
    }),
  )
}
