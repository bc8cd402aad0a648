import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['users'] as const

/** Editing, details and tokens need no permission here: users may open their own, and the server checks the rest. */
export const usersScreens: readonly Screen[] = [
  screen(routes.users.list, () => import('./list/users-screen.tsx'), 'UsersScreen', {
    areas,
    needs: ['users.paginated'],
  }),
  screen(routes.users.create, () => import('./form/user-create-screen.tsx'), 'UserCreateScreen', {
    areas,
    needs: ['users.create'],
  }),
  screen(routes.users.edit, () => import('./form/user-edit-screen.tsx'), 'UserEditScreen', { areas }),
  screen(routes.users.tokens, () => import('./tokens/tokens-screen.tsx'), 'TokensScreen', { areas }),
  screen(routes.users.show, () => import('./details/user-details-screen.tsx'), 'UserDetailsScreen', { areas }),
]
