import { deferred } from '../../base/deferred/deferred.tsx'
import { routes } from '../../base/routes/routes.ts'
import { type Screen, type ScreenStart, screen } from '../../base/routes/screen.ts'
import type { ShareButtonComponent } from '../../ui/share-button-component.ts'
import { prepareSearch } from './prepare-search.ts'

const areas = ['search'] as const
const leave = () => import('./redirects.tsx')

/** `loadShareButton` loads the button of the sharing feature. */
export function searchScreens(loadShareButton: () => Promise<ShareButtonComponent>): readonly Screen[] {
  const ShareButton = deferred(loadShareButton)
  const load = async (start: ScreenStart) => {
    // A failed prefetch is repeated and reported by the screen.
    void prepareSearch(start).catch(() => undefined)
    return (await import('./search-screen.tsx')).searchScreensWith(ShareButton)
  }
  const newSearch = async (start: ScreenStart) => (await load(start)).NewSearchScreen
  const savedSearch = async (start: ScreenStart) => (await load(start)).SavedSearchScreen
  return [
    screen(routes.search, newSearch, { areas }),
    screen(routes.extendedSearch, newSearch, { areas }),
    screen(routes.streamSearch, async (start) => (await load(start)).StreamSearchScreen, { areas }),
    screen(routes.savedSearch, savedSearch, { areas }),
    screen(routes.view, savedSearch, { areas }),
    screen(routes.searchNew, () => leave().then((module) => module.ToNewSearch)),
    screen(routes.streamSearchNew, () => leave().then((module) => module.ToNewStreamSearch)),
    screen(routes.streamMessages, () => leave().then((module) => module.ToStreamSearch)),
  ]
}
