import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

export const frozenLinksScreens: readonly Screen[] = [
  screen(routes.frozen.list, () => import('./frozen-links-screen.tsx'), 'FrozenLinksScreen', { areas: ['sharing'] }),
  screen(routes.frozen.link, () => import('./frozen-link-screen.tsx'), 'FrozenLinkScreen', {
    areas: ['sharing', 'messages', 'fields'],
  }),
]
