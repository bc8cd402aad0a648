import { Button, Menu } from '@mantine/core'
import { IconBellZ } from '@tabler/icons-react'
import { useClock } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'

const HOUR_MS = 3_600_000
export const SNOOZES = [
  { name: 'hour', lengthMs: HOUR_MS },
  { name: 'hours', lengthMs: 4 * HOUR_MS },
  { name: 'day', lengthMs: 24 * HOUR_MS },
  { name: 'week', lengthMs: 7 * 24 * HOUR_MS },
] as const

interface SnoozeMenuProps {
  readonly isSnoozed: boolean
  readonly isDisabled: boolean
  readonly onSnooze: (until: string) => void
  readonly onEnd: () => void
}

/** Holds the notifications of an alert back for a while. */
export function SnoozeMenu({ isSnoozed, isDisabled, onSnooze, onEnd }: SnoozeMenuProps) {
  const t = useText()
  const { now } = useClock()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconBellZ size={14} />} disabled={isDisabled}>
          {t('alerts.snooze')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SNOOZES.map(({ name, lengthMs }) => (
          <Menu.Item key={name} onClick={() => onSnooze(new Date(now() + lengthMs).toISOString())}>
            {t(`alerts.snooze.${name}`)}
          </Menu.Item>
        ))}
        {isSnoozed && <Menu.Item onClick={onEnd}>{t('alerts.unsnooze')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
