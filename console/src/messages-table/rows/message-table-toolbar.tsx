import { Text } from '@mantine/core'
import { IconBaselineDensityMedium, IconLayoutSidebarRight, IconTextWrap } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import { TickedBar } from '../selection/ticked-bar.tsx'
import classes from './message-table.module.css'
import type { MessageTableState } from './use-message-table.tsx'

/** In the line of the table's header, at the right of what is seen of it. */
export function MessageTableToolbar({ state }: { state: MessageTableState }) {
  const t = useText()
  const { messages, total, widget, ticked, display, change } = state
  return (
    <div className={classes['toolbar']}>
      <div className={classes['tools']}>
        {ticked.hits.length > 0 && <TickedBar hits={ticked.hits} widget={widget} onClear={ticked.clear} />}
        <Text size="xs" c="dimmed" role="status" className={classes['loaded'] ?? ''}>
          {t('messages.count', { loaded: messages.length, total })}
        </Text>
        <Toggle
          label={t('messages.comfortable')}
          isOn={display.isComfortable}
          onToggle={() => change({ isComfortable: !display.isComfortable })}
        >
          <IconBaselineDensityMedium size={14} />
        </Toggle>
        <Toggle
          label={t('messages.wrap')}
          isOn={display.isWrapped}
          onToggle={() => change({ isWrapped: !display.isWrapped })}
        >
          <IconTextWrap size={14} />
        </Toggle>
        <Toggle
          label={t('messages.pinRight')}
          isOn={display.isPinned}
          onToggle={() => change({ isPinned: !display.isPinned })}
        >
          <IconLayoutSidebarRight size={14} />
        </Toggle>
      </div>
    </div>
  )
}

interface ToggleProps {
  readonly label: string
  readonly isOn: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

function Toggle({ label, isOn, onToggle, children }: ToggleProps) {
  return (
    <ToolButton
      label={label}
      size="sm"
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? 'spruce' : 'gray'}
      aria-pressed={isOn}
      onClick={onToggle}
    >
      {children}
    </ToolButton>
  )
}
