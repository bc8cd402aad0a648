import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { RowAction } from './row-action.ts'
import { RowActionItem } from './row-action-item.tsx'

interface RowMenuProps {
  readonly actions: readonly RowAction[]
  readonly isOpen: boolean
  readonly onChange: (isOpen: boolean) => void
  /** The button that opens it. */
  readonly children: ReactElement
}

export function RowMenu({ actions, isOpen, onChange, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={onChange}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <RowActionItem key={action.label} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
