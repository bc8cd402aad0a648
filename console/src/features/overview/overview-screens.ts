import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const overviewScreens: readonly Screen[] = [
  screen(routes.overview, () => import('./overview-screen.tsx'), 'OverviewScreen', { areas: ['overview'] }),
]
