import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const enterpriseScreens: readonly Screen[] = [
  screen(routes.enterprise, () => import('./enterprise-screen.tsx'), 'EnterpriseScreen', {
    areas: ['enterprise'],
    needs: ['license.info'],
  }),
]
