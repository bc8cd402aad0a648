import type { RowAction } from './row-action.ts'
import { RowActionItem } from './row-action-item.tsx'

/** The entries of a menu. An entry that the user may not use, or that does not apply, is `false`. */
export const ActionItems = ({ actions }: { actions: readonly (RowAction | false)[] }) =>
  actions.map((action) => action !== false && <RowActionItem key={action.label} action={action} />)
