import type { Ids } from '../../platform/ids.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { RoleStore, StoredRole } from './role-store.ts'

type BuiltIn = Pick<StoredRole, 'name' | 'description' | 'permissions'>

export const READER = 'Reader'
export const SIDECAR_SYSTEM = 'Sidecar System (Internal)'
const ADMIN = 'Admin'

const each = (group: string, ...actions: readonly string[]) => actions.map((action) => `${group}:${action}`)

const readerPermissions = [
  'buffers:read',
  'clusterconfigentry:read',
  'decorators:read',
  'fieldnames:read',
  'indexercluster:read',
  'inputs:read',
  'journal:read',
  'jvmstats:read',
  'messagecount:read',
  'messages:analyze',
  'messages:read',
  'metrics:read',
  'system:read',
  'throughput:read',
]

const BUILT_IN: readonly BuiltIn[] = [
  { name: ADMIN, description: 'Grants all permissions (built-in)', permissions: ['*'] },
  { name: READER, description: 'Grants basic permissions for every user (built-in)', permissions: readerPermissions },
  {
    name: 'Views Manager',
    description: 'Allows reading and writing all saved searches and dashboards (built-in)',
    permissions: each('view', 'read', 'edit'),
  },
  {
    name: 'Alerts Manager',
    description: 'Allows managing all event definitions and notifications (built-in)',
    permissions: [
      ...each('eventdefinitions', 'create', 'delete', 'edit', 'execute', 'read'),
      ...each('eventnotifications', 'create', 'delete', 'edit', 'read'),
    ],
  },
  {
    name: 'Dashboard Creator',
    description: 'Allows creating dashboards (built-in)',
    permissions: ['dashboards:create'],
  },
  {
    name: 'Event Definition Creator',
    description: 'Allows creating event definitions (built-in)',
    permissions: ['eventdefinitions:create'],
  },
  {
    name: 'Event Notification Creator',
    description: 'Allows creating event notifications (built-in)',
    permissions: ['eventnotifications:create'],
  },
  {
    name: 'Auditor',
    description: 'Allows reading and exporting the audit log (built-in)',
    permissions: each('auditentries', 'read', 'export'),
  },
  {
    name: 'Metrics Reader',
    description: 'Allows reading all metrics of the server, for example for Prometheus (built-in)',
    permissions: ['metrics:readall'],
  },
  { name: 'User Inspector', description: 'Allows listing all user accounts (built-in)', permissions: ['users:read'] },
  {
    name: SIDECAR_SYSTEM,
    description: 'Internal role of the account that sidecars register with (built-in)',
    permissions: ['sidecar_collectors:read', 'sidecar_collector_configurations:read', 'sidecars:update'],
  },
]

export const isAdminRole = ({ name, read_only }: StoredRole) => read_only && name === ADMIN

/** Runs at each start: creates missing built-in roles and restores changed ones, under the same ids. */
export async function ensureBuiltInRoles(deps: {
  readonly settings: SettingsStore
  readonly store: RoleStore
  readonly ids: Ids
}): Promise<void> {
  const { settings, store: collection, ids } = deps
  const writes = []
  for (const wanted of BUILT_IN) {
    const kept = await collection.findBy('name', wanted.name.toLowerCase())
    const role = { id: kept?.id ?? ids.next(), ...wanted, permissions: [...wanted.permissions], read_only: true }
    if (kept === undefined) writes.push(collection.inserting(role))
    else if (!isSame(kept, role)) writes.push(collection.replacing(role))
  }
  if (writes.length > 0) await settings.commit(writes)
}

const isSame = (one: StoredRole, other: StoredRole) =>
  one.name === other.name &&
  one.description === other.description &&
  one.read_only === other.read_only &&
  one.permissions.join() === other.permissions.join()
