/** The permissions that the server requires for each action of the screens. `may` is the result of `useMay`. */
import type { AuthzRole } from '@logyard/contract/identity/roles'

type May = (required: string | readonly string[]) => boolean

/** Built-in roles are restored at every server start, so they cannot be changed. */
export const mayEditRole = (may: May, role: AuthzRole) => !role.read_only && may(`roles:edit:${role.name}`)
/** The delete request by id requires `roles:edit`; the reference also checks the permission to delete by name. */
export const mayDeleteRole = (may: May, role: AuthzRole) =>
  !role.read_only && may([`roles:delete:${role.name}`, 'roles:edit'])
export const mayAssign = (may: May) => may(['users:list', 'users:rolesedit'])
