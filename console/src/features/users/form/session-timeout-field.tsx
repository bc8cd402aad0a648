import { Checkbox, Stack } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { UNIT_MS } from '../../../ui/time/duration.ts'
import { DurationInput } from '../../../ui/time/duration-input.tsx'

/** The API's value for sessions without a timeout. */
export const NEVER_MS = -1
export const NEW_USER_TIMEOUT_MS = UNIT_MS.hours

export interface SessionTimeoutFieldProps {
  readonly value: number
  readonly onChange: (value: number) => void
}

/** The inactivity after which sessions end, or no timeout. */
export function SessionTimeoutField({ value, onChange }: SessionTimeoutFieldProps) {
  const t = useText()
  const isNever = value === NEVER_MS
  return (
    <Stack gap="xs">
      <DurationInput
        label={t('users.sessionTimeout')}
        description={t('users.sessionTimeout.help')}
        valueMs={isNever ? NEW_USER_TIMEOUT_MS : value}
        onChange={onChange}
        disabled={isNever}
      />
      <Checkbox
        label={t('users.sessionTimeout.never')}
        checked={isNever}
        onChange={(event) => onChange(event.currentTarget.checked ? NEVER_MS : NEW_USER_TIMEOUT_MS)}
      />
    </Stack>
  )
}
