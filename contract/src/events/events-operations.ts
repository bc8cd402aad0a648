import type { OperationSpec } from '../http/operation.ts'
import { backTestOperations } from './back-test.ts'
import { eventDefinitionOperations } from './event-definitions.ts'
import { eventSearchOperations } from './events.ts'

export const eventsAreaOperations: readonly OperationSpec[] = [
  ...eventDefinitionOperations,
  ...backTestOperations,
  ...eventSearchOperations,
]
