/** Which permissions the server asks for, by what the screens offer. `may` is what `useMay` hands out. */
type May = (required: string | readonly string[]) => boolean

export const mayEdit = (may: May, username: string) => may(`users:edit:${username}`)
/** Deleting is never implied by being allowed to edit one user, such as oneself. */
export const mayDelete = (may: May) => may('users:edit')
export const mayListTokens = (may: May, username: string) => may(`users:tokenlist:${username}`)
export const mayCreateTokens = (may: May, username: string) => may(`users:tokencreate:${username}`)
export const mayRemoveTokens = (may: May, username: string) => may(`users:tokenremove:${username}`)
export const mayGiveRoles = (may: May, username: string) => may(`users:rolesedit:${username}`)
export const mayChangePassword = (may: May, username: string) => may(`users:passwordchange:${username}`)
/** Only holders of everything may say when sessions end. */
export const maySetTimeout = (may: May) => may('*')
/** Others' passwords can be set without knowing the old one; one's own never. */
export const needsOldPassword = (may: May, isSelf: boolean) => isSelf || !may('users:passwordchange:*')
