import { type Capability, grn } from '@logyard/contract/identity/shares'
import { ROOT_USER_ID } from '@logyard/contract/identity/users'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Grant, GrantStore } from '../accounts/grant-store.ts'

/** Writes to grants, for other areas to commit together with the entity. */
export type Grants = ReturnType<typeof createGrants>

export function createGrants(deps: {
  readonly store: GrantStore
  readonly accounts: Accounts
  readonly clock: Clock
  readonly ids: Ids
}) {
  const { store: collection, accounts, clock, ids } = deps
  const deleting = (grants: readonly Grant[]) => grants.map(({ id }) => collection.deleting(id))

  const granting = ({ username }: Caller, grantee: string, target: string, capability: Capability) => {
    const now = clock.now().toISOString()
    const authorship = { created_by: username, created_at: now, updated_by: username, updated_at: now }
    return collection.inserting({ id: ids.next(), grantee, target, capability, ...authorship, expires_at: null })
  }

  return {
    /** Writes for the commit that creates an entity: its creator owns it. Empty for the root user, who owns all. */
    creating(caller: Caller, target: string) {
      return caller.userId === ROOT_USER_ID ? [] : [granting(caller, grn('user', caller.userId), target, 'own')]
    },
    /** Writes for the commit that deletes an entity; areas use `EntityDeletion`. */
    deletingTarget: async (target: string) => deleting((await accounts.read()).grantsOn(target)),
    /** Writes for the commit that deletes a user. */
    deletingGrantee: async (userId: string) => deleting((await accounts.read()).grantsFor(grn('user', userId))),
    granting,
    changing({ username }: Caller, grant: Grant, capability: Capability) {
      const updated_at = clock.now().toISOString()
      return collection.replacing({ ...grant, capability, updated_by: username, updated_at })
    },
    revoking: ({ id }: Grant) => collection.deleting(id),
  }
}
