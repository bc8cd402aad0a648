import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { PlaceAnchor } from './place-anchor.tsx'

interface MenuAtProps {
  /** The position on the screen that it opens at; absent while it is closed. */
  readonly at: DOMRect | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/** One menu for many places that cannot each have their own. */
export function MenuAt({ at, onClose, children }: MenuAtProps) {
  return (
    <Menu
      opened={at !== undefined}
      onClose={onClose}
      position="bottom-start"
      // Mantine hides a menu whose anchor has no position yet, and a hidden menu cannot take the focus.
      hideDetached={false}
    >
      <Menu.Target>
        <PlaceAnchor at={at} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
