import { routes } from '../../app/routes/routes.ts'
import { type Screen, screen } from '../../app/routes/screen.ts'

export const messageScreens: readonly Screen[] = [
  screen(routes.message, () => import('./message-screen.tsx').then((module) => module.MessageScreen), {
    areas: ['messages', 'fields'],
  }),
]
