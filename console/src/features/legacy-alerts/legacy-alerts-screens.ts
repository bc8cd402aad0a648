import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

/** Everybody sees the alerts, conditions and notifications of the streams that they may read. */
const ofAll = { areas: ['legacyAlerts'] } as const

const { legacyAlerts: legacy } = routes

export const legacyAlertsScreens: readonly Screen[] = [
  screen(legacy.list, () => import('./alerts/alerts-screen.tsx'), 'AlertsScreen', ofAll),
  screen(legacy.alert, () => import('./alerts/alert-screen.tsx'), 'AlertScreen', ofAll),
  screen(legacy.conditions, () => import('./conditions/conditions-screen.tsx'), 'ConditionsScreen', ofAll),
  screen(legacy.conditionNew, () => import('./conditions/new-condition-screen.tsx'), 'NewConditionScreen', ofAll),
  screen(legacy.condition, () => import('./conditions/condition-screen.tsx'), 'ConditionScreen', ofAll),
  screen(legacy.notifications, () => import('./callbacks/callbacks-screen.tsx'), 'CallbacksScreen', ofAll),
  screen(legacy.notificationNew, () => import('./callbacks/new-callback-screen.tsx'), 'NewCallbackScreen', ofAll),
]
