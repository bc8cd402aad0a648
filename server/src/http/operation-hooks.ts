import type { AuditHook } from './audit-hook.ts'
import type { OtherNodes } from './other-nodes.ts'

/** Hooks of other areas that run around every operation. */
export interface OperationHooks {
  readonly nodes: OtherNodes
  readonly audit: AuditHook
}

declare module 'fastify' {
  interface FastifyInstance {
    operationHooks: OperationHooks
  }
  interface FastifyRequest {
    /** The direct peer, or the client that a trusted proxy or another node names. */
    readonly clientAddress: string
    /** The audit log has an entry of the request, or will have one. */
    isAudited: boolean | undefined
  }
}
