import type { PasswordChange } from '@logyard/contract/identity/users'
import type { Caller } from '../../http/caller.ts'
import { LogyardError } from '../../platform/errors.ts'
import { commitRetrying } from '../../platform/settings/commit-retrying.ts'
import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { checkUserFields, readOnlyUser, userIdNotFound } from '../accounts/user-rules.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { PasswordCheck } from './password-check.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { CheckPasswordRules } from './password-rules.ts'

export type ChangePassword = (caller: Caller, userId: string, change: PasswordChange, address: string) => Promise<void>

const notAllowed = (username: string) =>
  new LogyardError('denied', 'password-change-not-allowed', `Not allowed to change password for user ${username}`)
const externalUser = () => new LogyardError('denied', 'external-user', 'Cannot change password for external user.')
const oldPasswordWrong = () =>
  new LogyardError('invalid', 'old-password-wrong', 'Old password is missing or incorrect.')

export function createPasswordChange(deps: {
  readonly settings: SettingsStore
  readonly users: UserStore
  readonly sessions: {
    /** Deletes all sessions of the user except one. */
    endings(userId: string, keptSessionId?: string): Promise<readonly Write[]>
  }
  readonly accounts: Accounts
  readonly hasher: PasswordHasher
  readonly passwords: PasswordCheck
  readonly checkPasswordRules: CheckPasswordRules
}): ChangePassword {
  const { settings, accounts, users, sessions, hasher, passwords } = deps

  return async (caller, userId, { old_password, password }, address) => {
    const account = (await accounts.read()).resolve(userId)
    if (account === undefined) throw userIdNotFound(userId)
    const { user } = account
    if (!caller.holds(`users:passwordchange:${user.username}`)) throw notAllowed(user.username)
    if (account.isRoot) throw readOnlyUser(user.username)
    if (user.external) throw externalUser()

    // An unattended browser must not be enough to take over an account, not even an administrator's.
    const needsOld = caller.userId === user.id || !caller.holds('users:passwordchange:*')
    if (needsOld && (old_password == null || !(await passwords.isPasswordOf(user, old_password, address)))) {
      throw oldPasswordWrong()
    }
    checkUserFields({ password })
    await deps.checkPasswordRules(password)
    const password_hash = await hasher.hash(password)
    await commitRetrying(settings, async () => {
      const stored = await users.findVersioned(user.id)
      if (stored === undefined) throw userIdNotFound(userId)
      const changed = users.replacing({ ...stored.document, password_hash }, stored.version)
      // A password is often changed because it leaked, so its sessions end. Tokens do not depend on it.
      const endings = await sessions.endings(user.id, caller.userId === user.id ? caller.sessionId : undefined)
      return { writes: [changed, ...endings], answer: undefined }
    })
  }
}
