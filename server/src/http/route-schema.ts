import type { OperationSpec } from '@logyard/contract/operation'
import type { FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'

/** An operation's schemas as Fastify takes them. Bodies that are not JSON have none: they pass as they are. */
export function routeSchema(op: OperationSpec): FastifySchema {
  const response = Object.fromEntries(Object.entries(op.answers).filter(([, schema]) => isJson(schema)))
  return {
    ...(op.params === undefined ? {} : { params: op.params }),
    ...(op.query === undefined ? {} : { querystring: op.query }),
    ...(op.body === undefined || !isJson(op.body) || op.bodyOptional ? {} : { body: op.body }),
    response,
  }
}

const isJson = (schema: TSchema) => !('title' in schema && (schema.title === 'Raw' || schema.title === 'NoBody'))
