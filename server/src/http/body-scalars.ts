/** Reads the scalars of a JSON body as clients of the Graylog API write them: numbers and booleans also as text. */
import { ANY_JSON } from '@logyard/contract/http/open-parts'

type Node = Readonly<Record<string, unknown>>

/**
 * The value with its scalars in the types that the schema declares, in place: `"5"` as 5 and `"true"` as true, or 5 as
 * `"5"`. A primitive that is left out, `null` or `""` gets its default; `""` for another number or boolean is `null`, or
 * left out. Other values stay unchanged, and so does JSON of any shape. The check by the schema comes afterwards.
 */
export function readScalars(schema: unknown, value: unknown): unknown {
  if (!isObject(schema) || ANY_JSON in schema) return value
  if (Array.isArray(value)) {
    for (const shape of shapesOf(schema, value)) readItems(shape, value)
  } else if (isObject(value)) {
    for (const shape of shapesOf(schema, value)) readProperties(shape, value)
  } else {
    return readScalar(schema, value)
  }
  return value
}

function readItems({ items }: Node, list: unknown[]): void {
  for (const [index, item] of list.entries()) {
    const read = readScalars(items, item)
    if (read !== undefined) list[index] = read
  }
}

function readProperties({ properties, additionalProperties }: Node, object: Node): void {
  const declared = isObject(properties) ? properties : {}
  for (const [name, schema] of Object.entries(declared)) readProperty(schema, object, name)
  if (!isObject(additionalProperties)) return
  for (const name of Object.keys(object)) {
    if (!Object.hasOwn(declared, name)) readProperty(additionalProperties, object, name)
  }
}

function readProperty(schema: unknown, object: Node, name: string): void {
  const given = Object.hasOwn(object, name) ? object[name] : undefined
  const read = readScalars(schema, given)
  if (read === given) return
  // Not an assignment: a name such as `__proto__` would set something else.
  if (read === undefined) Reflect.deleteProperty(object, name)
  else Reflect.defineProperty(object, name, { value: read, writable: true, enumerable: true, configurable: true })
}

/** The schema, and those of its alternatives and conditions that the object or list can meet. */
function* shapesOf(schema: unknown, value: object): Generator<Node> {
  if (!isObject(schema) || ANY_JSON in schema) return
  yield schema
  for (const part of listOf(schema['anyOf'])) if (canBe(part, value)) yield* shapesOf(part, value)
  for (const part of listOf(schema['allOf'])) yield* shapesOf(part, value)
  if ('if' in schema) yield* shapesOf(isMet(schema['if'], value) ? schema['then'] : schema['else'], value)
}

/** Alternatives differ in the properties that they require. */
function canBe(schema: unknown, value: object): boolean {
  if (!isObject(schema)) return false
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const isGiven = (name: unknown) => Object.hasOwn(value, String(name)) || hasDefault(properties[String(name)])
  return listOf(schema['required']).every(isGiven)
}

/** Conditions of the contract list the values of properties. */
function isMet(condition: unknown, value: object): boolean {
  const properties: object = isObject(condition) ? Object(condition['properties']) : {}
  return Object.entries(properties).every(
    ([name, { enum: values }]) => Object.hasOwn(value, name) && listOf(values).includes(Reflect.get(value, name)),
  )
}

function readScalar(schema: Node, value: unknown): unknown {
  if (value === undefined || value === null) return hasDefault(schema) ? schema['default'] : value
  const types = new Set(typesOf(schema))
  const isNullable = types.delete('null')
  const [type] = types
  // Where several types fit, the client has chosen one.
  if (types.size !== 1 || type === typeof value) return value
  if (type === 'string') return textOf(value)
  if (typeof value === 'string' && value.trim() === '' && (type === 'boolean' || isNumeric(type))) {
    return hasDefault(schema) ? schema['default'] : isNullable ? null : undefined
  }
  if (type === 'boolean') return booleanOf(value)
  return isNumeric(type) && typeof value === 'string' ? numberOf(value.trim(), type) : value
}

function* typesOf(schema: unknown): Generator<string> {
  if (!isObject(schema)) return
  if (ANY_JSON in schema) yield 'any'
  if (typeof schema['type'] === 'string') return yield schema['type']
  if ('const' in schema) yield typeof schema['const']
  for (const value of listOf(schema['enum'])) yield typeof value
  for (const part of listOf(schema['anyOf'])) yield* typesOf(part)
}

const isNumeric = (type: string | undefined) => type === 'integer' || type === 'number'

/** A whole number that JSON has rounded is not what the client wrote. */
function textOf(value: unknown): unknown {
  const isExact = typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return isExact || typeof value === 'boolean' ? String(value) : value
}

function booleanOf(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return value !== 0
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === 'true' || text === 'True') return true
  return text === 'false' || text === 'False' ? false : value
}

function numberOf(text: string, type: string): unknown {
  const isWritten = type === 'integer' ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
  const number = Number(text)
  return isWritten.test(text) && Number.isFinite(number) ? number : text
}

const hasDefault = (schema: unknown) => isObject(schema) && 'default' in schema

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
