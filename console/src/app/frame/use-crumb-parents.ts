import { useMemo } from 'react'
import { usePathname } from '../../base/routes/location.ts'
import { useHolds } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import type { Crumb } from '../../ui/page/page.tsx'
import { isWithin, mainItems, systemGroups } from './navigation.ts'

const systemItems = systemGroups.flatMap(({ items }) => items)

/** The place of the page in the menu. The entry is a link if the user may open it, and absent on its own page. */
export function useCrumbParents(): readonly Crumb[] {
  const t = useText()
  const holds = useHolds()
  const pathname = usePathname()
  return useMemo(() => {
    const item = [...mainItems, ...systemItems].find((one) => isWithin(one, pathname))
    if (item === undefined) return []
    const entry = { label: t(item.label), ...(holds(item.permissions) ? { to: item.link } : {}) }
    const system = systemItems.includes(item) ? [{ label: t('shell.system') }] : []
    return pathname === item.link ? system : [...system, entry]
  }, [t, holds, pathname])
}
