import type { Answer, Body, OperationSpec, Params, Query } from '@logyard/contract/operation'
import { successStatus } from '@logyard/contract/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requirePermissions } from './access.ts'
import type { Caller } from './caller.ts'
import { routeSchema } from './route-schema.ts'

/** What a handler is given. `caller` is absent only in public operations. */
export interface Call<Op extends OperationSpec> {
  readonly params: Params<Op>
  readonly query: Query<Op>
  readonly body: Body<Op>
  readonly caller: Op['access'] extends { readonly kind: 'public' } ? Caller | undefined : Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Handler<Op extends OperationSpec> = (call: Call<Op>) => Promise<Answer<Op>> | Answer<Op>

/** Set on a route: lets the hooks that run before the body is read know what the route asks for. */
declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationSpec
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

/**
 * Registers one operation of the contract: path, schemas, permission, success status.
 * A handler that answers otherwise (304, another body) sets `reply.code` before it returns.
 */
export function serve<const Op extends OperationSpec>(app: FastifyInstance, op: Op, handler: Handler<Op>): void {
  app.route({
    method: op.method,
    url: fastifyPath(op.path),
    schema: routeSchema(op),
    config: { operation: op },
    onRequest: (request, _reply, done) => {
      requirePermissions(op.access, request)
      done()
    },
    handler: async (request, reply) => {
      reply.code(successStatus(op))
      // Fastify has checked all three against the schemas of the very operation that types the handler.
      const call = {
        params: request.params,
        query: request.query,
        body: request.body ?? null,
        caller: request.caller,
        request,
        reply,
      } as Call<Op>
      return (await handler(call)) ?? null
    },
  })
}

/** `/users/{id}` as `/users/:id`, a last `{rest*}` as `*`. */
function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\*\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1')
}
