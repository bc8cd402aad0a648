import { permissionsOf } from '@logyard/contract/http/operation'
import type { OperationId } from '@logyard/contract/operations'
import type { Guarded } from './current-user.tsx'
import { operationPermissions } from './operation-permissions.ts'

/** The operations that a page calls, by their ids: pages are listed before the contract is loaded. */
export type Needs = readonly (OperationId | Guarded)[]

/** The permissions as the contract writes them: with `<id>` in place of an id, or as `a or b`. */
export const permissionsNeeded = (needs: Needs): readonly string[] =>
  needs.flatMap((need) => {
    if (typeof need === 'object') return permissionsOf(need.access)
    const permissions = operationPermissions[need]
    if (permissions === undefined) throw new Error(`no operation has the id ${need}`)
    return permissions
  })
