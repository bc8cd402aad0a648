import { routes } from '../../base/routes/routes.ts'
import { type Screen, type ScreenStart, screen } from '../../base/routes/screen.ts'
import { prepareSearch } from './prepare-search.ts'

const areas = ['search'] as const
const leave = () => import('./redirects.tsx')

function load(start: ScreenStart) {
  // A failed prefetch is repeated and reported by the screen.
  void prepareSearch(start).catch(() => undefined)
  return import('./search-screen.tsx')
}

export const searchScreens: readonly Screen[] = [
  screen(routes.search, load, 'NewSearchScreen', { areas }),
  screen(routes.extendedSearch, load, 'NewSearchScreen', { areas }),
  screen(routes.streamSearch, load, 'StreamSearchScreen', { areas }),
  screen(routes.savedSearch, load, 'SavedSearchScreen', { areas }),
  screen(routes.view, load, 'SavedSearchScreen', { areas }),
  screen(routes.searchSql, () => import('./sql/sql-screen.tsx'), 'SqlScreen', {
    areas: ['search', 'searchTools', 'widgets', 'messages', 'fields'],
  }),
  screen(routes.searchNew, leave, 'ToNewSearch'),
  screen(routes.streamSearchNew, leave, 'ToNewStreamSearch'),
  screen(routes.streamMessages, leave, 'ToStreamSearch'),
]
