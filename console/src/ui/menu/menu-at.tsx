import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { PlaceAnchor } from './place-anchor.tsx'

interface MenuAtProps {
  /** The place on the screen that it opens at; absent while it is closed. */
  readonly at: DOMRect | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/** One menu for many places, which could not each have their own. */
export function MenuAt({ at, onClose, children }: MenuAtProps) {
  return (
    <Menu
      opened={at !== undefined}
      onClose={onClose}
      position="bottom-start"
      withinPortal
      // The anchor is nowhere before it is put to its place: hidden until then, the menu could not take the focus.
      hideDetached={false}
    >
      <Menu.Target>
        <PlaceAnchor at={at} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
