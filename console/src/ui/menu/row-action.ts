import type { ReactNode } from 'react'

export interface RowAction {
  readonly label: string
  readonly icon?: ReactNode
  /** A link of the route table, or an action. */
  readonly to?: string
  readonly onClick?: () => unknown
  readonly isDangerous?: boolean
  /** Also an icon in the row itself. */
  readonly isQuick?: boolean
  /** Why it is shown but disabled. The caller omits actions that the user lacks permission for. */
  readonly disabledBecause?: string | undefined
}
