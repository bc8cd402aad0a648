import { ignoresUnknown } from '@logyard/contract/http/open-parts'
import type { OperationSpec } from '@logyard/contract/http/operation'
import type { FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'

const routeSchemas = new WeakMap<OperationSpec, FastifySchema>()

/**
 * An operation's schemas in Fastify's form, the same objects each time, because what is compiled of them is cached. A
 * body that is not JSON has no schema and is passed on unchanged.
 */
export function routeSchema(op: OperationSpec): FastifySchema {
  const schema = routeSchemas.get(op) ?? createRouteSchema(op)
  routeSchemas.set(op, schema)
  return schema
}

function createRouteSchema(op: OperationSpec): FastifySchema {
  // The error handler writes errors, in the shape that the contract gives them.
  const response = Object.fromEntries(
    Object.entries(op.answers)
      .filter(([status, schema]) => Number(status) < 300 && isJsonSchema(schema))
      .map(([status, schema]) => [status, forWriting(schema)]),
  )
  return {
    ...(op.params === undefined ? {} : { params: op.params }),
    // Unknown query parameters are ignored: clients add their own.
    ...(op.query === undefined ? {} : { querystring: { ...op.query, ...ignoresUnknown } }),
    ...(op.body === undefined || !isJsonSchema(op.body) ? {} : { body: bodySchema(op, op.body) }),
    response,
  }
}

/** fast-json-stringify does not support `allOf` with conditions: such a part is written as it is. */
function forWriting(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forWriting)
  if (typeof schema !== 'object' || schema === null) return schema
  if ('allOf' in schema) return { type: 'object', additionalProperties: true }
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, forWriting(part)]))
}

/** A missing body is validated as `null`. */
const bodySchema = (op: OperationSpec, body: TSchema) => (op.bodyOptional ? Type.Union([body, Type.Null()]) : body)

export const isJsonSchema = (schema: TSchema) =>
  !('title' in schema && (schema.title === 'Raw' || schema.title === 'NoBody'))
