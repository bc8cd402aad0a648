import type { Ids } from '../../platform/ids.ts'
import { READER, SIDECAR_SYSTEM } from '../accounts/built-in-roles.ts'
import type { RoleStore } from '../accounts/role-store.ts'
import { DEFAULT_SESSION_TIMEOUT_MS } from '../accounts/user-rules.ts'
import type { User, UserStore } from '../accounts/user-store.ts'

export const SIDECAR_USERNAME = 'graylog-sidecar'

/** The service account whose tokens sidecars use. It has no password. One that lost a role gets it back. */
export async function ensureSidecarUser({
  users,
  roles,
  ids,
}: {
  readonly users: UserStore
  readonly roles: RoleStore
  readonly ids: Ids
}) {
  const roleIds: string[] = []
  for (const name of [SIDECAR_SYSTEM, READER]) {
    const role = await roles.findBy('name', name.toLowerCase())
    if (role !== undefined) roleIds.push(role.id)
  }
  const existing = await users.findBy('username', SIDECAR_USERNAME)
  if (existing !== undefined) {
    const isWhole = existing.service_account && roleIds.every((id) => existing.role_ids.includes(id))
    const withRoles = (user: User) => ({
      ...user,
      service_account: true,
      role_ids: [...new Set([...user.role_ids, ...roleIds])],
    })
    if (!isWhole) await users.update(existing.id, withRoles)
    return
  }
  await users.insert({
    id: ids.next(),
    username: SIDECAR_USERNAME,
    full_name: 'Sidecar System User (built-in)',
    email: 'sidecar@graylog.local',
    password_hash: '',
    permissions: [],
    role_ids: roleIds,
    timezone: 'UTC',
    session_timeout_ms: DEFAULT_SESSION_TIMEOUT_MS,
    preferences: {},
    startpage: null,
    account_status: 'enabled',
    service_account: true,
    external: false,
    auth_service_id: null,
    auth_service_uid: null,
  })
}
