import { Menu } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { PlaceAnchor } from './place-anchor.tsx'

interface MenuAtProps {
  /** The position on the screen that it opens at; absent while it is closed. */
  readonly at: DOMRect | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/** One menu for many places that cannot each have their own. */
export function MenuAt({ at, onClose, children }: MenuAtProps) {
  // Mantine notes what has the focus when a menu opens, which is not when it is made.
  const [isMade, setIsMade] = useState(false)
  useEffect(() => setIsMade(true), [])
  return (
    <Menu
      opened={isMade && at !== undefined}
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
