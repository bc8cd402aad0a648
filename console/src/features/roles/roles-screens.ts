import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['roles'] as const

export const rolesScreens: readonly Screen[] = [
  screen(routes.roles.list, () => import('./list/roles-screen.tsx'), 'RolesScreen', {
    areas,
    needs: ['authz_roles.list'],
  }),
  screen(routes.roles.create, () => import('./role-create-screen.tsx'), 'RoleCreateScreen', {
    areas,
    needs: ['roles.create'],
  }),
  screen(routes.roles.edit, () => import('./role-edit-screen.tsx'), 'RoleEditScreen', { areas }),
  screen(routes.roles.show, () => import('./role-details-screen.tsx'), 'RoleDetailsScreen', { areas }),
]
