import type { Widget } from '@logyard/contract/views/view-state'
import { useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import type { OpenValueMenu } from './menu-value.ts'

const ValueMenuAt = deferred(() => import('./value-menu.tsx').then((module) => module.ValueMenuAt))

/** One menu for all values of a table: thousands of cells cannot each have their own. `show` opens it for a value. */
export function useValueMenuHost(widget: Widget | undefined) {
  const [open, setOpen] = useState<OpenValueMenu>()
  const menu = (
    <ValueMenuAt isWanted={open !== undefined} open={open} widget={widget} onClose={() => setOpen(undefined)} />
  )
  return { menu, show: setOpen }
}
