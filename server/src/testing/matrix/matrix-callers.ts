/** The callers of the permission matrix, the least powerful first. */
import { expect } from 'vitest'
import { ADMIN, type AdminCalls, basic } from '../attack/admin-calls.ts'
import type { AttackedWorld } from '../attack/attacked-world.ts'

export interface MatrixCaller {
  readonly name: string
  /** Undefined for a stranger. */
  readonly authorization: string | undefined
}

/** Alerts Manager is the last of them: it may delete entities that the callers before may not. */
const ROLES = [
  'Reader',
  'Dashboard Creator',
  'Event Definition Creator',
  'Event Notification Creator',
  'User Inspector',
  'Auditor',
  'Metrics Reader',
  'Sidecar System (Internal)',
  'Views Manager',
  'Alerts Manager',
]

export const ADMINISTRATOR = 'admin'

/** Somebody without a role, one user for each role, an owner of the entities of others, and the administrator. */
export async function makeMatrixCallers({ admin }: AttackedWorld, calls: AdminCalls): Promise<readonly MatrixCaller[]> {
  const withToken = async (name: string, username: string, roles: readonly string[]) => {
    const id = await calls.user(username, roles)
    const { token } = await calls.make(`/users/${id}/tokens/matrix`, {})
    return { id, caller: { name, authorization: basic(String(token), 'token') } }
  }
  await requireAllRoles(calls)
  const callers: MatrixCaller[] = [{ name: 'nobody', authorization: undefined }]
  callers.push((await withToken('no role', 'matrix-none', [])).caller)
  for (const [place, role] of ROLES.entries()) {
    callers.push((await withToken(role, `matrix-${place}`, [role])).caller)
  }
  const owner = await withToken('owner', 'matrix-owner', ['Reader'])
  const { foreign, foreignStream } = admin.known
  const [saved, dashboard] = foreign['view'] ?? []
  const owned = [
    `stream:${foreignStream}`,
    `search:${saved}`,
    `dashboard:${dashboard}`,
    ...(foreign['output'] ?? []).map((id) => `output:${id}`),
    ...(foreign['notification'] ?? []).map((id) => `notification:${id}`),
    ...(foreign['definition'] ?? []).map((id) => `event_definition:${id}`),
  ]
  for (const entity of owned) {
    await calls.make(`/authz/shares/entities/grn::::${entity}`, {
      selected_grantee_capabilities: { [`grn::::user:${owner.id}`]: 'own' },
    })
  }
  return [...callers, owner.caller, { name: ADMINISTRATOR, authorization: ADMIN }]
}

/** A built-in role that is added later must not be missing in the matrix. */
async function requireAllRoles(calls: AdminCalls): Promise<void> {
  const { roles } = await calls.read('/roles')
  const builtIn = roles.flatMap((role: { name: string; read_only: boolean }) => (role.read_only ? [role.name] : []))
  expect(builtIn.toSorted()).toEqual(['Admin', ...ROLES].toSorted())
}
