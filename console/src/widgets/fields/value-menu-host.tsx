import type { Widget } from '@logyard/contract/view-state'
import { Menu } from '@mantine/core'
import { useState } from 'react'
import type { ValuePathPart } from '../search-actions.ts'
import classes from './fields.module.css'
import { ValueMenuItems } from './value-menu.tsx'

export interface OpenValueMenu {
  readonly field: string
  readonly value: unknown
  readonly isDecorated: boolean
  /** In an aggregation: the keys of the cell, to see the messages behind it. */
  readonly path?: readonly ValuePathPart[]
  /** The value was computed: no message has it. */
  readonly isMetric?: boolean
  /** What it opens at. */
  readonly at: DOMRect
}

/**
 * One menu for all values of a table: thousands of cells cannot each have their own. `open` says for which value it
 * stands at present.
 */
export function useValueMenuHost(widget: Widget | undefined) {
  const [open, setOpen] = useState<OpenValueMenu>()
  const menu = (
    <Menu
      opened={open !== undefined}
      onClose={() => setOpen(undefined)}
      position="bottom-start"
      withinPortal
      // The anchor is nowhere before it is put to the value: hidden until then, the menu could not take the focus.
      hideDetached={false}
      returnFocus
    >
      <Menu.Target>
        <span
          className={classes['anchor']}
          aria-hidden
          style={open && { left: open.at.left, top: open.at.top, width: open.at.width, height: open.at.height }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {open !== undefined && (
          <ValueMenuItems
            field={open.field}
            value={open.value}
            isDecorated={open.isDecorated}
            path={open.path}
            isMetric={open.isMetric ?? false}
            widget={widget}
          />
        )}
      </Menu.Dropdown>
    </Menu>
  )
  return { menu, show: setOpen }
}
