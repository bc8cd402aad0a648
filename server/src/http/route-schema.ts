import { ignoresUnknown } from '@logyard/contract/http/open-parts'
import type { OperationSpec } from '@logyard/contract/http/operation'
import type { FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'

/** An operation's schemas as Fastify takes them. Bodies that are not JSON have none: they pass as they are. */
export function routeSchema(op: OperationSpec): FastifySchema {
  // Errors are written by the error handler, in whatever shape the contract gives them.
  const response = Object.fromEntries(
    Object.entries(op.answers)
      .filter(([status, schema]) => Number(status) < 300 && isJsonSchema(schema))
      .map(([status, schema]) => [status, forWriting(schema)]),
  )
  return {
    ...(op.params === undefined ? {} : { params: op.params }),
    // Parameters that a call does not know are ignored: clients add some of their own.
    ...(op.query === undefined ? {} : { querystring: { ...op.query, ...ignoresUnknown } }),
    ...(op.body === undefined || !isJsonSchema(op.body) ? {} : { body: bodySchema(op, op.body) }),
    response,
  }
}

/** The writer of answers knows no choice by type: such a part is written as it is, whatever is in it. */
function forWriting(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forWriting)
  if (typeof schema !== 'object' || schema === null) return schema
  if ('allOf' in schema) return { type: 'object', additionalProperties: true }
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, forWriting(part)]))
}

/** An absent body is checked as `null`. */
const bodySchema = (op: OperationSpec, body: TSchema) => (op.bodyOptional ? Type.Union([body, Type.Null()]) : body)

export const isJsonSchema = (schema: TSchema) =>
  !('title' in schema && (schema.title === 'Raw' || schema.title === 'NoBody'))
