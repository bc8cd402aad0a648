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
  return [
    screen(routes.search, load, 'NewSearchScreen', { areas }),
    screen(routes.extendedSearch, load, 'NewSearchScreen', { areas }),
    screen(routes.streamSearch, load, 'StreamSearchScreen', { areas }),
    screen(routes.savedSearch, load, 'SavedSearchScreen', { areas }),
    screen(routes.view, load, 'SavedSearchScreen', { areas }),
    screen(routes.searchNew, leave, 'ToNewSearch'),
    screen(routes.streamSearchNew, leave, 'ToNewStreamSearch'),
    screen(routes.streamMessages, leave, 'ToStreamSearch'),
  ]
}
