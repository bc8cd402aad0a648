import type { MessagesWidget } from '@logyard/contract/views/view-state'

export interface ShownField {
  readonly field: string
  readonly at: DOMRect
  /** The tables that the field can be added to. */
  readonly tables: readonly MessagesWidget[]
}
