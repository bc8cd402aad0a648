import { useMemo } from 'react'
import { usePathname } from '../../base/routes/location.ts'
import { useHolds } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import type { Crumb } from '../../ui/page/page.tsx'
import { groups, isWithin, mainItems } from './navigation.ts'

/** The place of the page in the menu. The entry is a link if the user may open it, and absent on its own page. */
export function useCrumbParents(): readonly Crumb[] {
  const t = useText()
  const holds = useHolds()
  const pathname = usePathname()
  return useMemo(() => {
    const group = groups.find(({ items }) => items.some((one) => isWithin(one, pathname)))
    const item = (group?.items ?? mainItems).find((one) => isWithin(one, pathname))
    if (item === undefined) return []
    const parents = group === undefined ? [] : [{ label: t(group.label) }]
    const entry = { label: t(item.label), ...(holds(item.permissions) ? { to: item.link } : {}) }
    return pathname === item.link ? parents : [...parents, entry]
  }, [t, holds, pathname])
}
