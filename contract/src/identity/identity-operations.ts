import type { OperationSpec } from '../http/operation.ts'
import { permissionOperations } from './permissions.ts'
import { roleOperations } from './roles.ts'
import { sessionOperations } from './sessions.ts'
import { shareOperations } from './shares.ts'
import { tokenOperations } from './tokens.ts'
import { userOperations } from './users.ts'

export const identityAreaOperations: readonly OperationSpec[] = [
  ...sessionOperations,
  ...permissionOperations,
  ...userOperations,
  ...tokenOperations,
  ...roleOperations,
  ...shareOperations,
]
