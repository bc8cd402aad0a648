import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { ActionItems } from './action-items.tsx'
import type { RowAction } from './row-action.ts'

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
        <ActionItems actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}
