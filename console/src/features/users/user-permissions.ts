/** The permissions that the server requires for each action of the screens. `may` is the result of `useMay`. */
type May = (required: string | readonly string[]) => boolean

export const mayEdit = (may: May, username: string) => may(`users:edit:${username}`)
/** The permission to edit a user, such as one's own account, does not include deletion. */
export const mayDelete = (may: May) => may('users:edit')
export const mayListTokens = (may: May, username: string) => may(`users:tokenlist:${username}`)
export const mayCreateTokens = (may: May, username: string) => may(`users:tokencreate:${username}`)
export const mayRemoveTokens = (may: May, username: string) => may(`users:tokenremove:${username}`)
export const mayAssignRoles = (may: May, username: string) => may(`users:rolesedit:${username}`)
export const mayChangePassword = (may: May, username: string) => may(`users:passwordchange:${username}`)
/** Only administrators may set the session timeout. */
export const maySetTimeout = (may: May) => may('*')
/** Only the holder of this permission can change another user's password without knowing the old one. */
export const needsOldPassword = (may: May, isSelf: boolean) => isSelf || !may('users:passwordchange:*')
