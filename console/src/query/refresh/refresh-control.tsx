import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import classes from './refresh-control.module.css'
import { REFRESH_SECONDS, type Refresh } from './refresh-intervals.ts'

/** Turns automatic refresh on and off, and chooses its interval. */
export function RefreshControl({ refresh, onChange }: { refresh: Refresh; onChange: (refresh: Refresh) => void }) {
  const t = useText()
  const { isOn, seconds } = refresh
  const toggle = isOn ? t('searchTools.refresh.stop') : t('searchTools.refresh.start')
  const every = (value: number) =>
    value < 60
      ? t('searchTools.refresh.everySeconds', { count: value })
      : t('searchTools.refresh.everyMinutes', { count: value / 60 })
  const short = (value: number) =>
    value < 60
      ? t('searchTools.refresh.seconds', { count: value })
      : t('searchTools.refresh.minutes', { count: value / 60 })
  return (
    <Group gap={0} wrap="nowrap" flex="none">
      <ToolButton
        label={toggle}
        className={classes['toggle'] ?? ''}
        variant="default"
        size={32}
        aria-pressed={isOn}
        onClick={() => onChange({ seconds, isOn: !isOn })}
      >
        {isOn ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
      </ToolButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            className={classes['interval'] ?? ''}
            variant="default"
            size="xs"
            aria-label={isOn ? `${every(seconds)}, ${short(seconds)}` : t('searchTools.refresh.off')}
            rightSection={<IconChevronDown size={14} />}
          >
            {isOn && short(seconds)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {REFRESH_SECONDS.map((value) => (
            <Menu.Item key={value} onClick={() => onChange({ seconds: value, isOn: true })}>
              {every(value)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
