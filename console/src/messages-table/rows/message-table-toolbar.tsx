import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconBaselineDensityMedium, IconLayoutSidebarRight, IconTextWrap } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import classes from './message-table.module.css'
import type { TableDisplay } from './use-table-display.ts'

interface ToolbarProps {
  readonly loaded: number
  readonly total: number
  readonly display: TableDisplay
  readonly onDisplay: (changes: Partial<TableDisplay>) => void
  /** Shown before the counts and the display options. */
  readonly children: ReactNode
}

/** In the line of the table's header, at the right of what is seen of it. */
export function MessageTableToolbar({ loaded, total, display, onDisplay, children }: ToolbarProps) {
  const t = useText()
  return (
    <div className={classes['toolbar']}>
      <div className={classes['tools']}>
        {children}
        <Text size="xs" c="dimmed" role="status" className={classes['loaded'] ?? ''}>
          {t('messages.count', { loaded, total })}
        </Text>
        <Toggle
          label={t('messages.comfortable')}
          isOn={display.isComfortable}
          onToggle={() => onDisplay({ isComfortable: !display.isComfortable })}
        >
          <IconBaselineDensityMedium size={14} />
        </Toggle>
        <Toggle
          label={t('messages.wrap')}
          isOn={display.isWrapped}
          onToggle={() => onDisplay({ isWrapped: !display.isWrapped })}
        >
          <IconTextWrap size={14} />
        </Toggle>
        <Toggle
          label={t('messages.pinRight')}
          isOn={display.isPinned}
          onToggle={() => onDisplay({ isPinned: !display.isPinned })}
        >
          <IconLayoutSidebarRight size={14} />
        </Toggle>
      </div>
    </div>
  )
}

function Toggle({
  label,
  isOn,
  onToggle,
  children,
}: {
  label: string
  isOn: boolean
  onToggle: () => void
  children: ReactNode
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? 'spruce' : 'gray'}
        aria-pressed={isOn}
        aria-label={label}
        onClick={onToggle}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
