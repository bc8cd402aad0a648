/** What the administrator owns, as the administrator sees it: to be the same after an attack by everybody else. */
import { allOperations } from '@logyard/contract/operations'
import type { AttackedWorld } from './attacked-world.ts'
import { pathParameters } from './entity-kinds.ts'

/** Changes by itself while messages come in and people call. */
const VOLATILE =
  /"(?:last_activity|last_access|session_active|client_address|read_only_since|timestamp|took_ms)":[^,}]*/g
/** What can be changed or deleted where it is read. */
const CHANGEABLE: ReadonlySet<string> = new Set(
  allOperations.filter(({ method }) => method === 'PUT' || method === 'DELETE').map(({ path }) => path),
)
/** They grow, rotate and end by themselves. */
const RESTLESS: ReadonlySet<string> = new Set(['index', 'job', 'message', 'pattern', 'session', 'ticket'])

/** Every entity that an operation reads by its id, as text by the path it was read from. */
export async function takeInventory({ ask, admin }: AttackedWorld): Promise<ReadonlyMap<string, string>> {
  const inventory = new Map<string, string>()
  for (const { method, path } of allOperations) {
    const [parameter, ...more] = pathParameters(path)
    if (method !== 'GET' || parameter === undefined || more.length > 0 || !CHANGEABLE.has(path)) continue
    if (RESTLESS.has(parameter.kind)) continue
    for (const id of admin.known.foreign[parameter.kind] ?? []) {
      const at = path.replace(/\{\w+\}$/, encodeURIComponent(id))
      const { status, text } = await ask('GET', at)
      if (status === 200) inventory.set(at, text.replaceAll(VOLATILE, ''))
    }
  }
  return inventory
}
