import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['roles'] as const

export const rolesScreens: readonly Screen[] = [
  screen(routes.roles.list, () => import('./list/roles-screen.tsx').then((module) => module.RolesScreen), {
    areas,
    needs: ['authz_roles.list'],
  }),
  screen(routes.roles.create, () => import('./role-create-screen.tsx').then((module) => module.RoleCreateScreen), {
    areas,
    needs: ['roles.create'],
  }),
  screen(routes.roles.edit, () => import('./role-edit-screen.tsx').then((module) => module.RoleEditScreen), { areas }),
  screen(routes.roles.show, () => import('./role-details-screen.tsx').then((module) => module.RoleDetailsScreen), {
    areas,
  }),
]
