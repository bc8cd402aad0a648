import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Tooltip } from './tooltip.tsx'

interface ToolButtonProps {
  /** The name of the button, which is also its tooltip. */
  readonly label: string
  readonly onClick: () => unknown
  readonly size?: 'sm' | 'lg'
  /** The icon. */
  readonly children: ReactNode
}

/** A button that is only an icon. */
export function ToolButton({ label, onClick, children, ...icon }: ToolButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => void onClick()} {...icon}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
