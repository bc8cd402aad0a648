import { seesLoggers } from '@logyard/contract/identity/rights'
import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const loggingScreens: readonly Screen[] = [
  screen(routes.logging, () => import('./logging-screen.tsx'), 'LoggingScreen', {
    areas: ['logging'],
    needs: [seesLoggers],
  }),
]
