import { ACCOUNT_STATUSES, type Preferences, type UserChange, type UserCreate } from '@logyard/contract/identity/users'
import type { Caller } from '../../http/caller.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import { commitRetrying } from '../../platform/settings/commit-retrying.ts'
import { type SettingsStore, UniqueTaken, type Write } from '../../platform/settings/settings-store.ts'
import { type Account, type Accounts, type Directory, derivedPermissions } from '../accounts/accounts.ts'
import { isAdminRole } from '../accounts/built-in-roles.ts'
import {
  adminIntoServiceAccount,
  adminServiceAccount,
  checkUserFields,
  DEFAULT_SESSION_TIMEOUT_MS,
  isTimeZone,
  readOnlyUser,
  startpageFrom,
  userIdNotFound,
  userNotFound,
  usernameTaken,
} from '../accounts/user-rules.ts'
import type { User, UserStore } from '../accounts/user-store.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { CheckPasswordRules } from '../passwords/password-rules.ts'

export type Users = ReturnType<typeof createUsers>

/** The documents that are deleted with a user, or when the user is disabled. */
export interface UserBelongings {
  sessions(userId: string): Promise<readonly Write[]>
  all(userId: string): Promise<readonly Write[]>
}

const unknownRoles = (names: readonly string[]) =>
  new LogyardError('invalid', 'role-names-unknown', `Invalid role names: ${names.join(', ')}`)
const unknownStatus = (status: string) =>
  new LogyardError('invalid', 'account-status-unknown', `${status} is not an account status`)

interface UsersDeps {
  readonly settings: SettingsStore
  readonly store: UserStore
  readonly accounts: Accounts
  readonly hasher: PasswordHasher
  readonly ids: Ids
  readonly belongings: UserBelongings
  readonly checkPasswordRules: CheckPasswordRules
}

export function createUsers(deps: UsersDeps) {
  const { accounts } = deps
  return {
    create: (draft: UserCreate) => createUser(deps, draft),
    update: (caller: Caller, userId: string, wishes: UserChange) => updateUser(deps, caller, userId, wishes),
    async delete(username: string) {
      const account = (await accounts.read()).findByName(username)
      if (account === undefined || account.isRoot) throw userNotFound(username)
      await removeUser(deps, account)
    },
    async deleteById(userId: string) {
      const account = requireStored((await accounts.read()).resolve(userId), () => userIdNotFound(userId))
      await removeUser(deps, account)
    },
    async setPermissions(username: string, permissions: readonly string[]) {
      const account = await storedByName(deps, username)
      const own = withoutDerived(await accounts.read(), account, permissions)
      await changeUser(deps, account, (stored) => ({ ...stored, permissions: own }))
    },
    async setPreferences(username: string, preferences: Preferences) {
      await changeUser(deps, await storedByName(deps, username), (stored) => ({ ...stored, preferences }))
    },
    /** Returns whether anything changed. */
    setStatus: (caller: Caller, userId: string, status: string) => setStatus(deps, caller, userId, status),
    /** Adds the role to all of them or to none. */
    addRole: (assignees: readonly Account[], roleId: string) => addRole(deps, assignees, roleId),
    async removeRole(account: Account, roleId: string) {
      if (account.isRoot) throw readOnlyUser(account.user.username)
      await changeUser(deps, account, (stored) => ({
        ...stored,
        role_ids: stored.role_ids.filter((id) => id !== roleId),
      }))
    },
    /** Writes for the commit that deletes a role. */
    losingRole: (roleId: string) => losingRole(deps, roleId),
    /** Clears the start page of every user that starts on the deleted entity. */
    clearStartpages: (entityId: string) => clearStartpages(deps, entityId),
  }
}

/** Throws unless the account is a stored user, which can be changed. */
function requireStored(account: Account | undefined, notFound: () => LogyardError): Account {
  if (account === undefined) throw notFound()
  if (account.isRoot) throw readOnlyUser(account.user.username)
  return account
}

const storedByName = async ({ accounts }: UsersDeps, username: string) =>
  requireStored((await accounts.read()).findByName(username), () => userNotFound(username))

async function changeUser({ store }: UsersDeps, { user }: Account, apply: (stored: User) => User): Promise<void> {
  if ((await store.update(user.id, apply)) === undefined) throw userNotFound(user.username)
}

const removeUser = ({ settings, store, belongings }: UsersDeps, { user }: Account): Promise<void> =>
  commitRetrying(settings, async () => {
    return { writes: [store.deleting(user.id), ...(await belongings.all(user.id))], answer: undefined }
  })

async function createUser(deps: UsersDeps, draft: UserCreate): Promise<User> {
  const { store, accounts, hasher, ids } = deps
  const directory = await accounts.read()
  checkUserFields({ ...draft, session_timeout_ms: draft.session_timeout_ms ?? undefined })
  await deps.checkPasswordRules(draft.password)
  if (directory.isNameTaken(draft.username)) throw usernameTaken(draft.username)
  const roleIds = idsOfRoles(directory, draft.roles ?? [])
  const isService = draft.service_account ?? false
  if (isService && includesAdmin(directory, roleIds)) throw adminServiceAccount()
  const timezone = draft.timezone ?? null
  try {
    return await store.insert({
      id: ids.next(),
      username: draft.username,
      full_name: draft.full_name,
      email: draft.email,
      password_hash: await hasher.hash(draft.password),
      permissions: draft.permissions,
      role_ids: roleIds,
      timezone: timezone !== null && isTimeZone(timezone) ? timezone : null,
      // 0 would sign the user out at once. It means the default, as it means no change in updates.
      session_timeout_ms: draft.session_timeout_ms || DEFAULT_SESSION_TIMEOUT_MS,
      preferences: {},
      startpage: draft.startpage == null ? null : startpageFrom(draft.startpage),
      account_status: 'enabled',
      service_account: isService,
      external: false,
      auth_service_id: null,
      auth_service_uid: null,
    })
  } catch (error) {
    if (error instanceof UniqueTaken) throw usernameTaken(draft.username, { cause: error })
    throw error
  }
}

async function updateUser(deps: UsersDeps, caller: Caller, userId: string, wishes: UserChange): Promise<void> {
  const directory = await deps.accounts.read()
  const found = directory.resolve(userId)
  if (found === undefined) throw userIdNotFound(userId)
  caller.require(`users:edit:${found.user.username}`)
  const account = requireStored(found, () => userIdNotFound(userId))
  const changes = allowedChanges(caller, directory, account, wishes)
  checkUserFields(changes)
  await changeUser(deps, account, (stored) => {
    const next = { ...stored, ...changes }
    if (next.service_account && includesAdmin(directory, next.role_ids)) {
      throw changes.role_ids === undefined ? adminIntoServiceAccount() : adminServiceAccount()
    }
    return next
  })
}

async function setStatus(deps: UsersDeps, caller: Caller, userId: string, text: string): Promise<boolean> {
  const { settings, store, accounts, belongings } = deps
  const found = (await accounts.read()).resolve(userId)
  if (found === undefined) throw userIdNotFound(userId)
  caller.require(`users:edit:${found.user.username}`)
  const { user } = requireStored(found, () => userIdNotFound(userId))
  const status = ACCOUNT_STATUSES.find((candidate) => candidate === text.toLowerCase())
  if (status === undefined) throw unknownStatus(text)
  return commitRetrying(settings, async () => {
    const stored = await store.findVersioned(user.id)
    if (stored === undefined) throw userIdNotFound(userId)
    if (stored.document.account_status === status) return { writes: [], answer: false }
    const changed = store.replacing({ ...stored.document, account_status: status }, stored.version)
    const endings = status === 'enabled' ? [] : await belongings.sessions(user.id)
    return { writes: [changed, ...endings], answer: true }
  })
}

async function addRole(deps: UsersDeps, assignees: readonly Account[], roleId: string): Promise<void> {
  const { settings, store, accounts } = deps
  const isAdmin = includesAdmin(await accounts.read(), [roleId])
  await commitRetrying(settings, async () => {
    const writes: Write[] = []
    for (const { user, isRoot } of assignees) {
      if (isRoot) throw readOnlyUser(user.username)
      const stored = await store.findVersioned(user.id)
      if (stored === undefined) throw userNotFound(user.username)
      const { document, version } = stored
      if (isAdmin && document.service_account) throw adminServiceAccount()
      if (document.role_ids.includes(roleId)) continue
      writes.push(store.replacing({ ...document, role_ids: [...document.role_ids, roleId] }, version))
    }
    return { writes, answer: undefined }
  })
}

async function losingRole({ store, accounts }: UsersDeps, roleId: string): Promise<readonly Write[]> {
  const writes: Write[] = []
  for (const { user } of (await accounts.read()).withRole(roleId)) {
    const stored = await store.findVersioned(user.id)
    if (stored === undefined) continue
    const role_ids = stored.document.role_ids.filter((id) => id !== roleId)
    writes.push(store.replacing({ ...stored.document, role_ids }, stored.version))
  }
  return writes
}

async function clearStartpages({ store, accounts }: UsersDeps, entityId: string): Promise<void> {
  const starting = (await accounts.read()).stored().filter(({ user }) => user.startpage?.id === entityId)
  for (const { user } of starting) {
    await store.update(user.id, (stored) =>
      stored.startpage?.id === entityId ? { ...stored, startpage: null } : stored,
    )
  }
}

const includesAdmin = (directory: Directory, roleIds: readonly string[]) =>
  roleIds.some((id) => {
    const role = directory.findRole(id)
    return role !== undefined && isAdminRole(role)
  })

function idsOfRoles(directory: Directory, names: readonly string[]): string[] {
  const unknown = names.filter((name) => directory.findRoleByName(name) === undefined)
  if (unknown.length > 0) throw unknownRoles(unknown)
  return [...new Set(names.flatMap((name) => directory.findRoleByName(name)?.id ?? []))]
}

/** Clients send back the effective permissions that they read: those of roles and grants are not the user's own. */
function withoutDerived(directory: Directory, { user, roles }: Account, permissions: readonly string[]): string[] {
  const derived = new Set(derivedPermissions(user, roles, directory.grantsOf(user.id)))
  return permissions.filter((permission) => !derived.has(permission.toLowerCase()))
}

/** The requested changes that this caller may make to this user. */
function allowedChanges(caller: Caller, directory: Directory, account: Account, wishes: UserChange): Partial<User> {
  const { user } = account
  const changes: Partial<User> = {}
  if (wishes.email != null && !user.external) changes.email = wishes.email
  if (wishes.full_name != null && !user.external) changes.full_name = wishes.full_name
  if (wishes.permissions != null && caller.holds(`users:permissionsedit:${user.username}`)) {
    changes.permissions = withoutDerived(directory, account, wishes.permissions)
  }
  if (wishes.roles != null && caller.holds(`users:rolesedit:${user.username}`)) {
    changes.role_ids = idsOfRoles(directory, wishes.roles)
  }
  if (wishes.timezone === null || wishes.timezone === '') changes.timezone = null
  else if (wishes.timezone !== undefined && isTimeZone(wishes.timezone)) changes.timezone = wishes.timezone
  if (wishes.startpage != null) changes.startpage = startpageFrom(wishes.startpage)
  if (wishes.session_timeout_ms && caller.holds('*')) changes.session_timeout_ms = wishes.session_timeout_ms
  if (wishes.service_account != null) changes.service_account = wishes.service_account
  return changes
}
