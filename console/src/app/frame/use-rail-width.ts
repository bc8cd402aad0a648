import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { usePathname } from '../../base/routes/location.ts'

/** Narrower windows need the room for the page. */
const WIDE = '(min-width: 1600px)'
/** A search, also one in a stream: messages take the whole width. */
const SEARCH = /^\/(search|streams\/[^/]+\/search)(\/|$)/

/** Whether the navigation shows only icons, and the toggle. The user's choice is stored: one for searches, one for the rest. */
export function useRailWidth(): readonly [isCollapsed: boolean, toggle: () => void] {
  const isSearch = SEARCH.test(usePathname())
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  const [chosen, choose] = useLocalStorage<{ readonly search?: boolean; readonly others?: boolean }>({
    key: 'navigationCollapsed',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const place = isSearch ? 'search' : 'others'
  const isCollapsed = chosen[place] ?? (isSearch || !isWide)
  return [isCollapsed, () => choose({ ...chosen, [place]: !isCollapsed })]
}
