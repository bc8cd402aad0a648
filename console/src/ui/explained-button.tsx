import { Button, type ButtonProps } from '@mantine/core'
import { Tooltip } from './tooltip/tooltip.tsx'

interface ExplainedButtonProps extends ButtonProps {
  /** Why it cannot be used now, as its tooltip. */
  readonly disabledBecause: string | undefined
  readonly onClick?: () => unknown
}

/** A button that keeps its place in the order of the Tab key while it is disabled, so that everybody can read why. */
export function ExplainedButton({ disabledBecause, onClick, ...button }: ExplainedButtonProps) {
  const isDisabled = disabledBecause !== undefined
  return (
    <Tooltip label={disabledBecause} disabled={!isDisabled} isMultiline>
      <Button
        {...button}
        {...(isDisabled ? { 'data-disabled': true } : {})}
        aria-disabled={isDisabled}
        onClick={() => (isDisabled ? undefined : void onClick?.())}
      />
    </Tooltip>
  )
}
