import { type Access, permissionFor, permissionsOf } from '@logyard/contract/http/operation'
import type { FastifyRequest } from 'fastify'
import { LogyardError } from '../platform/errors.ts'

/** Returned as a 401 with an empty body. */
export const notSignedIn = () => new LogyardError('unauthenticated', 'not-signed-in', 'Not signed in')

/** The one place where an operation's permissions are checked, before its body is read. */
export function requirePermissions(access: Access, request: FastifyRequest): void {
  if (access.kind === 'public') return
  const caller = request.caller
  if (caller === undefined) throw notSignedIn()
  if (access.kind !== 'holds') return
  const params = request.params as Readonly<Record<string, string>>
  for (const permission of permissionsOf(access)) caller.require(permissionFor(permission, params))
}
