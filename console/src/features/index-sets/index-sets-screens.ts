import { routes } from '../../app/routes/routes.ts'
import { type Screen, screen } from '../../app/routes/screen.ts'

const areas = ['indexSets'] as const

export const indexSetsScreens: readonly Screen[] = [
  screen(routes.indices.list, () => import('./indices-screen.tsx').then((module) => module.IndicesScreen), {
    areas,
    permissions: ['indices:read'],
  }),
  screen(
    routes.indices.setNew,
    () => import('./index-set-create-screen.tsx').then((module) => module.IndexSetCreateScreen),
    { areas, permissions: ['indexsets:create'] },
  ),
  screen(
    routes.indices.setConfiguration,
    () => import('./index-set-configuration-screen.tsx').then((module) => module.IndexSetConfigurationScreen),
    { areas },
  ),
  screen(routes.indices.set, () => import('./index-set-screen.tsx').then((module) => module.IndexSetScreen), { areas }),
]
