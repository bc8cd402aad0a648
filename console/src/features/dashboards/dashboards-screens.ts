import { createsDashboards } from '@logyard/contract/identity/rights'
import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'
import type { ShareButtonComponent } from '../../ui/share-button-component.ts'

const listAreas = ['dashboards', 'sharing'] as const
const areas = ['dashboards', 'search', 'widgets', 'messages', 'fields', 'sharing'] as const

/** `loadShareButton` loads the button of the sharing feature together with the screens' code. */
export function dashboardsScreens(loadShareButton: () => Promise<ShareButtonComponent>): readonly Screen[] {
  const lists = async () => {
    const [{ listScreensWith }, ShareButton] = await Promise.all([import('./list/list-screens.tsx'), loadShareButton()])
    return listScreensWith(ShareButton)
  }
  const dashboards = async () => {
    // Loaded in parallel, because the page shows it immediately.
    void import('./widgets/dashboard-grid.tsx')
    const [{ dashboardScreensWith }, ShareButton] = await Promise.all([
      import('./dashboard-screen.tsx'),
      loadShareButton(),
    ])
    return dashboardScreensWith(ShareButton)
  }
  return [
    screen(routes.dashboards, lists, 'DashboardsScreen', { areas: listAreas }),
    screen(routes.views, lists, 'ViewsScreen', { areas: listAreas }),
    screen(routes.dashboardNew, dashboards, 'NewDashboardScreen', { areas, needs: [createsDashboards] }),
    screen(routes.dashboard, dashboards, 'DashboardScreen', { areas }),
    screen(routes.dashboardTv, () => import('./tv/tv-screen.tsx'), 'TvScreen', { areas, frame: 'bare' }),
    screen(
      routes.sources,
      async () => {
        const [{ sourcesScreenWith }, ShareButton] = await Promise.all([
          import('./sources-screen.tsx'),
          loadShareButton(),
        ])
        return { SourcesScreen: sourcesScreenWith(ShareButton) }
      },
      'SourcesScreen',
      { areas },
    ),
  ]
}
