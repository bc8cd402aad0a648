import { alertOperations } from './alerts.ts'
import { quietTimeOperations } from './quiet-times.ts'

export const alertsAreaOperations = [...alertOperations, ...quietTimeOperations]
