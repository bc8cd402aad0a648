import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** Where the frame around a table shows the table's tools; `undefined` without a frame. */
export const ToolsSlotContext = createContext<HTMLElement | null | undefined>(undefined)

/** Tools in the frame, so that they cover no heading of a column. */
export function InToolsSlot({ children }: { children: ReactNode }) {
  const slot = use(ToolsSlotContext)
  if (slot === undefined) return children
  return slot === null ? null : createPortal(children, slot)
}
