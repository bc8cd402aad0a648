import type { Answer, Body, OperationSpec, Params, Query } from '@logyard/contract/http/operation'
import { bodyBytesOf, NoBody, successStatus } from '@logyard/contract/http/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requirePermissions } from './access.ts'
import { performAudited, reportRefusal } from './audit-hook.ts'
import type { Caller } from './caller.ts'
import { routeSchema } from './route-schema.ts'

/** What a handler receives. `caller` can be undefined only in public operations. */
export interface Call<Op extends OperationSpec> {
  readonly params: Params<Op>
  readonly query: Query<Op>
  readonly body: Body<Op>
  readonly caller: Op['access'] extends { readonly kind: 'public' } ? Caller | undefined : Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Fires once the response has been sent or the client has disconnected. */
  readonly signal: AbortSignal
}

/**
 * Returns the response body, or the reply itself after sending something other than the operation's plain response. The
 * result of an operation without a response body is not sent.
 */
export type Handler<Op extends OperationSpec> = (
  call: Call<Op>,
) => [Answer<Op>] extends [null] ? Unsent : Promise<Answer<Op> | FastifyReply> | Answer<Op> | FastifyReply

/** A list of promises is none of these, because nothing would wait for it. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler may return nothing
type Unsent = Promise<unknown> | FastifyReply | null | void

export interface ServeOptions<Op extends OperationSpec> {
  /**
   * Asks all nodes for the same operation, and makes one response of theirs. A node that another one asks responds for
   * itself.
   */
  readonly merge?: (own: Answer<Op>, others: readonly (Answer<Op> | null)[], query: Query<Op>) => Answer<Op>
}

/** Set on each route, so that hooks that run before the body is read know the operation. */
declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationSpec
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

/**
 * Registers one operation of the contract: path, schemas, permission, node, audit entry, success status.
 * A handler that answers with another status (304) sets `reply.code` before it returns.
 */
export function serve<const Op extends OperationSpec>(
  app: FastifyInstance,
  op: Op,
  handler: Handler<Op>,
  options: ServeOptions<Op> = {},
): void {
  const status = successStatus(op)
  const hasBody = op.answers[status] !== NoBody
  app.route({
    method: op.method,
    url: fastifyPath(op.path),
    schema: routeSchema(op),
    config: { operation: op },
    bodyLimit: Math.min(bodyBytesOf(op), app.initialConfig.bodyLimit ?? Number.POSITIVE_INFINITY),
    exposeHeadRoute: op.method === 'GET' && op.headRefused !== true,
    onRequest: (request, _reply, done) => {
      requirePermissions(op.access, request)
      done()
    },
    onError: (request, _reply, error, done) => {
      reportRefusal(app, op, request, error)
      done()
    },
    handler: async (request, reply) => {
      const { nodes } = app.operationHooks
      const named = namedNode(op, request)
      if (named !== undefined && named !== nodes.nodeId) return nodes.pass(named, request, reply)
      reply.code(status)
      const answer = await performAudited(app, op, { request, reply }, status, async () => {
        const result = await handler(callOf(op, request, reply))
        return hasBody ? result : null
      })
      // The client disconnected mid-response; there is no one left to answer.
      if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return undefined
      if (options.merge !== undefined && named === undefined && request.peerCall === undefined) {
        const others = Object.values(await nodes.ask({ each: op }, request))
        const { query } = callOf(op, request, reply)
        // The schema of the response has been checked for each of them.
        return options.merge(answer as Answer<Op>, others as readonly (Answer<Op> | null)[], query) ?? reply.send()
      }
      if (op.merges !== undefined) return { ...Object(answer), ...(await nodes.ask(op.merges, request)) }
      // A response without a body is empty, not the JSON text `null`.
      return answer ?? reply.send()
    },
  })
}

function callOf<const Op extends OperationSpec>(op: Op, request: FastifyRequest, reply: FastifyReply): Call<Op> {
  const rest = /\{(\w+)\*\}$/.exec(op.path)?.[1]
  // Fastify has validated params, query and body by the schemas of the operation, which also type the handler.
  return {
    params: rest === undefined ? request.params : withRest(request.params, rest),
    query: op.query === undefined ? {} : request.query,
    body: request.body ?? null,
    caller: request.caller,
    request,
    reply,
    // A getter, because few handlers use it: other calls need no listener.
    get signal() {
      return answerEnd(reply)
    },
  } as Call<Op>
}

/** The node that the path names, or the query of an operation that declares the parameter. */
function namedNode(op: OperationSpec, { params, query }: FastifyRequest): string | undefined {
  if (op.node === 'named') return String(Object(params).nodeId)
  const isDeclared = op.node === 'this' && op.query !== undefined && 'node_id' in op.query.properties
  return isDeclared ? Object(query).node_id : undefined
}

/** Fastify names the rest of a path `*`, whatever the operation calls it. */
function withRest(params: unknown, name: string): object {
  const rest = typeof params === 'object' && params !== null && '*' in params ? params['*'] : ''
  return { ...Object(params), [name]: rest }
}

/** `/users/{id}` as `/users/:id`, a last `{rest*}` as `*`. */
function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\*\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1')
}

/**
 * Fires once the response has been sent or the client has disconnected. Fastify's `request.signal` fires, or is
 * missed, when the body of the request has been read.
 */
function answerEnd({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed || raw.closed) return AbortSignal.abort()
  const end = new AbortController()
  raw.once('close', () => end.abort())
  return end.signal
}
