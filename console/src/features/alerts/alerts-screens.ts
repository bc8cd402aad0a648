import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const alertsScreens: readonly Screen[] = [
  screen(routes.alerts.list, () => import('./alerts-screen.tsx'), 'AlertsScreen', {
    areas: ['alerting', 'alerts', 'search', 'searchTools', 'widgets'],
  }),
  screen(routes.alerts.quietTimes, () => import('./quiet-times/quiet-times-screen.tsx'), 'QuietTimesScreen', {
    areas: ['alerting', 'alerts', 'search', 'searchTools'],
  }),
]
