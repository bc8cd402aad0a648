import type { Widget } from '@logyard/contract/views/view-state'
import { useState } from 'react'
import type { ExtractSource } from '../../parsing/extract/extract-source.ts'
import { MenuAt } from '../../ui/menu/menu-at.tsx'
import type { ValuePathPart } from '../../view-document/actions/search-actions.ts'
import type { StoredMessage } from '../loader/loaded-message.ts'
import { ValueMenuItems } from './value-menu.tsx'

export interface OpenValueMenu {
  readonly field: string
  readonly value: unknown
  readonly isDecorated: boolean
  /** In an aggregation: the keys of the cell, to show the messages behind it. */
  readonly path?: readonly ValuePathPart[]
  /** The value was computed: no message has it. */
  readonly isMetric?: boolean
  /** The value in its message. */
  readonly source?: ExtractSource | undefined
  readonly stored?: StoredMessage | undefined
  /** The position that it opens at. */
  readonly at: DOMRect
}

/**
 * One menu for all values of a table: thousands of cells cannot each have their own. `open` sets the value that it
 * applies to.
 */
export function useValueMenuHost(widget: Widget | undefined) {
  const [open, setOpen] = useState<OpenValueMenu>()
  const menu = (
    <MenuAt at={open?.at} onClose={() => setOpen(undefined)}>
      {open !== undefined && (
        <ValueMenuItems
          field={open.field}
          value={open.value}
          isDecorated={open.isDecorated}
          path={open.path}
          isMetric={open.isMetric ?? false}
          widget={widget}
          source={open.source}
          stored={open.stored}
        />
      )}
    </MenuAt>
  )
  return { menu, show: setOpen }
}
