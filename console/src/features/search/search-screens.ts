import { routes } from '../../app/routes/routes.ts'
import { type Screen, screen } from '../../app/routes/screen.ts'

const areas = ['search', 'widgets'] as const
const load = () => import('./search-screen.tsx')
const leave = () => import('./redirects.tsx')

export const searchScreens: readonly Screen[] = [
  screen(routes.search, () => load().then((module) => module.NewSearchScreen), { areas }),
  screen(routes.extendedSearch, () => load().then((module) => module.NewSearchScreen), { areas }),
  screen(routes.streamSearch, () => load().then((module) => module.StreamSearchScreen), { areas }),
  screen(routes.searchNew, () => leave().then((module) => module.ToNewSearch)),
  screen(routes.streamSearchNew, () => leave().then((module) => module.ToNewStreamSearch)),
  screen(routes.streamMessages, () => leave().then((module) => module.ToStreamSearch)),
]
