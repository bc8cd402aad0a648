/** Passes requests of clients on to other nodes, and merges what all nodes respond. */
import { type OperationSpec, successStatus } from '@logyard/contract/http/operation'
import type { FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import type { OtherNodes } from '../../http/other-nodes.ts'
import { passedOnTwice } from './peer-errors.ts'
import type { PeerAnswer, PeerAsk, Peers } from './peers.ts'

/** A node may take a thread dump with a profile before it responds. */
export const PASSED_LIMIT_MS = 30_000
/** One node that hangs delays the merged responses by at most this time. */
export const MERGED_LIMIT_MS = 5000
const PASSED_HEADERS = [
  'content-type',
  'content-disposition',
  'retry-after',
  'location',
  'x-logyard-missing-shards',
] as const
const MAX_USER_AGENT_LENGTH = 200

export function createOtherNodes(deps: {
  readonly nodeId: string
  readonly peers: Pick<Peers, 'stream' | 'askAll'>
  /** The path of the API: `/logs/api`. */
  readonly apiPath: string
}): OtherNodes {
  const { nodeId, peers, apiPath } = deps
  return {
    nodeId,
    async pass(named, request, reply) {
      if (request.peerCall !== undefined) throw passedOnTwice(named)
      const leaving = new AbortController()
      reply.raw.once('close', () => leaving.abort())
      const { status, headers, body } = await peers.stream(named, {
        ...askOf(request),
        method: request.method,
        path: request.url.slice(apiPath.length),
        signal: leaving.signal,
        limitMs: PASSED_LIMIT_MS,
      })
      reply.code(status)
      for (const name of PASSED_HEADERS) if (headers[name] !== undefined) reply.header(name, headers[name])
      return reply.send(body)
    },
    async ask({ each, part }, request) {
      // Another node merges the responses: it asks for this one only.
      if (request.peerCall !== undefined) return {}
      const answers = await peers.askAll({
        ...askOf(request),
        method: each.method,
        path: pathOf(each, request),
        limitMs: MERGED_LIMIT_MS,
      })
      return Object.fromEntries([...answers].map(([id, answer]) => [id, partOf(each, part, answer)]))
    },
  }
}

function askOf({ caller, clientAddress, headers, body }: FastifyRequest): Omit<PeerAsk, 'method' | 'path'> {
  const { accept, 'user-agent': agent } = headers
  return {
    caller,
    clientAddress,
    body,
    headers: {
      ...(accept === undefined ? {} : { accept }),
      ...(agent === undefined ? {} : { 'user-agent': agent.slice(0, MAX_USER_AGENT_LENGTH) }),
    },
  }
}

/** The path of the operation with the parameters and the query of the request. */
function pathOf({ path }: OperationSpec, { params, url }: FastifyRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(Object(params)[name])))
  const query = url.indexOf('?')
  return query === -1 ? filled : filled + url.slice(query)
}

/** Null for a refusal, and for a response in which a version next to this one lacks something. */
function partOf(each: OperationSpec, part: string | undefined, answer: PeerAnswer | undefined): unknown {
  const status = successStatus(each)
  const schema = each.answers[status]
  if (answer?.status !== status || schema === undefined || !Value.Check(schema, answer.body)) return null
  return part === undefined ? answer.body : Object(answer.body)[part]
}
