import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

/** Everybody sees the alerts, conditions and notifications of the streams that they may read. */
const ofAll = { areas: ['legacyAlerts'] } as const

const { legacyAlerts: legacy } = routes

export const legacyAlertsScreens: readonly Screen[] = [
  screen(legacy.list, () => import('./alerts/alerts-screen.tsx').then((module) => module.AlertsScreen), ofAll),
  screen(legacy.alert, () => import('./alerts/alert-screen.tsx').then((module) => module.AlertScreen), ofAll),
  screen(
    legacy.conditions,
    () => import('./conditions/conditions-screen.tsx').then((module) => module.ConditionsScreen),
    ofAll,
  ),
  screen(
    legacy.conditionNew,
    () => import('./conditions/new-condition-screen.tsx').then((module) => module.NewConditionScreen),
    ofAll,
  ),
  screen(
    legacy.condition,
    () => import('./conditions/condition-screen.tsx').then((module) => module.ConditionScreen),
    ofAll,
  ),
  screen(
    legacy.notifications,
    () => import('./callbacks/callbacks-screen.tsx').then((module) => module.CallbacksScreen),
    ofAll,
  ),
  screen(
    legacy.notificationNew,
    () => import('./callbacks/new-callback-screen.tsx').then((module) => module.NewCallbackScreen),
    ofAll,
  ),
]
