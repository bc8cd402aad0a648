/** Sections beside a page with widgets: a strip of icons, and the open section over or beside the page. */
import { ActionIcon, Box, Flex, Title, Tooltip } from '@mantine/core'
import { useClickOutside, useHotkeys } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useText } from '../base/text/text.tsx'
import { isInPortal } from '../ui/focus/is-in-portal.ts'
import { ToolButton } from '../ui/tooltip/tool-button.tsx'
import classes from './sidebar.module.css'
import { useOpenSection } from './use-open-section.ts'

export interface SidebarSection {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  /** Rendered while the section is open; `close` closes the overlay after the user has chosen something. */
  readonly content: (close: () => void) => ReactNode
}

interface SidebarProps {
  readonly label: string
  readonly kind: 'search' | 'dashboard'
  readonly sections: readonly SidebarSection[]
  readonly isPinned: boolean
  readonly onPin: (isPinned: boolean) => void
}

export function Sidebar({ label, kind, sections, isPinned, onPin }: SidebarProps) {
  const t = useText()
  const panelId = useId()
  const [first] = sections
  const [openId, setOpenId] = useOpenSection(kind, isPinned, first?.id ?? '')
  const open = sections.find(({ id }) => id === openId)
  const isOverlay = open !== undefined && !isPinned
  const close = () => {
    // Return the focus to the button that opened the section.
    const hadFocus = sidebar.current?.querySelector('aside')?.contains(document.activeElement) === true
    if (hadFocus) sidebar.current?.querySelector<HTMLElement>('[aria-controls]')?.focus()
    setOpenId(undefined)
  }
  const closeOverlay = () => {
    if (!isPinned) close()
  }
  const closeUnlessInPortal = (event: Event) => {
    if (!isInPortal(event)) closeOverlay()
  }
  const sidebar = useClickOutside<HTMLDivElement>(closeUnlessInPortal)
  useHotkeys([['Escape', closeUnlessInPortal]], [])
  const toggleLabel = t(open === undefined ? 'search.sidebar.open' : 'search.sidebar.close')
  const pinLabel = t(isPinned ? 'search.sidebar.overlay' : 'search.sidebar.inline')
  return (
    <div
      ref={sidebar}
      className={classes['sidebar']}
      data-open={open !== undefined || undefined}
      data-overlay={isOverlay || undefined}
    >
      <div className={classes['strip']} role="toolbar" aria-label={label} aria-orientation="vertical">
        <StripButton
          label={toggleLabel}
          isExpanded={open !== undefined}
          isToggle
          onClick={() => setOpenId(open === undefined ? first?.id : undefined)}
        >
          {open === undefined ? <IconLayoutSidebarLeftExpand size={18} /> : <IconLayoutSidebarLeftCollapse size={18} />}
        </StripButton>
        {sections.map((section) => (
          <StripButton
            key={section.id}
            label={section.label}
            isExpanded={section.id === openId}
            controls={panelId}
            onClick={() => setOpenId(section.id === openId ? undefined : section.id)}
          >
            {section.icon}
          </StripButton>
        ))}
      </div>
      {open !== undefined && (
        <aside id={panelId} className={classes['panel']} aria-label={open.label}>
          <Flex component="header" gap="xs" align="center" justify="space-between" p={6} pl="sm">
            <Title order={2} size="h4">
              {open.label}
            </Title>
            <ToolButton
              label={pinLabel}
              className={classes['pin'] ?? ''}
              aria-pressed={isPinned}
              onClick={() => onPin(!isPinned)}
            >
              {isPinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
            </ToolButton>
          </Flex>
          <Box flex={1} mih={0} px="sm" pb="xs">
            {open.content(closeOverlay)}
          </Box>
        </aside>
      )}
    </div>
  )
}

interface StripButtonProps {
  readonly label: string
  readonly isExpanded: boolean
  readonly controls?: string
  /** Opens and closes the sidebar as a whole. */
  readonly isToggle?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function StripButton({ label, isExpanded, controls, isToggle = false, onClick, children }: StripButtonProps) {
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        variant={isExpanded && controls !== undefined ? 'light' : 'subtle'}
        color={isExpanded && controls !== undefined ? 'spruce' : 'gray'}
        size={34}
        className={(isToggle && classes['toggle']) || ''}
        aria-label={label}
        aria-expanded={isExpanded}
        {...(isExpanded && controls !== undefined ? { 'aria-controls': controls } : {})}
        onClick={onClick}
      >
        {children}
        {!isToggle && (
          <span className={classes['label']} aria-hidden>
            {label}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  )
}
