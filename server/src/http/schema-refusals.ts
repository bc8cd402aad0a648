import type { BeanValidationErrors } from '@logyard/contract/http/envelope'
import type { ErrorObject } from 'ajv'
import { isSecretName } from '../platform/secret-names.ts'
import { apiError, RequestRefused } from './status-answers.ts'

/** Constraints on a value of the right type. Violations are reported as a list of fields. */
const CONSTRAINTS = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'propertyNames',
])

export const isConstraint = (error: ErrorObject) => CONSTRAINTS.has(error.keyword)

/** A path or query value of the wrong type means that the path does not exist. */
export function queryRefused(errors: readonly ErrorObject[]): RequestRefused {
  const error = decisive(errors)
  if (error.keyword === 'type') return new RequestRefused(404, 'parameter-of-wrong-type')
  if (error.keyword === 'required') return parametersMissing(missingPaths(error))
  return valueRefused(errors)
}

function parametersMissing(names: readonly string[]): RequestRefused {
  const fields: BeanValidationErrors = names.map((path) => ({
    message: 'may not be empty',
    message_template: '{required}',
    path,
    invalid_value: null,
  }))
  return new RequestRefused(400, 'constraint-broken', fields)
}

export function valueRefused(errors: readonly ErrorObject[]): RequestRefused {
  const error = decisive(errors)
  if (isConstraint(error)) return constraintsBroken([error])
  return new RequestRefused(400, 'input-refused', apiError(sentence(error, errors)))
}

/** The problem of a value and its path, as a part of a sentence: `queries[0] of the type x has the unknown property a`. */
export function describeMismatch(errors: readonly ErrorObject[]): string {
  const error = decisive(errors)
  const type = typeof error.data === 'object' ? Object(error.data)['type'] : undefined
  const which = typeof type === 'string' ? ` of the type ${type}` : ''
  return `${name(error.instancePath)}${which} ${mismatch(error, errors)}`.trim()
}

function mismatch(error: ErrorObject, all: readonly ErrorObject[]): string {
  switch (error.keyword) {
    case 'required':
      return `misses ${missing(error).join(', ')}`
    case 'additionalProperties':
      return `has the unknown property ${String(error.params['additionalProperty'])}`
    case 'anyOf':
      return `must be ${alternatives(error, all)}`
    default:
      return error.message ?? 'is not allowed'
  }
}

/** The deepest error of all alternatives is the most helpful: its alternative matched the furthest. */
function decisive(errors: readonly ErrorObject[]): ErrorObject {
  const last = errors.at(-1)
  if (last === undefined) throw new Error('a refused value has no errors')
  if (last.keyword !== 'anyOf') return last
  const deepest = errors.reduce((best, error) => (depth(error) > depth(best) ? error : best))
  if (depth(deepest) > depth(last)) return deepest
  const inside = errors.filter((error) => error.instancePath === last.instancePath && error !== last)
  return inside.find((error) => error.keyword !== 'type' && error.keyword !== 'const') ?? last
}

const depth = (error: ErrorObject) => error.instancePath.split('/').length

export function constraintsBroken(errors: readonly ErrorObject[]): RequestRefused {
  const fields: BeanValidationErrors = errors.map((error) => ({
    message: error.message ?? 'is not allowed',
    message_template: `{${error.keyword}}`,
    path: name(error.instancePath),
    invalid_value: shownValue(error),
  }))
  return new RequestRefused(400, 'constraint-broken', fields)
}

/** Consoles and scripts show and log refusals, so these contain no secret, and nothing that may contain one. */
function shownValue({ instancePath, data }: ErrorObject): unknown {
  const isPart = typeof data === 'object'
  return isPart || isSecretName(instancePath) ? null : (data ?? null)
}

function sentence(error: ErrorObject, all: readonly ErrorObject[]): string {
  switch (error.keyword) {
    case 'required':
      return `Missing required properties: ${missingPaths(error).join(', ')}.`
    case 'additionalProperties':
      return unknownProperty(error)
    case 'anyOf':
      return `${subject(error)} must be ${alternatives(error, all)}.`
    case 'type':
      return `${subject(error)} must be ${withArticle(String(error.params['type']))}.`
    case 'const':
      return `${subject(error)} must be ${JSON.stringify(error.params['allowedValue'])}.`
    case 'enum':
      return `${subject(error)} must be one of ${JSON.stringify(error.params['allowedValues'])}.`
    default:
      return `${subject(error)} ${error.message ?? 'is not allowed'}.`
  }
}

/** All missing properties, although validation stops at the first. */
function missing(error: ErrorObject): readonly string[] {
  const required: unknown = error.parentSchema?.['required']
  const first = String(error.params['missingProperty'])
  if (!Array.isArray(required)) return [first]
  const given: unknown = error.data
  const isGiven = (key: string) => typeof given === 'object' && given !== null && Object.hasOwn(given, key)
  return required.map(String).filter((key) => !isGiven(key))
}

function missingPaths(error: ErrorObject): readonly string[] {
  const base = error.instancePath === '' ? '' : `${name(error.instancePath)}.`
  return missing(error).map((key) => base + key)
}

function unknownProperty(error: ErrorObject): string {
  const known: unknown = error.parentSchema?.['properties']
  const names = typeof known === 'object' && known !== null ? Object.keys(known) : []
  const property = String(error.params['additionalProperty'])
  return `Unable to map property ${property}.\nKnown properties include: ${names.join(', ')}`
}

/** `a string or null`, `one of "view", "manage"`. */
function alternatives(error: ErrorObject, all: readonly ErrorObject[]): string {
  const inside = all.filter((other) => other !== error && other.instancePath === error.instancePath)
  const values = inside.filter((other) => other.keyword === 'const').map((other) => other.params['allowedValue'])
  const types = inside.filter((other) => other.keyword === 'type').map((other) => String(other.params['type']))
  const words = [...new Set([...values.map((value) => JSON.stringify(value)), ...types.map(withArticle)])]
  return words.length === 0 ? 'of another shape' : words.join(' or ')
}

const subject = (error: ErrorObject) =>
  error.instancePath === '' ? 'The request body' : `Property ${name(error.instancePath)}`

/** `/rules/0/field` as `rules[0].field`. */
const name = (path: string) =>
  path
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`), '')

function withArticle(type: string): string {
  if (type === 'null') return 'null'
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
