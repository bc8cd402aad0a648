import { routes } from '../../app/routes/routes.ts'
import { type Screen, screen } from '../../app/routes/screen.ts'
import type { ShareSlot } from './saved/share-slot.ts'

const areas = ['search', 'widgets', 'messages', 'fields', 'sharing'] as const
const leave = () => import('./redirects.tsx')

/** `loadShareButton` brings the button of the sharing feature along with the screen's own code. */
export function searchScreens(loadShareButton: () => Promise<ShareSlot>): readonly Screen[] {
  const load = async () => {
    // The page shows it right away, so it comes along instead of after it.
    void import('../../widgets/grid/widget-grid.tsx')
    const [{ searchScreensWith }, ShareButton] = await Promise.all([import('./search-screen.tsx'), loadShareButton()])
    return searchScreensWith(ShareButton)
  }
  const newSearch = async () => (await load()).NewSearchScreen
  const savedSearch = async () => (await load()).SavedSearchScreen
  return [
    screen(routes.search, newSearch, { areas }),
    screen(routes.extendedSearch, newSearch, { areas }),
    screen(routes.streamSearch, async () => (await load()).StreamSearchScreen, { areas }),
    screen(routes.savedSearch, savedSearch, { areas }),
    screen(routes.view, savedSearch, { areas }),
    screen(routes.searchNew, () => leave().then((module) => module.ToNewSearch)),
    screen(routes.streamSearchNew, () => leave().then((module) => module.ToNewStreamSearch)),
    screen(routes.streamMessages, () => leave().then((module) => module.ToStreamSearch)),
  ]
}
