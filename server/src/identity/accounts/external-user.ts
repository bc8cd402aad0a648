import type { Ids } from '../../platform/ids.ts'
import type { RootSettings } from './root-user.ts'
import { DEFAULT_SESSION_TIMEOUT_MS } from './user-rules.ts'
import type { User } from './user-store.ts'

type ExternalFacts = Pick<
  User,
  'username' | 'full_name' | 'email' | 'auth_service_id' | 'auth_service_uid' | 'role_ids'
>

interface NewUserDeps {
  readonly ids: Ids
  readonly root: RootSettings
}

/** A user who signs in for the first time through a directory or an identity provider, and so without a password. */
export const newExternalUser = ({ ids, root }: NewUserDeps, facts: ExternalFacts): User => ({
  id: ids.next(),
  ...facts,
  password_hash: '',
  permissions: [],
  timezone: root.timezone,
  session_timeout_ms: DEFAULT_SESSION_TIMEOUT_MS,
  preferences: {},
  startpage: null,
  account_status: 'enabled',
  service_account: false,
  external: true,
})
