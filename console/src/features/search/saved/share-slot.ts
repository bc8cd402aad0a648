import type { ComponentType } from 'react'

/** The button that shares a search. It is passed in, because sharing is another feature. */
interface ShareSlotProps {
  readonly grn: string
  readonly type: 'search'
  readonly title: string
}
export type ShareSlot = ComponentType<ShareSlotProps>
