import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const runningSearchesScreens: readonly Screen[] = [
  screen(routes.runningSearches, () => import('./running-searches-screen.tsx'), 'RunningSearchesScreen', {
    areas: ['runningSearches', 'search'],
  }),
]
