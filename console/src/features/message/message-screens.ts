import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const messageScreens: readonly Screen[] = [
  screen(routes.message, () => import('./message-screen.tsx'), 'MessageScreen', { areas: ['messages', 'fields'] }),
]
