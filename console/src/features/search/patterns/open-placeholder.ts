import type { Pattern } from '@logyard/contract/search/patterns'

/** A variable part whose values are shown. */
export interface OpenPlaceholder {
  readonly pattern: Pattern
  /** The position of the placeholder in the text. */
  readonly position: number
  /** The anchor of the popover. */
  readonly at: DOMRect
}
