import type { AuditedCall } from './audit-hook.ts'

/** What other areas do around every operation, so that no handler has to. */
export interface OperationHooks {
  /** Throws unless this node can answer for the one that the path names. */
  requireNode(nodeId: string): void
  audit(call: AuditedCall): void
}

declare module 'fastify' {
  interface FastifyInstance {
    operationHooks: OperationHooks
  }
  interface FastifyRequest {
    /** The peer, or the client that a trusted proxy names. */
    readonly clientAddress: string
  }
}
