import { useCallback } from 'react'
import { useLoadedLater } from '../../base/deferred/use-loaded-later.ts'
import { useCatalogues } from '../../base/text/text.tsx'

const PARTS_AREAS = ['widgets', 'messages', 'fields', 'sharing'] as const
const fetchParts = () => import('./search-page-parts.ts')
export type SearchParts = Awaited<ReturnType<typeof fetchParts>>

const here = new WeakMap<object, SearchParts>()

/** Loads the rest of the page and its texts once the query can be typed; available at once if loaded before. */
export function useSearchParts(): SearchParts | undefined {
  const catalogues = useCatalogues()
  const load = useCallback(async () => {
    const [loaded] = await Promise.all([fetchParts(), ...PARTS_AREAS.map(catalogues.load)])
    here.set(catalogues, loaded)
    return loaded
  }, [catalogues])
  return useLoadedLater(() => here.get(catalogues), load)
}
