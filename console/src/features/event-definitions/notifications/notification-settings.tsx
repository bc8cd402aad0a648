import { Checkbox, Group, NumberInput, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { DurationInput } from '../../../ui/time/duration-input.tsx'
import type { BlockProps } from '../model/block.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface NotificationSettingsProps extends BlockProps {
  /** Offered when the backlog is switched on. */
  readonly defaultBacklog: number
}

/** How often notifications are sent, and what they have with them. */
export function NotificationSettings({ draft, onChange, defaultBacklog }: NotificationSettingsProps) {
  const t = useText()
  const { notification_settings: settings, notification_limit: limit, recovery } = draft
  const change = (changes: Partial<typeof settings>) => onChange({ notification_settings: { ...settings, ...changes } })
  return (
    <Stack gap="md" mt="md" role="group" aria-label={t('definitions.settings')}>
      <Switched
        label={t('definitions.grace')}
        help={t('definitions.grace.help')}
        isOn={settings.grace_period_ms > 0}
        onSwitch={(isOn) => change({ grace_period_ms: isOn ? 5 * MINUTE_MS : 0 })}
      >
        <DurationInput
          label={t('definitions.grace.length')}
          valueMs={settings.grace_period_ms}
          onChange={(ms) => change({ grace_period_ms: ms })}
        />
      </Switched>
      <Switched
        label={t('definitions.backlog')}
        help={t('definitions.backlog.help')}
        isOn={settings.backlog_size > 0}
        onSwitch={(isOn) => change({ backlog_size: isOn ? defaultBacklog : 0 })}
      >
        <NumberInput
          label={t('definitions.backlog.size')}
          min={0}
          maw={160}
          value={settings.backlog_size}
          onChange={(size) => typeof size === 'number' && change({ backlog_size: size })}
        />
      </Switched>
      <Switched
        label={t('definitions.limit')}
        help={t('definitions.limit.help')}
        isOn={limit !== null}
        onSwitch={(isOn) => onChange({ notification_limit: isOn ? { count: 10, per_ms: HOUR_MS } : null })}
      >
        {limit !== null && (
          <Group align="flex-start" gap="md">
            <NumberInput
              label={t('definitions.limit.count')}
              min={1}
              maw={160}
              value={limit.count}
              onChange={(count) =>
                typeof count === 'number' && count >= 1 && onChange({ notification_limit: { ...limit, count } })
              }
            />
            <DurationInput
              label={t('definitions.limit.per')}
              valueMs={limit.per_ms}
              onChange={(ms) => onChange({ notification_limit: { ...limit, per_ms: ms } })}
            />
          </Group>
        )}
      </Switched>
      <Switched
        label={t('definitions.recovery')}
        help={t('definitions.recovery.help')}
        isOn={recovery.notify}
        onSwitch={(notify) =>
          onChange({ recovery: { notify, after_ms: notify ? recovery.after_ms || 10 * MINUTE_MS : recovery.after_ms } })
        }
      >
        {isFilter(draft) && (
          <DurationInput
            label={t('definitions.recovery.after')}
            valueMs={recovery.after_ms}
            onChange={(ms) => onChange({ recovery: { ...recovery, after_ms: ms } })}
          />
        )}
      </Switched>
    </Stack>
  )
}

const isFilter = ({ config, aggregation }: BlockProps['draft']) =>
  config?.type !== 'aggregation-v1' || !aggregation.isOn

interface SwitchedProps {
  readonly label: string
  readonly help: string
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
  readonly children: ReactNode
}

/** A setting behind a checkbox. */
function Switched({ label, help, isOn, onSwitch, children }: SwitchedProps) {
  return (
    <Stack gap="xs">
      <Checkbox
        label={label}
        description={help}
        checked={isOn}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
      {isOn && <Group pl={30}>{children}</Group>}
    </Stack>
  )
}
