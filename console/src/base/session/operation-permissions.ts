import { permissionsOf } from '@logyard/contract/http/operation'
import { allOperations } from '@logyard/contract/operations'

/**
 * The permissions of each operation by its id. The build replaces this module by its JSON, with the operations that the
 * console names (`table-of-permissions.ts`): the first page must not load the whole contract.
 */
export const operationPermissions: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  allOperations.map(({ id, access }) => [id, permissionsOf(access)]),
)
