import { LINE_LEVELS, type LogLevel } from '@logyard/contract/logging/log-levels'
import { NativeSelect } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import classes from './logging.module.css'

interface LevelSelectProps {
  readonly label: string
  readonly level: LogLevel
  readonly isDisabled: boolean
  readonly onChange: (level: LogLevel) => void
  /** Offers the level of the logger above. */
  readonly onReset?: () => void
}

const RESET = 'reset'

/** The level of a logger or a group. Levels that only the API can set are shown while they apply. */
export function LevelSelect({ label, level, isDisabled, onChange, onReset }: LevelSelectProps) {
  const t = useText()
  const levels: readonly LogLevel[] = LINE_LEVELS.some((known) => known === level)
    ? LINE_LEVELS
    : [level, ...LINE_LEVELS]
  const choices = levels.map((value) => ({ value: String(value), label: t(`logging.levels.${value}`) }))
  return (
    <NativeSelect
      size="xs"
      className={classes['select'] ?? ''}
      aria-label={label}
      disabled={isDisabled}
      data={[...choices, ...(onReset === undefined ? [] : [{ value: RESET, label: t('logging.inherit') }])]}
      value={level}
      onChange={({ currentTarget: { value } }) => {
        const chosen = levels.find((each) => each === value)
        if (chosen !== undefined) onChange(chosen)
        else if (value === RESET) onReset?.()
      }}
    />
  )
}
