import type { OperationSpec } from '@logyard/contract/http/operation'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The other nodes of the cluster, for operations that name one of them or merge the responses of all. */
export interface OtherNodes {
  readonly nodeId: string
  /** Sends the request to the node that its path names, and its response to the client. */
  pass(nodeId: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** The responses of the other active nodes by id; null for a node that failed or refused. */
  ask(merges: NonNullable<OperationSpec['merges']>, request: FastifyRequest): Promise<Readonly<Record<string, unknown>>>
}
