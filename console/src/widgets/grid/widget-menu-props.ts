import type { Widget, WidgetPositions } from '@logyard/contract/views/view-state'
import type { RowAction } from '../../ui/menu/row-actions-menu.tsx'

export interface WidgetMenuProps {
  readonly widget: Widget
  readonly title: string
  readonly page: { readonly widgets: readonly Widget[]; readonly positions: Readonly<WidgetPositions> }
  readonly pageActions: readonly RowAction[]
  /** Without: only what can be done with what it shows. */
  readonly canEdit: boolean
  readonly onEdit: () => void
  readonly onRename: () => void
  /** The data of a chart, for a moment, as a table. */
  readonly table: { readonly isShown: boolean; readonly toggle: () => void }
}
