import type { Caller } from '../../http/caller.ts'
import { notAuthorized } from '../../platform/errors.ts'
import type { Account } from './accounts.ts'

export function callerOf({ user, held }: Account, sessionId?: string): Caller {
  return {
    userId: user.id,
    username: user.username,
    ...(sessionId === undefined ? {} : { sessionId }),
    holds: (permission) => held.holds(permission),
    require(permission) {
      if (held.holds(permission)) return
      const instance = permission.split(':').slice(2).join(':')
      throw notAuthorized(instance === '' ? undefined : instance)
    },
  }
}
