import { useCallback } from 'react'
import { afterFirstContent } from '../../base/deferred/first-content.ts'
import { type Start, useLoadedLater } from '../../base/deferred/use-loaded-later.ts'
import type { Area } from '../../base/text/catalogues.ts'
import { useCatalogues } from '../../base/text/text.tsx'

/** Parts of the page, with the texts that they need. */
interface LoadedParts<Parts> {
  readonly fetchParts: () => Promise<Parts>
  readonly areas: readonly Area[]
  readonly start: Start | undefined
  /** Loaded ones, by the catalogues that have their texts. */
  readonly here: WeakMap<object, Parts>
}

/** Available at once if loaded before. */
function useParts<Parts>({ fetchParts, areas, start, here }: LoadedParts<Parts>): Parts | undefined {
  const catalogues = useCatalogues()
  const load = useCallback(async () => {
    const [loaded] = await Promise.all([fetchParts(), ...areas.map(catalogues.load)])
    here.set(catalogues, loaded)
    return loaded
  }, [catalogues, fetchParts, areas, here])
  return useLoadedLater(() => here.get(catalogues), load, start)
}

const loadedParts = <Parts>(
  fetchParts: () => Promise<Parts>,
  areas: readonly Area[],
  start?: Start,
): LoadedParts<Parts> => ({
  fetchParts,
  areas,
  start,
  here: new WeakMap(),
})

const AREAS: readonly Area[] = ['widgets', 'messages', 'fields']
const RESULTS = loadedParts(() => import('./modes/search-modes.tsx'), AREAS)
/** Its texts are its own and those of the results, which may still be on their way when a slow server responds. */
const REST = loadedParts(
  () => import('./search-page-parts.ts'),
  [...AREAS, 'sharing', 'searchTools'],
  afterFirstContent,
)

export type SearchParts = NonNullable<ReturnType<typeof useSearchParts>>

/** The results, loaded once the query can be typed. */
export const useResultsPart = () => useParts(RESULTS)

/** The rest of the page, loaded once the results are shown. */
export const useSearchParts = () => useParts(REST)
