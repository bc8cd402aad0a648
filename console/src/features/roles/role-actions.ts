/** The mutations of a role, with their toasts. */
import {
  type AuthzRole,
  addRoleAssignees,
  createRole,
  deleteAuthzRole,
  pageRoleAssignees,
  type RoleDraft,
  removeRoleAssignee,
  updateRole,
} from '@logyard/contract/identity/roles'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { unlessMissing } from '../../base/toasts/use-failure-toast.ts'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { ROLES_KEY } from './role-queries.ts'

/** The current user may have the role, so the user is reloaded after each change. */
const CHANGED = [ROLES_KEY, ['users'], ['current-user']] as const

export function useCreateRole() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: RoleDraft) => call(createRole, { body }),
    succeeded: ({ name }) => t('roles.toast.created', { name }),
    failed: (_, status) => ({
      title: t('roles.toast.createFailed.title'),
      text: t('roles.toast.createFailed', { status }),
    }),
    changes: CHANGED,
  })
}

export function useUpdateRole() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ role, draft }: { role: AuthzRole; draft: RoleDraft }) =>
      call(updateRole, { params: { name: role.name }, body: draft }),
    succeeded: ({ draft }) => t('roles.toast.updated', { name: draft.name }),
    failed: (_, status, error) =>
      unlessMissing(error) === null
        ? undefined
        : { title: t('roles.toast.updateFailed.title'), text: t('roles.toast.updateFailed', { status }) },
    changes: CHANGED,
  })
}

export function useDeleteRole() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: AuthzRole) => call(deleteAuthzRole, { params: { roleId: id } }),
    succeeded: ({ name }) => t('roles.toast.deleted', { name }),
    failed: (_, status, error) =>
      unlessMissing(error) === null
        ? undefined
        : { title: t('roles.toast.deleteFailed.title'), text: t('roles.toast.deleteFailed', { status }) },
    changes: CHANGED,
  })
}

/** The number of users who would lose the role if it is deleted. */
export function useCountAssignees() {
  const call = useCall()
  return async (role: AuthzRole) =>
    (await call(pageRoleAssignees, { params: { roleId: role.id }, query: { per_page: 1 } })).total
}

export function useAssignUsers(role: AuthzRole) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (usernames: readonly string[]) =>
      call(addRoleAssignees, { params: { roleId: role.id }, body: [...usernames] }),
    succeeded: (usernames) => t('roles.toast.assigned', { names: usernames.join(', ') }),
    failed: (usernames, status) => ({ text: t('roles.toast.assignFailed', { names: usernames.join(', '), status }) }),
    changes: CHANGED,
  })
}

export function useUnassignUser(role: AuthzRole) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (username: string) => call(removeRoleAssignee, { params: { roleId: role.id, username } }),
    succeeded: (username) => t('roles.toast.unassigned', { name: username }),
    failed: (username, status) => ({ text: t('roles.toast.unassignFailed', { name: username, status }) }),
    changes: CHANGED,
  })
}
