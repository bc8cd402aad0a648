import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const failuresScreens: readonly Screen[] = [
  screen(routes.indices.failures, () => import('./failures-screen.tsx'), 'FailuresScreen', {
    areas: ['failures'],
    needs: ['failures.list'],
  }),
]
