import { createsDashboards } from '@logyard/contract/identity/rights'
import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'
import { loadWidgets } from '../../widgets/grid/load-widgets.ts'

const listAreas = ['dashboards', 'sharing'] as const
const areas = ['dashboards', 'search', 'searchTools', 'widgets', 'messages', 'fields', 'sharing'] as const

const lists = () => import('./list/list-screens.tsx')

function dashboards() {
  // Loaded in parallel, because the page shows it immediately.
  void import('./widgets/dashboard-grid.tsx')
  loadWidgets()
  return import('./dashboard-screen.tsx')
}

function tv() {
  loadWidgets()
  return import('./tv/tv-screen.tsx')
}

export const dashboardsScreens: readonly Screen[] = [
  screen(routes.dashboards, lists, 'DashboardsScreen', { areas: listAreas }),
  screen(routes.views, lists, 'ViewsScreen', { areas: listAreas }),
  screen(routes.dashboardNew, dashboards, 'NewDashboardScreen', { areas, needs: [createsDashboards] }),
  screen(routes.dashboard, dashboards, 'DashboardScreen', { areas }),
  screen(routes.dashboardTv, tv, 'TvScreen', { areas, frame: 'bare' }),
  screen(routes.sources, () => import('./sources-screen.tsx'), 'SourcesScreen', { areas }),
]
