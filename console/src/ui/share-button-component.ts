import type { ComponentType } from 'react'

/**
 * The button that shares an entity. Features must not import each other, so the table of screens passes the button of
 * the sharing feature to the screens that show it.
 */
export type ShareButtonComponent = ComponentType<{
  readonly grn: string
  readonly type: 'dashboard' | 'search' | 'stream' | 'event_definition' | 'notification'
  readonly title: string
  /** What receivers see of it, if that is not obvious. */
  readonly note?: string | undefined
  /** A small icon, for a row of a list. */
  readonly isIcon?: boolean
}>
