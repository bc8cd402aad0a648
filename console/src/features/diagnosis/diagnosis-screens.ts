import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const diagnosisScreens: readonly Screen[] = [
  screen(routes.diagnosis, () => import('./diagnosis-screen.tsx'), 'DiagnosisScreen', {
    areas: ['diagnosis', 'inputs'],
  }),
]
