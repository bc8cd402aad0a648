import { ActionIcon, CloseButton } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { LogyardMark } from '../../ui/logyard-mark.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { OpenAlertsBadge } from './open-alerts-badge.tsx'
import classes from './rail.module.css'
import { type NavigationEntry, type NavigationSection, useNavigation } from './use-navigation.ts'

const OPEN_ALERTS = 'open-alerts'

interface RailProps {
  readonly isCollapsed: boolean
  readonly onToggle: () => void
  /** Called when a link was followed; on small screens the rail then closes. */
  readonly onLeave: () => void
}

/** The navigation at the left: the areas of the product, then administration in groups. */
export function Rail({ isCollapsed, onToggle, onLeave }: RailProps) {
  const t = useText()
  const home = useLinkProps(routes.start())
  const { main, menus, groups } = useNavigation()
  const toggleLabel = isCollapsed ? t('shell.navigation.expand') : t('shell.navigation.collapse')
  return (
    <div className={classes['rail']} data-collapsed={isCollapsed || undefined}>
      <div className={classes['brand']}>
        <a href={home.href} onClick={home.onClick} className={classes['home']} aria-label={t('shell.home')}>
          <LogyardMark />
          {!isCollapsed && <span translate="no">Logyard</span>}
        </a>
        <CloseButton hiddenFrom="md" ml="auto" aria-label={t('shell.navigation.close')} onClick={onLeave} />
      </div>
      <div className={classes['scroll']}>
        {main.length > 0 && <Entries entries={main} isCollapsed={isCollapsed} onLeave={onLeave} />}
        {[...menus, ...groups].map((section) => (
          <Section key={section.label} section={section} isCollapsed={isCollapsed} onLeave={onLeave} />
        ))}
      </div>
      <Tooltip label={toggleLabel} position="right">
        <ActionIcon className={classes['toggle'] ?? ''} aria-label={toggleLabel} onClick={onToggle}>
          {isCollapsed ? <IconLayoutSidebarLeftExpand size={18} /> : <IconLayoutSidebarLeftCollapse size={18} />}
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

function Section({ section, isCollapsed, onLeave }: { section: NavigationSection } & Omit<EntriesProps, 'entries'>) {
  return (
    <div className={classes['section']}>
      {!isCollapsed && <h2 className={classes['heading']}>{section.label}</h2>}
      <Entries entries={section.entries} isCollapsed={isCollapsed} onLeave={onLeave} />
    </div>
  )
}

interface EntriesProps {
  readonly entries: readonly NavigationEntry[]
  readonly isCollapsed: boolean
  readonly onLeave: () => void
}

function Entries({ entries, isCollapsed, onLeave }: EntriesProps) {
  return (
    <ul className={classes['entries']}>
      {entries.map((entry) => (
        <li key={entry.link}>
          <RailLink entry={entry} isCollapsed={isCollapsed} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  )
}

function RailLink({ entry, isCollapsed, onLeave }: { entry: NavigationEntry } & Omit<EntriesProps, 'entries'>) {
  const { href, onClick } = useLinkProps(entry.link)
  const Icon = entry.icon
  return (
    <Tooltip label={entry.label} position="right" disabled={!isCollapsed}>
      <a
        href={href}
        className={classes['link']}
        aria-current={entry.isActive ? 'page' : undefined}
        aria-label={entry.label}
        aria-describedby={entry.link === routes.alerts.list() ? OPEN_ALERTS : undefined}
        onClick={(event) => {
          onClick(event)
          onLeave()
        }}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        <span className={classes['text']}>{entry.label}</span>
        {entry.link === routes.alerts.list() && <OpenAlertsBadge id={OPEN_ALERTS} isCollapsed={isCollapsed} />}
      </a>
    </Tooltip>
  )
}
