import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const gettingStartedScreens: readonly Screen[] = [
  screen(routes.gettingStarted, () => import('./getting-started-screen.tsx'), 'GettingStartedScreen', {
    areas: ['gettingStarted', 'ingest'],
  }),
]
