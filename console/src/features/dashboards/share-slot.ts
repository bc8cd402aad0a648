import type { ComponentType } from 'react'

/** The button that shares a view. It is passed in, because sharing is another feature. */
interface ShareSlotProps {
  readonly grn: string
  readonly type: 'dashboard' | 'search'
  readonly title: string
}
export type ShareSlot = ComponentType<ShareSlotProps>
