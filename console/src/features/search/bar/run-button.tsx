import { ActionIcon, Indicator } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'

interface RunButtonProps {
  /** The query has edits that were not run yet. */
  readonly isChanged: boolean
  readonly isRunning: boolean
  /** Why the query cannot run, if so. */
  readonly disabledBecause?: string | undefined
  readonly onClick: () => void
  /** Called when the pointer or the focus comes and leaves. */
  readonly onPoint: (isOn: boolean) => void
}

export function RunButton({ isChanged, isRunning, disabledBecause, onClick, onPoint }: RunButtonProps) {
  const t = useText()
  const label = isChanged ? t('search.run.changed') : t('search.run')
  const isDisabled = disabledBecause !== undefined
  return (
    <Indicator disabled={!isChanged} color="amber" size={9} offset={3}>
      <Tooltip label={disabledBecause ?? label}>
        <ActionIcon
          variant="filled"
          color="spruce"
          size={32}
          aria-label={label}
          {...(isDisabled ? { 'data-disabled': true } : {})}
          aria-disabled={isDisabled}
          aria-busy={isRunning}
          onPointerEnter={() => onPoint(true)}
          onPointerLeave={() => onPoint(false)}
          onFocus={() => onPoint(true)}
          onBlur={() => onPoint(false)}
          onClick={() => !isDisabled && onClick()}
        >
          <IconSearch size={16} />
        </ActionIcon>
      </Tooltip>
    </Indicator>
  )
}
