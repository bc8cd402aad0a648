import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['indexSets'] as const
const forms = () => import('./form/index-set-form-screens.tsx')

export const indexSetsScreens: readonly Screen[] = [
  screen(routes.indices.list, () => import('./list/indices-screen.tsx'), 'IndicesScreen', {
    areas,
    needs: ['indices.get'],
  }),
  screen(routes.indices.setNew, forms, 'IndexSetCreateScreen', { areas, needs: ['index_sets.create'] }),
  screen(routes.indices.setConfiguration, forms, 'IndexSetConfigurationScreen', { areas }),
  screen(routes.indices.set, () => import('./indices/index-set-screen.tsx'), 'IndexSetScreen', { areas }),
]
