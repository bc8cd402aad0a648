import { alarmCallbackOperations } from './alarm-callbacks.ts'
import { alertConditionOperations } from './alert-conditions.ts'
import { legacyAlertOperations } from './legacy-alerts.ts'

export const legacyAlertsAreaOperations = [
  ...legacyAlertOperations,
  ...alertConditionOperations,
  ...alarmCallbackOperations,
]
