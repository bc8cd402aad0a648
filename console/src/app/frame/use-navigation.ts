import { useDrafts } from '../../base/drafts/drafts-provider.tsx'
import { required, usePlugins } from '../../base/plugins/plugin-registry.ts'
import { usePathname } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useHolds } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { groups, isWithin, mainItems, type NavigationItem, pluginIcon } from './navigation.ts'

export interface NavigationEntry {
  readonly link: string
  readonly label: string
  readonly icon: NavigationItem['icon']
  readonly isActive: boolean
}
export interface NavigationSection {
  readonly label: string
  readonly entries: readonly NavigationEntry[]
}
export interface Navigation {
  readonly main: readonly NavigationEntry[]
  /** Plugin menus with more than one link. */
  readonly menus: readonly NavigationSection[]
  /** Administration; the entries of plugins are in the last one. */
  readonly groups: readonly NavigationSection[]
}

/** The screens that this user can open, including those of plugins. */
export function useNavigation(): Navigation {
  const t = useText()
  const holds = useHolds()
  const pathname = usePathname()
  const plugins = usePlugins()
  const lastSearch = useDrafts().lastSearch()
  const linkOf = ({ route, link }: NavigationItem) => (route === routes.search ? (lastSearch ?? link) : link)

  const own = (items: readonly NavigationItem[]) =>
    items
      .filter((item) => holds(item.permissions))
      .map((item) => ({
        link: linkOf(item),
        label: t(item.label),
        icon: item.icon,
        isActive: isWithin(item, pathname),
      }))
  const added = (links: readonly { path: string; description: string; permissions?: string | readonly string[] }[]) =>
    links
      .filter((link) => holds(required(link.permissions)))
      .map((link) => ({
        link: link.path,
        label: link.description,
        icon: pluginIcon,
        isActive: pathname === link.path || pathname.startsWith(`${link.path}/`),
      }))
  const isFilled = (section: NavigationSection) => section.entries.length > 0

  // A plugin's entry replaces the built-in one of the same name.
  const taken = new Set(plugins.navigation.map((entry) => entry.description))
  const sections = groups.map(({ label, items }) => ({
    label: t(label),
    entries: [...own(items), ...(label === 'shell.system' ? added(plugins.systemnavigation) : [])],
  }))
  return {
    main: [
      ...own(mainItems).filter((entry) => !taken.has(entry.label)),
      ...added(plugins.navigation.flatMap((entry) => ('children' in entry ? [] : [entry]))),
    ],
    menus: plugins.navigation
      .flatMap((entry) => ('children' in entry && holds(required(entry.permissions)) ? [entry] : []))
      .map((menu) => ({ label: menu.description, entries: added(menu.children) }))
      .filter(isFilled),
    groups: sections.filter(isFilled),
  }
}
