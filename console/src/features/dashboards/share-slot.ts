import type { ComponentType } from 'react'

/** The button that shares a view. Sharing is a feature of its own, so the table of screens hands it in. */
interface ShareSlotProps {
  readonly grn: string
  readonly type: 'dashboard' | 'search'
  readonly title: string
}
export type ShareSlot = ComponentType<ShareSlotProps>
