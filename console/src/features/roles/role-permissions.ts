/** Which permissions the server asks for, by what the screens offer. `may` is what `useMay` hands out. */
import type { AuthzRole } from '@logyard/contract/identity/roles'

type May = (required: string | readonly string[]) => boolean

/** Built-in roles are repaired at every start of the server, so nothing of them can be changed. */
export const mayEditRole = (may: May, role: AuthzRole) => !role.read_only && may(`roles:edit:${role.name}`)
/** The call by id asks for `roles:edit`; the reference shows it to those who may delete the role by name. */
export const mayDeleteRole = (may: May, role: AuthzRole) =>
  !role.read_only && may([`roles:delete:${role.name}`, 'roles:edit'])
export const mayAssign = (may: May) => may(['users:list', 'users:rolesedit'])
