import { routes } from '../../app/routes/routes.ts'
import { type Screen, screen } from '../../app/routes/screen.ts'

export const overviewScreens: readonly Screen[] = [
  screen(routes.overview, () => import('./overview-screen.tsx').then((module) => module.OverviewScreen), {
    areas: ['overview'],
  }),
]
