/** The permissions that the server requires for each action of the screens. `may` is the result of `useMay`. */

import { administrates } from '@logyard/contract/identity/rights'
import { addRoleAssignees } from '@logyard/contract/identity/roles'
import { createToken, deleteToken, listTokens } from '@logyard/contract/identity/tokens'
import { changeUserPassword, deleteUserById, updateUser } from '@logyard/contract/identity/users'
import type { May } from '../../base/session/current-user.tsx'

export const mayEdit = (may: May, username: string) => may(updateUser, { username })
/** The permission to edit a user, such as one's own account, does not include deletion. */
export const mayDelete = (may: May) => may(deleteUserById)
export const mayListTokens = (may: May, username: string) => may(listTokens, { username })
export const mayCreateTokens = (may: May, username: string) => may(createToken, { username })
export const mayRemoveTokens = (may: May, username: string) => may(deleteToken, { username })
export const mayAssignRoles = (may: May, username: string) => may(addRoleAssignees, { username })
export const mayChangePassword = (may: May, username: string) => may(changeUserPassword, { username })
/** Only administrators may set the session timeout. */
export const maySetTimeout = (may: May) => may(administrates)
/** Only the holder of this permission can change another user's password without knowing the old one. */
export const needsOldPassword = (may: May, isSelf: boolean) => isSelf || !may(changeUserPassword)
