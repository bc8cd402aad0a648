import type { Caller } from '../../http/caller.ts'
import { notAuthorized } from '../../platform/errors.ts'
import type { Account } from './accounts.ts'

/** How the caller of a request was recognised. */
export type Proof = Pick<Caller, 'sessionId' | 'sessionName' | 'credential' | 'tokenName'>

export function callerOf({ user, held }: Account, proof: Proof = {}): Caller {
  return {
    userId: user.id,
    username: user.username,
    ...proof,
    holds: (permission) => held.holds(permission),
    require(permission) {
      if (held.holds(permission)) return
      const instance = permission.split(':').slice(2).join(':')
      throw notAuthorized(instance === '' ? undefined : instance)
    },
  }
}
