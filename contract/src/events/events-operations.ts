import { backTestOperations } from './back-test.ts'
import { eventDefinitionOperations } from './event-definitions.ts'
import { eventSearchOperations } from './events.ts'

export const eventsAreaOperations = [...eventDefinitionOperations, ...backTestOperations, ...eventSearchOperations]
