import { eventNotificationOperations } from '../event-notifications/event-notifications.ts'
import type { OperationSpec } from '../http/operation.ts'
import { mailOperations } from '../mail/mail.ts'
import { eventDefinitionOperations } from './event-definitions.ts'
import { eventSearchOperations } from './events.ts'

export const eventsAreaOperations: readonly OperationSpec[] = [
  ...eventDefinitionOperations,
  ...eventSearchOperations,
  ...eventNotificationOperations,
  ...mailOperations,
]
