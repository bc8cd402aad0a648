import { Badge, Burger } from '@mantine/core'
import { IconCommand, IconNote } from '@tabler/icons-react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useFirstData } from '../../base/deferred/use-first-data.ts'
import { usePlugins } from '../../base/plugins/plugin-registry.ts'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { LogyardMark } from '../../ui/logyard-mark.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import classes from './header-bar.module.css'
import { NotificationBadge } from './notification-badge.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { Throughput } from './throughput.tsx'

// The menus load later; their buttons reserve the space until then.
const HelpMenu = deferred(() => import('./help-menu.tsx').then((module) => module.HelpMenu))
const UserMenu = deferred(() => import('./user-menu.tsx').then((module) => module.UserMenu))

interface HeaderBarProps {
  readonly isRailOpen: boolean
  readonly onRailToggle: () => void
  readonly crumbsElement: (element: HTMLElement | null) => void
  readonly onPalette: () => void
  readonly onScratchpad: () => void
  readonly onShortcuts: () => void
  readonly onAbout: () => void
}

export function HeaderBar({
  isRailOpen,
  onRailToggle,
  crumbsElement,
  onPalette,
  onScratchpad,
  onShortcuts,
  onAbout,
}: HeaderBarProps) {
  const t = useText()
  const { navigationItems } = usePlugins()
  const hasData = useFirstData()
  const home = useLinkProps(routes.start())
  const room = <div className={classes['menuRoom']} />
  return (
    <div className={classes['bar']}>
      <Burger
        hiddenFrom="md"
        size="sm"
        opened={isRailOpen}
        onClick={onRailToggle}
        aria-label={isRailOpen ? t('shell.navigation.close') : t('shell.navigation.open')}
      />
      <a href={home.href} onClick={home.onClick} className={classes['mark']} aria-label={t('shell.home')}>
        <LogyardMark />
      </a>
      <div className={classes['crumbs']} ref={crumbsElement} />
      <div className={classes['tools']}>
        <Throughput />
        {import.meta.env.DEV && <Badge color="amber">{t('shell.dev')}</Badge>}
        {navigationItems.map(({ key, component: Component }) => (
          <Component key={key} />
        ))}
        <NotificationBadge />
        <div className={classes['wide']}>
          <ToolButton size="lg" label={t('shell.palette')} onClick={onPalette}>
            <IconCommand size={18} />
          </ToolButton>
          <ToolButton size="lg" label={t('shell.scratchpad')} onClick={onScratchpad}>
            <IconNote size={18} />
          </ToolButton>
        </div>
        {hasData ? <HelpMenu onShortcuts={onShortcuts} onAbout={onAbout} fallback={room} /> : room}
        <ThemeSwitch />
        {hasData ? <UserMenu fallback={room} /> : room}
      </div>
    </div>
  )
}
