import {
  type Access,
  type PermissionNames,
  type PermissionValues,
  permissionFor,
  permissionsOf as permissionsOfAccess,
} from '@logyard/contract/http/operation'
import { compileConsolePermissions, type PermissionSet } from '@logyard/contract/identity/permissions'
import { getUser, type UserSummary } from '@logyard/contract/identity/users'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useMemo } from 'react'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'

export const currentUserQuery = (call: Call, username: string) => ({
  ...callQuery(call, ['current-user', username], getUser, { params: { username } }),
  staleTime: Number.POSITIVE_INFINITY,
})

export interface CurrentUser {
  readonly user: UserSummary
  readonly permissions: PermissionSet
}
const CurrentUserContext = createContext<CurrentUser | undefined>(undefined)
export const CurrentUserProvider = CurrentUserContext.Provider

export const permissionsOf = (user: UserSummary): PermissionSet =>
  compileConsolePermissions([...user.permissions, ...user.grn_permissions])

function useContextUser(): CurrentUser {
  const current = use(CurrentUserContext)
  if (current === undefined) throw new Error('rendered while nobody is signed in')
  return current
}

/** The signed-in user. */
export const useCurrentUser = (): UserSummary => useContextUser().user

/** An operation, or a right that belongs to no operation. */
export interface Guarded {
  readonly access: Access
}
type NamesOf<Of extends Access> = [PermissionNames<Of>] extends [never]
  ? []
  : [names?: { readonly [Name in PermissionNames<Of>]?: string | null | undefined }]

/**
 * Whether the user may call the operations: `may(updateInput, { id })` for one object, `may(updateInput)` for all.
 * The names are those of the permissions in the contract.
 */
export type May = <Operation extends Guarded>(
  operations: Operation | readonly Operation[],
  ...names: NamesOf<Operation['access']>
) => boolean

/** Whether the user has all of the permissions; of `a or b`, one is enough. */
const holdsAll = (held: PermissionSet, required: readonly string[], names: PermissionValues = {}): boolean =>
  required.every((permission) => permission.split(' or ').some((one) => held.holds(permissionFor(one, names))))

export const mayOf =
  (held: PermissionSet): May =>
  (operations, names?: PermissionValues) =>
    [operations].flat().every(({ access }) => holdsAll(held, permissionsOfAccess(access), names))

export function useMay(): May {
  const { permissions } = useContextUser()
  return useMemo(() => mayOf(permissions), [permissions])
}

/** Whether the user has all permissions that a page needs. Plugins name permissions: they call no operation of ours. */
export function useHolds(): (required: readonly string[], names?: PermissionValues) => boolean {
  const { permissions } = useContextUser()
  return useCallback((required, names) => holdsAll(permissions, required, names), [permissions])
}

/** Reloads the current user, after changes to the user or to permissions. */
export function useReloadCurrentUser(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: ['current-user'] }), [client])
}
