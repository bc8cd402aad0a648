import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const patternFieldsScreens: readonly Screen[] = [
  screen(routes.patternFields, () => import('./pattern-fields-screen.tsx'), 'PatternFieldsScreen', {
    areas: ['patternFields'],
  }),
]
