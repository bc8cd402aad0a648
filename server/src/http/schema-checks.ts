import { IGNORES_UNKNOWN } from '@logyard/contract/http/open-parts'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { readScalars } from './body-scalars.ts'
import { constraintsBroken, describeMismatch, isConstraint, queryRefused, valueRefused } from './schema-refusals.ts'
import type { RequestRefused } from './status-answers.ts'

type Part = 'body' | 'querystring' | 'params'

/** Up to this size all constraint violations are reported at once; finding all in a larger body is too expensive. */
const MAX_FORM_CHARACTERS = 64 * 1024

// The optimisation of generated code takes two thirds of the compilation, which the first request waits for.
const common = { strict: false, verbose: true, validateFormats: false, code: { optimize: false } } as const
// Ajv caches by schema: further servers of a process, such as those of tests, compile none again.
const forText = createCompiler({ ...common, coerceTypes: true, useDefaults: true })
const forBodies = createCompiler(common)
const forForms = createCompiler({ ...common, allErrors: true })

/**
 * Values of path and query are text and are converted to the schema's types; so are scalars of a body, by `readScalars`.
 * Each schema is compiled at first use, to keep the start fast.
 */
export function addSchemaChecks(api: FastifyInstance): void {
  api.setValidatorCompiler<object>(({ schema, httpPart }) => {
    const part = partOf(httpPart)
    let compiled: ValidateFunction | undefined
    return (given: unknown) => {
      compiled ??= (part === 'body' ? forBodies : forText).compile(schema)
      const data = part === 'body' ? readScalars(schema, given) : given
      if (compiled(data)) return { value: data }
      const errors = compiled.errors ?? []
      return { error: part === 'body' ? bodyRefused(schema, data, errors) : queryRefused(errors) }
    }
  })
}

/** Why data is not as its schema says, for data that is not the body of a request itself. */
export function findMismatch(schema: object, data: unknown): string | undefined {
  const check = forBodies.compile(schema)
  return check(data) ? undefined : describeMismatch(check.errors ?? [])
}

function bodyRefused(schema: object, data: unknown, errors: readonly ErrorObject[]): RequestRefused {
  const [first] = errors
  const isForm = errors.length === 1 && first !== undefined && isConstraint(first)
  if (!isForm || JSON.stringify(data).length > MAX_FORM_CHARACTERS) return valueRefused(errors)
  const checkAll = forForms.compile(schema)
  checkAll(data)
  return constraintsBroken((checkAll.errors ?? []).filter(isConstraint))
}

/** The checks also remove unknown properties from objects that ignore them, so that no handler uses them by mistake. */
function createCompiler(options: Options): Ajv {
  return new Ajv(options).addKeyword({
    keyword: IGNORES_UNKNOWN,
    type: 'object',
    schemaType: 'boolean',
    modifying: true,
    compile: (_isOn, { properties }) => {
      const known = new Set(Object.keys(Object(properties)))
      return (data: object) => {
        for (const name of Object.keys(data)) if (!known.has(name)) Reflect.deleteProperty(data, name)
        return true
      }
    },
  })
}

function partOf(httpPart: string | undefined): Part {
  if (httpPart === 'body' || httpPart === 'querystring' || httpPart === 'params') return httpPart
  throw new Error(`no operation has a schema for ${httpPart}`)
}
