import type { UserOverview, UserSummary } from '@logyard/contract/identity/users'
import type { Caller } from '../../http/caller.ts'
import type { Account } from '../accounts/accounts.ts'
import { legacyInstant } from '../accounts/legacy-instant.ts'
import type { SessionFacts } from '../sessions/session-service.ts'

/** Sent in place of empty preferences. */
const DEFAULT_PREFERENCES = { updateUnfocussed: false, enableSmartSearch: true }

export const roleNames = ({ roles }: Account) => roles.map(({ name }) => name)

/** Users may see their own permissions, and those that they may change. */
export function maySeePermissions(caller: Caller, { user }: Account): boolean {
  return caller.userId === user.id || caller.holds(`users:permissionsedit:${user.username}`)
}

export function userSummary(account: Account, facts: SessionFacts | undefined, showPermissions: boolean): UserSummary {
  const { user } = account
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    full_name: user.full_name,
    permissions: showPermissions ? [...account.permissions] : [],
    grn_permissions: showPermissions ? [...account.grnPermissions] : [],
    preferences: Object.keys(user.preferences).length === 0 ? DEFAULT_PREFERENCES : user.preferences,
    timezone: user.timezone,
    session_timeout_ms: user.session_timeout_ms,
    read_only: account.isRoot,
    external: user.external,
    startpage: user.startpage,
    roles: roleNames(account),
    session_active: facts !== undefined,
    last_activity: facts === undefined ? null : legacyInstant(facts.lastActivityMs),
    client_address: facts?.clientAddress ?? null,
    account_status: user.account_status,
    service_account: user.service_account,
  }
}

export function userOverview(account: Account, facts: SessionFacts | undefined): UserOverview {
  const { user } = account
  return {
    id: user.id,
    username: user.username,
    full_name: user.full_name,
    email: user.email,
    external_user: user.external,
    read_only: account.isRoot ? true : null,
    roles: roleNames(account),
    session_active: facts === undefined ? null : true,
    last_activity: facts === undefined ? null : legacyInstant(facts.lastActivityMs),
    client_address: facts?.clientAddress ?? null,
    auth_service_id: user.auth_service_id,
    auth_service_uid: user.auth_service_uid,
    account_status: user.account_status,
    service_account: user.service_account,
  }
}
