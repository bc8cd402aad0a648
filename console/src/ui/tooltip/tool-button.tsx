import { ActionIcon, type ActionIconProps, type ElementProps } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { Tooltip } from './tooltip.tsx'

interface ToolButtonProps extends ActionIconProps, ElementProps<'button', keyof ActionIconProps | 'onClick'> {
  /** The name of the button, which is also its tooltip. */
  readonly label: string
  /** The tooltip, if it says more or less than the name. */
  readonly tooltip?: string
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  /** The icon. */
  readonly children: ReactNode
}

/** A button that is only an icon. */
export function ToolButton({ label, tooltip = label, onClick, children, ...icon }: ToolButtonProps) {
  return (
    <Tooltip label={tooltip}>
      <ActionIcon aria-label={label} onClick={(event) => void onClick?.(event)} {...icon}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
