/** The permissions that the server requires for each action of the screens. `may` is the result of `useMay`. */

import {
  type AuthzRole,
  addRoleAssignees,
  deleteAuthzRole,
  deleteRole,
  updateRole,
} from '@logyard/contract/identity/roles'
import { pageUsers } from '@logyard/contract/identity/users'
import type { May } from '../../base/session/current-user.tsx'

/** Built-in roles are restored at every server start, so they cannot be changed. */
export const mayEditRole = (may: May, role: AuthzRole) => !role.read_only && may(updateRole, { name: role.name })
/** Deletion by id requires the permission to edit all roles; the reference also checks the one to delete by name. */
export const mayDeleteRole = (may: May, role: AuthzRole) =>
  !role.read_only && may([deleteRole, deleteAuthzRole], { name: role.name })
export const mayAssign = (may: May) => may([pageUsers, addRoleAssignees])
