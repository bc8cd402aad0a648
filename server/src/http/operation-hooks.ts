/** What other areas do around every operation, so that no handler has to. */
export interface OperationHooks {
  /** Throws unless this node can answer for the one that the path names. */
  requireNode(nodeId: string): void
}

declare module 'fastify' {
  interface FastifyInstance {
    operationHooks: OperationHooks
  }
}
