import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const grokPatternsScreens: readonly Screen[] = [
  screen(routes.grokPatterns, () => import('./grok-patterns-screen.tsx'), 'GrokPatternsScreen', {
    areas: ['grok', 'parsing'],
    needs: ['grok.paginated'],
  }),
]
