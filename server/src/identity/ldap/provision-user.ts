/** Creates and updates the user of a directory at each sign-in. */
import { OIDC_ORIGIN } from '@logyard/contract/identity/oidc'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { commitRetrying } from '../../platform/settings/commit-retrying.ts'
import { type SettingsStore, UniqueTaken } from '../../platform/settings/settings-store.ts'
import type { Accounts, Directory } from '../accounts/accounts.ts'
import { newExternalUser } from '../accounts/external-user.ts'
import { withMappedRoles } from '../accounts/mapped-roles.ts'
import type { RootSettings } from '../accounts/root-user.ts'
import { isAllowedName } from '../accounts/user-rules.ts'
import type { User, UserStore } from '../accounts/user-store.ts'
import type { StoredAuthService } from '../auth-services/auth-service-store.ts'
import { type Group, rolesOfGroups } from './directory-groups.ts'
import type { DirectoryUser } from './directory-user.ts'

export interface ProvisionDeps {
  readonly settings: SettingsStore
  readonly users: UserStore
  readonly accounts: Pick<Accounts, 'read'>
  readonly ids: Ids
  readonly log: Log
  readonly root: RootSettings
}

interface Person {
  readonly user: DirectoryUser
  readonly groups: readonly Group[] | undefined
}

/** The id of the user; undefined if the person may not sign in here. */
export async function provisionUser(
  deps: ProvisionDeps,
  service: StoredAuthService,
  person: Person,
): Promise<string | undefined> {
  const { settings, users, accounts, log } = deps
  const { username } = person.user
  const refuse = (reason: string) => {
    log.warn({ authServiceId: service.id, dn: person.user.dn, reason }, 'user of a directory refused')
    return undefined
  }
  if (!person.user.isEnabled) return refuse('the account is disabled in the directory')
  if (username.toLowerCase() === deps.root.username.toLowerCase()) return refuse('it has the name of the root user')
  if (!isAllowedName(username)) return refuse('the name is not allowed')
  try {
    return await commitRetrying(settings, async () => {
      const directory = await accounts.read()
      const known = findKnown(directory, service, person.user)
      if (known === undefined) {
        const created = newUser(deps, directory, service, person)
        return { writes: [users.inserting(created)], answer: created.id }
      }
      const stored = await users.findVersioned(known.user.id)
      // Deleted a moment ago; the next attempt creates it.
      if (stored === undefined) return { writes: [], answer: undefined }
      const { document, version } = stored
      if (document.auth_service_id?.startsWith(OIDC_ORIGIN) === true) {
        return { writes: [], answer: refuse('it has the name of a user of an OpenID Connect provider') }
      }
      if (document.service_account) return { writes: [], answer: refuse('it has the name of a service account') }
      // An administrator disabled it here, which a sign-in must not undo.
      if (document.account_status !== 'enabled') return { writes: [], answer: undefined }
      const next = updatedUser(directory, document, service, person)
      const isSame = JSON.stringify(next) === JSON.stringify(document)
      return { writes: isSame ? [] : [users.replacing(next, version)], answer: next.id }
    })
  } catch (error) {
    if (error instanceof UniqueTaken) return refuse('another user has the name')
    throw error
  }
}

const findKnown = (directory: Directory, service: StoredAuthService, { uniqueId, username }: DirectoryUser) =>
  directory.findExternal(service.id, uniqueId) ?? directory.findByNameIgnoringCase(username)

/** Overwritten at each sign-in. */
const factsOf = (service: StoredAuthService, { user }: Person) => ({
  username: user.username,
  full_name: user.fullName,
  email: user.email,
  external: true,
  auth_service_id: service.id,
  auth_service_uid: user.uniqueId,
})

const newUser = (deps: ProvisionDeps, directory: Directory, service: StoredAuthService, person: Person): User =>
  newExternalUser(deps, {
    ...factsOf(service, person),
    role_ids: withGroupRoles(directory, service.default_roles, service, person),
  })

const updatedUser = (directory: Directory, user: User, service: StoredAuthService, person: Person): User => ({
  ...user,
  ...factsOf(service, person),
  role_ids: withGroupRoles(directory, user.role_ids, service, person),
})

function withGroupRoles(
  directory: Directory,
  roleIds: readonly string[],
  { config: { group_mapping: mapping } }: StoredAuthService,
  { groups }: Person,
): string[] {
  const given = mapping === null || groups === undefined ? undefined : rolesOfGroups(mapping, groups)
  return withMappedRoles(directory, roleIds, mapping, given)
}
