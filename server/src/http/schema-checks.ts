import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { queryRefused, valueRefused } from './schema-refusals.ts'

type Part = 'body' | 'querystring' | 'params'

/**
 * Path and query are text, so their values are converted to what the schema wants; a body says its types itself and is
 * taken as it stands. A schema is compiled at its first use: a start compiles hundreds of them otherwise.
 */
export function addSchemaChecks(api: FastifyInstance): void {
  const common = { strict: false, verbose: true, validateFormats: false } as const
  const forText = new Ajv({ ...common, coerceTypes: true, useDefaults: true })
  const forBodies = new Ajv(common)

  api.setValidatorCompiler<object>(({ schema, httpPart }) => {
    const part = partOf(httpPart)
    let compiled: ValidateFunction | undefined
    return (data: unknown) => {
      compiled ??= (part === 'body' ? forBodies : forText).compile(schema)
      if (compiled(data)) return { value: data }
      const errors = compiled.errors ?? []
      return { error: part === 'body' ? valueRefused(errors) : queryRefused(errors) }
    }
  })
}

function partOf(httpPart: string | undefined): Part {
  if (httpPart === 'body' || httpPart === 'querystring' || httpPart === 'params') return httpPart
  throw new Error(`no operation has a schema for ${httpPart}`)
}
