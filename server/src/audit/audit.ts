import { SIGN_IN_REFUSED } from '@logyard/contract/audit/audit'
import type { FastifyInstance } from 'fastify'
import type { AuditedCall } from '../http/audit-hook.ts'
import { createAuditLog } from './audit-log.ts'
import { auditRoutes } from './audit-routes.ts'

/** Records who changed what; `http` reports the operations, identity the passwords that were refused. */
export interface Audit extends AsyncDisposable {
  record(call: AuditedCall): void
  signInRefused(attempt: RefusedSignIn): void
  routes(api: FastifyInstance): void
}

export interface RefusedSignIn {
  /** Undefined when no user has the name: people type passwords where names belong. */
  readonly username: string | undefined
  readonly address: string
}

export function createAudit(deps: Parameters<typeof createAuditLog>[0]): Audit {
  const auditLog = createAuditLog(deps)
  return {
    record: auditLog.record,
    signInRefused: ({ username, address }) =>
      auditLog.record({
        event: SIGN_IN_REFUSED,
        operation: null,
        caller: undefined,
        target: username === undefined ? {} : { username },
        status: 401,
        clientAddress: address,
      }),
    routes: (api) => auditRoutes(api, auditLog),
    [Symbol.asyncDispose]: () => auditLog[Symbol.asyncDispose](),
  }
}
