import type { Widget, WidgetPositions } from '@logyard/contract/views/view-state'
import type { RowAction } from '../../ui/menu/row-action.ts'

export interface WidgetMenuProps {
  readonly widget: Widget
  readonly title: string
  readonly page: { readonly widgets: readonly Widget[]; readonly positions: Readonly<WidgetPositions> }
  readonly pageActions: readonly RowAction[]
  /** Without it only actions on the result are offered. */
  readonly canEdit: boolean
  readonly onEdit: () => void
  readonly onRename: () => void
  /** Shows the data of a chart as a table, temporarily. */
  readonly table: { readonly isShown: boolean; readonly toggle: () => void }
}
