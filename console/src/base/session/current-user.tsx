import { compileConsolePermissions, type PermissionSet } from '@logyard/contract/identity/permissions'
import { getUser, type UserSummary } from '@logyard/contract/identity/users'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback } from 'react'
import type { Call } from '../../api/api-client.ts'

export const currentUserQuery = (call: Call, username: string) =>
  queryOptions({
    queryKey: ['current-user', username],
    queryFn: ({ signal }) => call(getUser, { params: { username }, signal }),
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

/** `const may = useMay()`, then `may('users:list')`; a list requires all of its permissions. Case is ignored. */
export function useMay(): (required: string | readonly string[]) => boolean {
  const { permissions } = useContextUser()
  return useCallback(
    (required) => (typeof required === 'string' ? [required] : required).every((one) => permissions.holds(one)),
    [permissions],
  )
}

/** Reloads the current user, after changes to the user or to permissions. */
export function useReloadCurrentUser(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: ['current-user'] }), [client])
}
