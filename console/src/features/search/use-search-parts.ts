import { useEffect, useState } from 'react'
import { useCatalogues } from '../../app/text/text.tsx'
import { afterPaint } from '../../ui/after-paint.ts'

const PARTS_AREAS = ['widgets', 'messages', 'fields', 'sharing'] as const
const fetchParts = () => import('./search-page-parts.ts')
export type SearchParts = Awaited<ReturnType<typeof fetchParts>>

const here = new WeakMap<object, SearchParts>()

/** The page around the query with its texts, once the query can be typed into; at once where it was shown before. */
export function useSearchParts(): SearchParts | undefined {
  const catalogues = useCatalogues()
  const [parts, setParts] = useState(() => here.get(catalogues))
  useEffect(() => {
    if (parts !== undefined) return undefined
    const load = async () => {
      try {
        const [loaded] = await Promise.all([fetchParts(), ...PARTS_AREAS.map(catalogues.load)])
        here.set(catalogues, loaded)
        setParts(loaded)
      } catch (error) {
        // For the page's error boundary.
        setParts(() => {
          throw error
        })
      }
    }
    return afterPaint(() => void load())
  }, [parts, catalogues])
  return parts
}
