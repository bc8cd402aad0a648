import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const configurationsScreens: readonly Screen[] = [
  screen(routes.configurations, () => import('./configurations-screen.tsx'), 'ConfigurationsScreen', {
    areas: ['configurations', 'search', 'mail', 'whitelist', 'widgets', 'indexSets'],
    needs: ['cluster_config.get'],
  }),
]
