/** Creates and updates the user of a provider at each sign-in. */
import type { Ids } from '../../platform/ids.ts'
import { commitRetrying } from '../../platform/settings/commit-retrying.ts'
import { type SettingsStore, UniqueTaken } from '../../platform/settings/settings-store.ts'
import type { Accounts, Directory } from '../accounts/accounts.ts'
import { newExternalUser } from '../accounts/external-user.ts'
import { withMappedRoles } from '../accounts/mapped-roles.ts'
import type { RootSettings } from '../accounts/root-user.ts'
import { isAllowedName } from '../accounts/user-rules.ts'
import type { User, UserStore } from '../accounts/user-store.ts'
import type { ClaimedPerson } from './claims.ts'
import type { StoredOidcProvider } from './oidc-provider-store.ts'
import { originOfProvider } from './oidc-providers.ts'

export interface ProvisionPersonDeps {
  readonly settings: SettingsStore
  readonly users: UserStore
  readonly accounts: Pick<Accounts, 'read'>
  readonly ids: Ids
  readonly root: RootSettings
}

export type Provisioned = { readonly userId: string } | { readonly refusal: string }

/**
 * A user is known by issuer and subject only. A claim that names a user of Logyard, of a directory or of another
 * provider is refused, and so is another person of the same provider: names are given again, subjects are not.
 */
export async function provisionPerson(
  deps: ProvisionPersonDeps,
  provider: StoredOidcProvider,
  person: ClaimedPerson,
): Promise<Provisioned> {
  const { settings, users, accounts } = deps
  try {
    return await commitRetrying<Provisioned>(settings, async () => {
      const directory = await accounts.read()
      const known = directory.findExternal(originOfProvider(provider.id), person.uid)
      if (known === undefined) {
        const refusal = refusalOfName(directory, person.username)
        if (refusal !== undefined) return { writes: [], answer: { refusal } }
        const created = newUser(deps, directory, provider, person)
        return { writes: [users.inserting(created)], answer: { userId: created.id } }
      }
      const stored = await users.findVersioned(known.user.id)
      if (stored === undefined) return { writes: [], answer: { refusal: 'the user was deleted a moment ago' } }
      const { document, version } = stored
      if (document.service_account) return { writes: [], answer: { refusal: 'it is a service account' } }
      // An administrator disabled it here, which a sign-in must not undo.
      if (document.account_status !== 'enabled') return { writes: [], answer: { refusal: 'the user is disabled' } }
      const next = updatedUser(directory, document, provider, person)
      const isSame = JSON.stringify(next) === JSON.stringify(document)
      return { writes: isSame ? [] : [users.replacing(next, version)], answer: { userId: next.id } }
    })
  } catch (error) {
    if (error instanceof UniqueTaken) return { refusal: NAME_TAKEN }
    throw error
  }
}

const NAME_TAKEN = 'another user has the name'

function refusalOfName(directory: Directory, username: string): string | undefined {
  // Invisible and compatible characters make names that look like those of others.
  if (/\p{Cf}/u.test(username) || username !== username.normalize('NFKC').trim()) return 'the name is not allowed'
  if (!isAllowedName(username)) return 'the name is not allowed'
  return directory.isNameTaken(username) ? NAME_TAKEN : undefined
}

const newUser = (
  deps: ProvisionPersonDeps,
  directory: Directory,
  provider: StoredOidcProvider,
  person: ClaimedPerson,
): User =>
  newExternalUser(deps, {
    username: person.username,
    full_name: person.fullName,
    email: person.email,
    role_ids: withMappedRoles(directory, provider.default_roles, provider.role_mapping, person.mappedRoles),
    auth_service_id: originOfProvider(provider.id),
    auth_service_uid: person.uid,
  })

/** The name stays as it was at the first sign-in: at many providers people choose it themselves. */
const updatedUser = (directory: Directory, user: User, provider: StoredOidcProvider, person: ClaimedPerson): User => ({
  ...user,
  full_name: person.fullName,
  email: person.email,
  role_ids: withMappedRoles(directory, user.role_ids, provider.role_mapping, person.mappedRoles),
})
