import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['indexSets'] as const

export const indexSetsScreens: readonly Screen[] = [
  screen(routes.indices.list, () => import('./list/indices-screen.tsx').then((module) => module.IndicesScreen), {
    areas,
    needs: ['indices.get'],
  }),
  screen(
    routes.indices.setNew,
    () => import('./form/index-set-create-screen.tsx').then((module) => module.IndexSetCreateScreen),
    { areas, needs: ['index_sets.create'] },
  ),
  screen(
    routes.indices.setConfiguration,
    () => import('./form/index-set-configuration-screen.tsx').then((module) => module.IndexSetConfigurationScreen),
    { areas },
  ),
  screen(routes.indices.set, () => import('./indices/index-set-screen.tsx').then((module) => module.IndexSetScreen), {
    areas,
  }),
]
