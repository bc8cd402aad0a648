import { compilePermissions, type PermissionSet } from '@logyard/contract/identity/permissions'
import { EVERYONE_GRN, type Grantee, grn, parseGrn } from '@logyard/contract/identity/shares'
import type { Caller } from '../../http/caller.ts'
import type { Account, Directory } from '../accounts/accounts.ts'
import { permissionsOfGrant } from '../accounts/capability-permissions.ts'

export const EVERYONE: Grantee = { id: EVERYONE_GRN, type: 'global', title: 'Everyone' }

const granteeOf = ({ user }: Account): Grantee => ({
  id: grn('user', user.id),
  type: 'user',
  title: user.full_name,
})

/** The grantees that the caller may share with: other users that it may see, and everyone. */
export function availableGrantees(directory: Directory, caller: Caller): Grantee[] {
  const seesAll = caller.holds('users:list')
  const visible = directory
    .stored()
    .filter(({ user }) => user.id !== caller.userId && (seesAll || caller.holds(`users:read:${user.username}`)))
  return [...visible.map(granteeOf), EVERYONE]
}

/** `undefined` for a deleted user. */
export function findGrantee(directory: Directory, granteeGrn: string): Grantee | undefined {
  if (granteeGrn === EVERYONE_GRN) return EVERYONE
  const account = accountOf(directory, granteeGrn)
  return account === undefined ? undefined : granteeOf(account)
}

/** The permissions of a grantee; those of everyone are what is shared with everyone. */
export function heldBy(directory: Directory, granteeGrn: string): PermissionSet {
  const account = accountOf(directory, granteeGrn)
  if (account !== undefined) return account.held
  const grants = directory.grantsFor(granteeGrn)
  return compilePermissions(grants.flatMap(({ target, capability }) => permissionsOfGrant(target, capability)))
}

function accountOf(directory: Directory, granteeGrn: string): Account | undefined {
  const parsed = parseGrn(granteeGrn)
  return parsed?.type === 'user' ? directory.findById(parsed.id) : undefined
}
