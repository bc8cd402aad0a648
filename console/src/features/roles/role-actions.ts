/** The changes of a role. */
import {
  type AuthzRole,
  addRoleAssignees,
  createRole,
  deleteAuthzRole,
  type RoleDraft,
  removeRoleAssignee,
  updateRole,
} from '@logyard/contract/identity/roles'
import type { ReactNode } from 'react'
import { isMissing } from '../../base/toasts/use-failure-toast.ts'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { ROLES_KEY } from './role-queries.ts'

/** The current user may have the role, so the user is reloaded after each change. */
const CHANGED = [ROLES_KEY, ['users'], ['current-user']] as const

export const useCreateRole = () =>
  useAction({
    run: (call, body: RoleDraft) => call(createRole, { body }),
    texts: 'roles.toast.create',
    changes: CHANGED,
  })

export const useUpdateRole = (role: AuthzRole) =>
  useAction({
    run: (call, body: RoleDraft) => call(updateRole, { params: { name: role.name }, body }),
    texts: 'roles.toast.update',
    changes: CHANGED,
    isShown: isMissing,
  })

/** Deletes a role. `textOf` makes the text of the question: how many users would lose the role. */
export const useDeleteRole = (textOf: (role: AuthzRole) => Promise<ReactNode>) =>
  useAskedAction({
    run: (call, { id }: AuthzRole) => call(deleteAuthzRole, { params: { roleId: id } }),
    texts: 'roles.toast.delete',
    question: 'roles.delete',
    questionText: textOf,
    changes: CHANGED,
    isShown: isMissing,
  })

export const useAssignUsers = (role: AuthzRole) =>
  useAction({
    run: (call, usernames: readonly string[]) =>
      call(addRoleAssignees, { params: { roleId: role.id }, body: [...usernames] }),
    texts: 'roles.toast.assign',
    values: (usernames) => ({ names: usernames.join(', ') }),
    changes: CHANGED,
  })

export const useUnassignUser = (role: AuthzRole) =>
  useAction({
    run: (call, username: string) => call(removeRoleAssignee, { params: { roleId: role.id, username } }),
    texts: 'roles.toast.unassign',
    values: (name) => ({ name }),
    changes: CHANGED,
  })
