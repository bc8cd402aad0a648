import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconLayoutSidebarRight,
  IconTextWrap,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import classes from './message-table.module.css'
import type { TableDisplay } from './use-table-display.ts'

interface ToolbarProps {
  readonly loaded: number
  readonly total: number
  readonly display: TableDisplay
  readonly onDisplay: (display: TableDisplay) => void
  /** Shown between the counts and the display options. */
  readonly children: ReactNode
}

export function MessageTableToolbar({ loaded, total, display, onDisplay, children }: ToolbarProps) {
  const t = useText()
  return (
    <div className={classes['toolbar']}>
      <Text size="xs" c="dimmed" role="status">
        {t('messages.count', { loaded, total })}
      </Text>
      {children}
      <Group gap={2} wrap="nowrap">
        <Toggle
          label={t('messages.compact')}
          isOn={display.isCompact}
          onToggle={() => onDisplay({ ...display, isCompact: !display.isCompact })}
        >
          {display.isCompact ? <IconBaselineDensitySmall size={14} /> : <IconBaselineDensityMedium size={14} />}
        </Toggle>
        <Toggle
          label={t('messages.wrap')}
          isOn={display.isWrapped}
          onToggle={() => onDisplay({ ...display, isWrapped: !display.isWrapped })}
        >
          <IconTextWrap size={14} />
        </Toggle>
        <Toggle
          label={t('messages.pinRight')}
          isOn={display.isPinned}
          onToggle={() => onDisplay({ ...display, isPinned: !display.isPinned })}
        >
          <IconLayoutSidebarRight size={14} />
        </Toggle>
      </Group>
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
